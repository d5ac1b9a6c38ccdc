"""Rules and records with cards that nobody has told them of."""

import random
from pathlib import Path

import pytest

from shanghaien import rules
from shanghaien.rules import Act, Answer, DieReturned, Options, Play, Record, Trick
from tests.rules.positions import A, B, after, follow, legal, position, refusal, side

STORED = sorted((Path(__file__).parents[2] / "fixtures" / "stored" / "records").iterdir())
MIXES = [
    Options(second_wind=True),
    Options(lookout=True),
    Options(broadside=True),
    Options(second_wind=True, lookout=True, broadside=True, crazy_captain=True),
    rules.PRESETS["everything"],
]


def played(options: Options, seed: int) -> list[rules.PlayedStep]:
    rng = random.Random(seed)
    return list(rules.play(options, (lambda state: rng.choice(rules.legal_actions(state)),) * 2, rng))


def test_the_cards_are_found_with_the_files_and_take_the_next_numbers() -> None:
    assert [card.key for card in rules.TRICK_CARDS][-3:] == ["wind", "lookout", "broadside"]
    assert list(rules.EXPANSIONS)[-3:] == ["second_wind", "lookout", "broadside"]
    assert {"second_wind", "lookout", "broadside"} <= rules.PRESETS["everything"].expansions
    assert not rules.PRESETS["base"].expansions


@pytest.mark.parametrize("options", MIXES)
def test_records_of_both_forms_keep_games_with_the_cards(options: Options) -> None:
    for seed in range(6):
        record = Record(options, tuple(step.step for step in played(options, seed)))
        assert rules.load(rules.to_text(record)) == record
        assert rules.load(rules.to_json(record)) == record


def test_random_games_play_the_cards_for_all_they_can_do() -> None:
    steps = [step for seed in range(8) for step in played(rules.PRESETS["everything"], seed)]
    acts = {step.step.act for step in steps if isinstance(step.step, Play)}
    words = {step.step.word for step in steps if isinstance(step.step, Answer)}
    assert {"wind", "lookout", "broadside", "board"} <= acts
    assert {"spy", "pass", "yield"} <= words
    assert any(step.after.remembered(Trick("lookout")) for step in steps)


@pytest.mark.parametrize("file", STORED, ids=lambda file: file.name)
def test_records_from_before_the_cards_are_read_as_they_were(file: Path) -> None:
    record = rules.load(file.read_text(encoding="utf-8"))
    assert not record.options.expansions & {"second_wind", "lookout", "broadside"}
    assert rules.load(rules.to_text(record)) == record


def test_a_play_that_is_not_possible_is_refused_in_the_words_of_the_card() -> None:
    step = next(step for step in played(Options(second_wind=True), 1) if step.before.phase == "place")
    refused = rules.why_not(step.before, Play(Trick("wind"), Act("wind"), dice=(6,)))
    assert refused is not None
    assert refused.sentence == "You have no die on card 6 to take back."


def test_dice_of_the_other_player_go_back_to_them_and_the_events_say_who_sent_them() -> None:
    state = position(side("1", hand="broadside"), side("2255"), roll="34", broadside=True)
    assert [text for text in legal(state) if text.startswith("play broadside")] == [
        "play broadside 2", "play broadside 2-2", "play broadside 2-5", "play broadside 5", "play broadside 5-5",
        "play broadside board",
    ]  # fmt: skip
    hit, events = follow(state, "play broadside 2-5")
    assert [player.dice for player in hit.players] == [(1, 0, 0, 0, 0, 0), (0, 1, 0, 0, 1, 0)]
    assert (hit.turn, hit.phase, hit.rolled) == (A, rules.Phase.PLACE, (3, 4))
    assert events[1:] == [DieReturned(B, die, by=A, card=Trick("broadside")) for die in (2, 5)]


def test_the_other_player_may_be_asked_which_of_their_dice_go_back() -> None:
    asked = after(position(side("1", hand="broadside"), side("225"), roll="34", broadside=True), "play broadside board")
    assert rules.to_move(asked) == B
    assert legal(asked) == ["yield 2-2", "yield 2-5"]
    given, events = follow(asked, "yield 2-2")
    assert (given.players[B].supply, rules.to_move(given)) == (5, A)
    assert events == [DieReturned(B, 2, by=A, card=Trick("broadside"))] * 2


def test_dice_that_do_not_lie_there_are_refused_in_the_words_of_the_card() -> None:
    state = position(side("1", hand="broadside"), side("2"), roll="34", broadside=True)
    assert refusal(state, "play broadside 2-2") == ("no-dice-there", "R15")
    assert refusal(state, "play broadside 1") == ("no-dice-there", "R15")
    assert refusal(state, "play broadside") == ("details", "R15")
