"""With every card of every expansion the solved round equals the plain recursion over the engine."""

import random

import numpy as np
import pytest

from shanghaien import rules
from shanghaien.ai.round.judge import Judge
from shanghaien.rules import Options, Phase, State, Trick
from tests.ai.expectimax import Expectimax
from tests.ai.fake_payoff import FakePayoff, after_round
from tests.ai.tables import Table

SHIFT, AGAIN, BOTH, WILD = Trick("shift"), Trick("again"), Trick("both"), Trick("wild")
CAPTAIN, EXTRA_1, EXTRA_2, DOUBLE = Trick("captain"), Trick("extra1"), Trick("extra2"), Trick("double")
EVERYTHING = rules.PRESETS["everything"]
NONE: tuple[Trick, ...] = ()


def state_of(table: Table, *, double: int | None = None, in_force: Trick | None = None) -> State:
    """The state of a recipe with the Double with a seat or in the middle, and a card of seat 0 in force."""
    state = table.state()
    if in_force is not None:
        state = state.with_player(0, state.players[0]._replace(in_force=in_force, trick_used=True))
    if "extra_3" not in table.options.expansions:
        return state
    if double is None:
        return state.evolve(middle=(DOUBLE,))
    return state.with_player(double, state.players[double]._replace(hand=(*state.players[double].hand, DOUBLE)))


def assert_all_actions_equal(state: State) -> None:
    judge, plain = Judge(FakePayoff(), dtype=np.float64), Expectimax(after_round)
    for action, value in judge.action_values(state).items():
        assert value == pytest.approx(plain.action_value(state, action), abs=1e-9), action


def rolled(state: State, *dice: int) -> State:
    return state.evolve(phase=Phase.PLACE, rolled=dice)


MIXES = [
    (Options(crazy_captain=True), ((CAPTAIN, SHIFT), (CAPTAIN,))),
    (Options(crazy_captain=True), ((CAPTAIN,), (SHIFT, AGAIN))),
    (Options(extra_1=True), ((EXTRA_1,), (BOTH,))),
    (Options(extra_2=True), ((EXTRA_2, SHIFT), (EXTRA_2,))),
    (Options(extra_3=True), ((AGAIN,), (SHIFT,))),
    (Options(extra_3=True, extra_1=True, extra_2=True), ((EXTRA_1,), (EXTRA_2,))),
    (EVERYTHING, ((CAPTAIN, EXTRA_2), (EXTRA_1,))),
]


@pytest.mark.rule(27, 28, 32, 34, 35, 36, 38, 39)
@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize(("options", "hands"), MIXES)
def test_every_action_of_a_late_turn_is_worth_what_the_recursion_says_in_every_mix(
    options: Options, hands: tuple[tuple[Trick, ...], tuple[Trick, ...]], turn: int
) -> None:
    table = Table(seed=4 + turn, round=6, hands=hands, dice=(4, 4), turn=turn, crew=1, options=options)
    assert_all_actions_equal(rolled(state_of(table), 2, 5))


@pytest.mark.rule(38, 39)
@pytest.mark.parametrize("double", [None, 0, 1])
@pytest.mark.parametrize("turn", [0, 1])
def test_the_double_is_taken_to_and_fro_as_the_recursion_says(turn: int, double: int | None) -> None:
    table = Table(
        seed=3, round=6, hands=((SHIFT,), NONE), dice=(4, 4), turn=turn, crew=2, options=Options(extra_3=True)
    )
    assert_all_actions_equal(state_of(table, double=double))


@pytest.mark.rule(28, 29, 30, 31)
@pytest.mark.parametrize(
    "hand", [(SHIFT, AGAIN), (BOTH, BOTH), (WILD, SHIFT), (EXTRA_1,), (EXTRA_2, AGAIN), (CAPTAIN, WILD)]
)
@pytest.mark.parametrize("double", [None, 1])
def test_a_captain_in_force_refuses_what_the_recursion_says(hand: tuple[Trick, ...], double: int | None) -> None:
    options = EVERYTHING if double else Options(crazy_captain=True, extra_1=True, extra_2=True)
    table = Table(seed=9, round=5, hands=(NONE, hand), dice=(4, 4), turn=1, crew=2, options=options)
    state = state_of(table, double=double, in_force=CAPTAIN)
    assert_all_actions_equal(state)
    assert_all_actions_equal(rolled(state, 1, 4))


@pytest.mark.rule(32)
def test_calls_that_are_forbidden_stay_so_for_both() -> None:
    table = Table(seed=2, round=6, hands=(NONE, (EXTRA_1,)), dice=(4, 4), options=Options(extra_1=True), crew=2)
    assert_all_actions_equal(rolled(state_of(table, in_force=EXTRA_1), 1, 3))


@pytest.mark.rule(35)
def test_two_cards_face_down_are_known_exactly() -> None:
    table = Table(seed=5, round=6, hands=((EXTRA_2,), (EXTRA_2,)), dice=(4, 4), options=Options(extra_2=True), crew=2)
    assert_all_actions_equal(rolled(state_of(table).evolve(face_down=(4,)), 3, 4))


FULL = (SHIFT, AGAIN, BOTH, WILD, CAPTAIN, EXTRA_1, EXTRA_2)


@pytest.mark.parametrize("seed", range(4))
def test_at_any_point_of_a_round_with_full_hands_each_value_follows_from_those_one_step_later(seed: int) -> None:
    """With the exact ends above, this proves every value in between."""
    rng, judge = random.Random(seed), Judge(FakePayoff(), dtype=np.float64)
    hands = [(FULL[4:], FULL[4:]), (FULL[2:], NONE), ((SHIFT, CAPTAIN), (AGAIN, EXTRA_2)), (NONE, FULL[3:6])][seed]
    table = Table(seed=40 + seed, round=6, hands=hands, end=None, turn=seed % 2, crew=2, options=EVERYTHING)
    state = state_of(table)
    while state.round == 6:
        if rules.is_chance(state):
            steps = [(float(share), rules.advance(state, dice).state) for dice, share in rules.chance(state)]
            mean = sum(share * judge.value(after) for share, after in steps)
            state, before = rng.choice(steps)[1], state
        else:
            values = judge.action_values(state)
            mean = max(values.values()) if rules.to_move(state) == 0 else min(values.values())
            going_on: list[rules.Action] = [each for each in values if not isinstance(each, rules.Call)] or list(values)
            plays = [action for action in going_on if isinstance(action, rules.Play)]
            action = rng.choice(plays if plays and rng.random() < 0.3 else going_on)
            state, before = rules.apply(state, action).state, state
        assert judge.value(before) == pytest.approx(mean, abs=1e-9), before
