"""Rules and records with cards that nobody has told them of."""

import random
from pathlib import Path

import pytest

from shanghaien import rules
from shanghaien.rules import Act, Answer, Options, Play, Record, Trick

STORED = sorted((Path(__file__).parents[2] / "fixtures" / "stored" / "records").iterdir())
MIXES = [
    Options(second_wind=True),
    Options(lookout=True),
    Options(second_wind=True, lookout=True, crazy_captain=True),
    rules.PRESETS["everything"],
]


def played(options: Options, seed: int) -> list[rules.PlayedStep]:
    rng = random.Random(seed)
    return list(rules.play(options, (lambda state: rng.choice(rules.legal_actions(state)),) * 2, rng))


def test_the_cards_are_found_with_the_files_and_take_the_next_numbers() -> None:
    assert [card.key for card in rules.TRICK_CARDS][-2:] == ["wind", "lookout"]
    assert list(rules.EXPANSIONS)[-2:] == ["second_wind", "lookout"]
    assert {"second_wind", "lookout"} <= rules.PRESETS["everything"].expansions
    assert not rules.PRESETS["base"].expansions


@pytest.mark.parametrize("options", MIXES)
def test_records_of_both_forms_keep_games_with_the_cards(options: Options) -> None:
    for seed in range(6):
        record = Record(options, tuple(step.step for step in played(options, seed)))
        assert rules.load(rules.to_text(record)) == record
        assert rules.load(rules.to_json(record)) == record


def test_random_games_play_both_cards_for_all_they_can_do() -> None:
    steps = [step for seed in range(8) for step in played(rules.PRESETS["everything"], seed)]
    acts = {step.step.act for step in steps if isinstance(step.step, Play)}
    words = {step.step.word for step in steps if isinstance(step.step, Answer)}
    assert {"wind", "lookout"} <= acts
    assert {"spy", "pass"} <= words
    assert any(step.after.remembered(Trick("lookout")) for step in steps)


@pytest.mark.parametrize("file", STORED, ids=lambda file: file.name)
def test_records_from_before_the_cards_are_read_as_they_were(file: Path) -> None:
    record = rules.load(file.read_text(encoding="utf-8"))
    assert not record.options.expansions & {"second_wind", "lookout"}
    assert rules.load(rules.to_text(record)) == record


def test_a_play_that_is_not_possible_is_refused_in_the_words_of_the_card() -> None:
    step = next(step for step in played(Options(second_wind=True), 1) if step.before.phase == "place")
    refused = rules.why_not(step.before, Play(Trick("wind"), Act("wind"), die=6))
    assert refused is not None
    assert refused.sentence == "You have no die on card 6 to take back."
