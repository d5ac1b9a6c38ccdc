import random

import pytest

from shanghaien import rules
from shanghaien.fairness.evidence import OUTCOME, read_evidence
from shanghaien.rules import Malformed, Outcome
from shanghaien.rules.notation import action_text, outcome_text
from shanghaien.rules.record import Record, Step, take
from shanghaien.rules.record_json import to_json
from shanghaien.rules.record_text import to_text

EVERYTHING = rules.Options(extra_wild=True, crazy_captain=True, extra_1=True, extra_2=True, extra_3=True)


def random_game(seed: int, options: rules.Options = EVERYTHING) -> tuple[Record, list[Outcome]]:
    luck, state, outcomes, steps = random.Random(seed), rules.new_game(options), list[Outcome](), list[Step]()
    while not state.over:
        if rules.is_chance(state):
            outcomes.append(rules.chance(state).pick(luck.randrange(rules.chance(state).total)))
            steps.append(outcomes[-1])
        else:
            steps.append(luck.choice(rules.legal_actions(state)))
        state, _ = take(state, steps[-1])
    return Record(options, tuple(steps), {"Player-A": "A [B] 1-2 place", "Dice": "manual"}), outcomes


@pytest.mark.parametrize("seed", range(12))
def test_the_outcomes_of_a_record_are_found_without_playing_it(seed: int) -> None:
    record, outcomes = random_game(seed)
    for text in (to_text(record), to_json(record), to_text(record).lower().replace("[tricks", "[Tricks")):
        evidence = read_evidence(text)
        assert list(evidence.outcomes) == outcomes
        assert evidence.options.tricks == record.options.tricks
    assert read_evidence(to_text(record)).tags["Player-A"] == "A [B] 1-2 place"
    assert read_evidence("\ufeff" + to_json(record)).tags == record.tags


def test_no_action_looks_like_an_outcome() -> None:
    state, luck = rules.new_game(EVERYTHING), random.Random(1)
    for _ in range(3000):
        if state.over:
            state = rules.new_game(EVERYTHING)
        if rules.is_chance(state):
            drawn = rules.chance(state).pick(luck.randrange(rules.chance(state).total))
            assert OUTCOME.fullmatch(outcome_text(drawn))
            state = rules.advance(state, drawn).state
        else:
            assert not any(OUTCOME.fullmatch(action_text(action)) for action in rules.legal_actions(state))
            state = rules.apply(state, luck.choice(rules.legal_actions(state))).state


@pytest.mark.parametrize(
    "text", ["", "hello", "{", "{}", "[1]", '{"steps": 3, "options": {}}', "[Tricks x]", "[Tricks 9-9-9]"]
)
def test_what_is_no_record_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(Malformed):
        read_evidence(text)
