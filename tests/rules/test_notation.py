"""The text notation reads back what it writes, and refuses what it cannot read."""

import random

import pytest

from shanghaien import rules
from shanghaien.rules import EXPANSIONS

EVERYTHING = rules.Options(**dict.fromkeys(EXPANSIONS, True))


@pytest.mark.parametrize("seed", range(20))
def test_every_action_and_outcome_of_a_game_reads_back_as_itself(seed: int) -> None:
    rng = random.Random(seed)
    state = rules.new_game(EVERYTHING)
    while not state.over:
        if rules.is_chance(state):
            node = rules.chance(state)
            outcome = node.pick(rng.randrange(node.total))
            assert rules.parse_outcome(rules.outcome_text(outcome)) == outcome
            state = rules.advance(state, outcome).state
        else:
            for action in rules.legal_actions(state):
                assert rules.parse_action(rules.action_text(action)) == action
            state = rules.apply(state, rng.choice(rules.legal_actions(state))).state


@pytest.mark.parametrize(
    "text",
    [
        "",
        "foo",
        "place",
        "place 7",
        "place 3 up",
        "place 3 3",
        "play",
        "play foo",
        "play shift 3+-",
        "play shift sailors XXX",
    ],
)
def test_what_is_no_action_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(rules.Malformed, match="is no action"):
        rules.parse_action(text)


@pytest.mark.parametrize("text", ["", "3-7", "AME5", "XXX1", "C", "AB"])
def test_what_is_no_outcome_is_refused(text: str) -> None:
    with pytest.raises(rules.Malformed):
        rules.parse_outcome(text)
