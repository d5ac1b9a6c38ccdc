"""In the list if and only if accepted, for every conceivable action."""

import random
import re
from itertools import product

import pytest

from shanghaien import rules
from shanghaien.rules import ACTS, BY_KEY, Action, Answer, Call, End, Nation, Place, Play, Roll, State
from tests.conformance.playing import MIXES, mix_name, play, some_setups

ENDS = (None, *End)
DICE = range(8)
"""Two numbers that no die has among them."""
SOME_DICE = [(), *((die,) for die in DICE), (1, 2), (3, 3)]
"""No die, each one, and several."""

PLAIN: list[Action] = [
    Roll(), Call(), Answer("object"), Answer("allow"), Answer("one"),
    *(Answer("take", end=end) for end in ENDS),
    *(Place(die, end) for die, end in product(DICE, ENDS)),
    *(Answer("keep", (die,), end) for die, end in product(DICE, ENDS)),
]  # fmt: skip
PLAYS = [
    *(Play(card, act, nation, end=end) for card, act, nation, end in product(BY_KEY, ACTS, Nation, ENDS)),
    *(
        Play(card, act, None, dice, step, end)
        for card, act, dice, step, end in product(BY_KEY, ACTS, SOME_DICE, (None, -1, 0, 1, 2), ENDS)
    ),
]


def accepted(state: State, action: Action) -> bool:
    """Whether `apply` takes the action; if not, it must say why."""
    try:
        rules.apply(state, action)
    except rules.Illegal as refused:
        return not well_said(refused)
    return True


def well_said(refused: rules.Illegal) -> bool:
    """A refusal has a code, a rule and a sentence."""
    assert re.fullmatch("[a-z]+(-[a-z]+)*", refused.code)
    assert re.fullmatch("R([1-9]|[123][0-9]|4[01])", refused.rule)
    assert refused.sentence.endswith(".")
    return True


@pytest.mark.parametrize("mix", MIXES, ids=mix_name)
def test_an_action_is_accepted_if_and_only_if_it_is_listed(mix: dict[str, bool]) -> None:
    rng = random.Random(mix_name(mix))
    for seed, options in enumerate(some_setups(mix, 2, seed=1)):
        for move in play(options, seed):
            listed = rules.legal_actions(move.before)
            assert len(set(listed)) == len(listed)
            for action in [*listed, *PLAIN, *rng.sample(PLAYS, 20)]:
                assert accepted(move.before, action) == (action in listed)


def test_every_conceivable_play_is_accepted_if_and_only_if_it_is_listed() -> None:
    everything = MIXES[-1]
    rng = random.Random(2)
    states = [move.before for options in some_setups(everything, 5, seed=3) for move in play(options, 4)]
    for state in rng.sample([state for state in states if state.phase is rules.Phase.PLACE], 5):
        listed = set(rules.legal_actions(state))
        assert {action for action in PLAYS if accepted(state, action)} | {
            action for action in PLAIN if accepted(state, action)
        } == listed


@pytest.mark.parametrize("mix", MIXES, ids=mix_name)
def test_every_outcome_that_is_listed_is_accepted_and_its_chances_add_up_to_one(mix: dict[str, bool]) -> None:
    (options,) = some_setups(mix, 1, seed=5)
    for move in play(options, 6):
        if not rules.is_chance(move.before):
            continue
        node = rules.chance(move.before)
        assert sum(share for _, share in node) == 1
        assert len(set(node.outcomes)) == len(node)
        for outcome in node.outcomes:
            rules.advance(move.before, outcome)
