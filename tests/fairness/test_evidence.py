import random
from typing import Any

import pytest

from shanghaien import rules
from shanghaien.fairness import choices_before
from shanghaien.fairness.evidence import answers_of_the_other, read_evidence, reading_table
from shanghaien.fairness.run_reader import OUTCOME
from shanghaien.rules import (
    TRICK_CARDS,
    Malformed,
    Outcome,
    Record,
    TrickCard,
    action_text,
    from_text,
    outcome_text,
    to_json,
    to_text,
)

EVERYTHING = rules.Options(**dict.fromkeys(rules.EXPANSIONS, True))
MIXES = (EVERYTHING, rules.Options(), *(rules.Options(**{name: True}) for name in rules.EXPANSIONS))


def random_game(seed: int, options: rules.Options = EVERYTHING) -> tuple[Record, list[Outcome]]:
    rng = random.Random(seed)
    played = list(rules.play(options, (lambda state: rng.choice(rules.legal_actions(state)),) * 2, rng))
    outcomes: list[Any] = [step.step for step in played if rules.is_chance(step.before)]
    tags = {"Player-A": "A [B] 1-2 place", "Dice": "manual"}
    return Record(options, tuple(step.step for step in played), tags), outcomes


def outcomes_in(text: str) -> list[Outcome]:
    return [outcome for run in read_evidence(text).runs for outcome in run]


def scribbled_on(text: str, rng: random.Random) -> str:
    """The same record with comments and blanks as people leave them."""
    lines = []
    for line in text.splitlines():
        blanks = [" ", "  ", "\t", " \t "]
        loose = line if line.startswith("[") else "".join(rng.choice(blanks) if c == " " else c for c in line)
        remark = "" if line.startswith("[") or not line else rng.choice(["", " # 3-5 would be better", "# place B 4-4"])
        lines += [rng.choice(["", "  "]) + loose + remark, *rng.choice([[], ["# A 1-1 place 1"], ["", "   "]])]
    return rng.choice(["\n", "\r\n"]).join(lines)


@pytest.mark.parametrize("options", MIXES)
@pytest.mark.parametrize("seed", range(4))
def test_comments_and_blanks_hide_no_outcome_and_make_none(seed: int, options: rules.Options) -> None:
    record, outcomes = random_game(seed, options)
    text = scribbled_on(to_text(record), random.Random(seed))
    assert outcomes_in(text) == outcomes
    assert from_text(text) == record


@pytest.mark.parametrize("options", MIXES)
@pytest.mark.parametrize("seed", range(6))
def test_the_outcomes_of_a_record_are_found_without_playing_it(seed: int, options: rules.Options) -> None:
    record, outcomes = random_game(seed, options)
    for text in (to_text(record), to_json(record), to_text(record).lower().replace("[tricks", "[Tricks")):
        evidence = read_evidence(text)
        assert outcomes_in(text) == outcomes
        assert evidence.options.tricks == record.options.tricks
    assert read_evidence(to_text(record)).tags["Player-A"] == "A [B] 1-2 place"
    assert read_evidence("\ufeff" + to_json(record)).tags == record.tags


def written(card: TrickCard) -> list[str]:
    """Every play of a card and every answer to its questions, as a record writes it."""
    plays = [action_text(play) for act in card.acts for play in act.every_play(card.key)]
    return [*plays, *(action_text(answer) for reply in card.replies for answer in reply.every_answer())]


@pytest.mark.parametrize("card", TRICK_CARDS, ids=lambda card: str(card.key))
def test_no_action_looks_like_an_outcome(card: TrickCard) -> None:
    assert written(card)
    assert not [text for text in written(card) if OUTCOME.fullmatch(text)]


@pytest.mark.parametrize("options", MIXES)
def test_whatever_chance_brings_looks_like_an_outcome(options: rules.Options) -> None:
    _, outcomes = random_game(1, options)
    assert all(OUTCOME.fullmatch(outcome_text(outcome)) for outcome in outcomes)


@pytest.mark.parametrize("card", TRICK_CARDS, ids=lambda card: str(card.key))
def test_no_word_of_a_play_or_an_answer_is_taken_for_an_outcome(card: TrickCard) -> None:
    for action in written(card):
        text = f"[Tricks 3-3-2]\nA 3-5 {action} 2-4 place 4"
        assert outcomes_in(text) == [(3, 5), (2, 4)], action


def test_the_table_for_other_programs_is_what_this_one_reads_by() -> None:
    table = reading_table()
    assert set(table["takes_a_word"]) == set(rules.words_before_another())
    assert table["pile_tricks"] == list(rules.PILE_TRICKS)
    assert {"place", "play"} <= set(table["takes_a_word"])
    assert all(len(pair.split()) == 2 for pair in table["card_acts"])


@pytest.mark.parametrize(
    "text", ["", "hello", "{", "{}", "[1]", '{"steps": 3, "options": {}}', "[Tricks x]", "[Tricks 9-9-9]"]
)
def test_what_is_no_record_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(Malformed):
        read_evidence(text)


def test_the_other_player_chooses_in_a_turn_by_these_words_and_no_others() -> None:
    found = set[str]()
    for seed in range(12):
        record, _ = random_game(seed)
        for played in record.played:
            if not rules.is_chance(played.before) and rules.to_move(played.before) != played.before.turn:
                found.add(rules.step_text(played.step).split()[0])
    assert sorted(found) == answers_of_the_other()


def test_outcomes_with_no_choice_between_them_are_one_run_in_both_forms() -> None:
    for seed in range(4):
        record, outcomes = random_game(seed)
        runs = [len(run) for run in read_evidence(to_text(record)).runs]
        assert runs == [len(run) for run in read_evidence(to_json(record)).runs]
        assert len(runs) == len(choices_before(record))
        assert runs[0] == 7
        assert sum(runs) == len(outcomes)


@pytest.mark.parametrize("starter", rules.Starter)
@pytest.mark.parametrize("options", MIXES)
def test_who_acted_is_told_without_playing_the_game_in_both_forms(
    options: rules.Options, starter: rules.Starter
) -> None:
    for seed in range(6):
        first = ("random", "a", "b")[seed % 3]
        record, _ = random_game(
            seed, rules.Options.from_dict(options.as_dict() | {"starter": str(starter), "first": first})
        )
        wanted = [None if choice is None else choice.seat for choice in choices_before(record)]
        texts = ["" if choice is None else choice.text.lower() for choice in choices_before(record)]
        of_text, of_json = (read_evidence(write(record)).before for write in (to_text, to_json))
        assert of_text == of_json
        assert [run.actor for run in of_text][1:] == wanted[1:]
        assert all(f" {run.said}".endswith(text and f" {text}") for run, text in zip(of_text, texts, strict=True))
