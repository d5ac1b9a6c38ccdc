"""Before the last round a thrifty judge overlooks what hardly matters; in the last one nothing."""

import numpy as np
import pytest

from shanghaien import rules
from shanghaien.ai.round.judge import Judge
from shanghaien.ai.round.kept_rounds import TOLERANCE
from shanghaien.ai.round.position import position
from shanghaien.ai.round.solver import fewer_ways, least_missed, solve
from shanghaien.ai.value.payoff import HandMade
from shanghaien.rules import Act, Phase, Play, Trick
from tests.ai.fake_payoff import FakePayoff
from tests.ai.tables import Table

SHIFT, AGAIN, BOTH, WILD = Trick("shift"), Trick("again"), Trick("both"), Trick("wild")


def cards_for_two_sailors(table: Table) -> tuple[set[Trick | None], ...]:
    both = fewer_ways(position(table.state()), FakePayoff())
    return tuple({way.card for way in ways if way.act == Act("sailors")} for ways in both)


def test_one_card_is_thought_of_for_two_sailors_the_one_least_missed() -> None:
    table = Table(round=5, hands=((SHIFT, AGAIN, BOTH), (BOTH, SHIFT)), crew=1)

    assert cards_for_two_sailors(table) == ({AGAIN}, {SHIFT})


def test_a_wild_card_is_given_up_first() -> None:
    start = position(Table(round=5, hands=((AGAIN, WILD), ()), crew=1).state())

    assert least_missed(start, FakePayoff(), 0, {AGAIN, WILD}) is WILD


def test_the_last_round_thinks_of_every_card() -> None:
    assert cards_for_two_sailors(Table(round=8, hands=((SHIFT, AGAIN), (BOTH,)), crew=1)) == ({SHIFT, AGAIN}, {BOTH})


def test_thrift_changes_the_value_of_a_round_hardly_at_all() -> None:
    start = position(Table(seed=2, round=6, hands=((SHIFT, AGAIN), (BOTH, SHIFT)), crew=5).state())
    exact = solve(start, HandMade(), dtype=np.float64).value
    thrifty = solve(start, HandMade(), dtype=np.float64, thrifty=True, tolerance=TOLERANCE).value

    assert thrifty == pytest.approx(exact, abs=TOLERANCE)


def test_a_thrifty_judge_still_values_what_is_overlooked() -> None:
    table = Table(seed=3, round=6, hands=((SHIFT, AGAIN), ()), dice=(4, 4), crew=4)
    state = table.state(phase=Phase.PLACE, rolled=(2, 5))
    thrifty, exact = Judge(HandMade(), thrifty=True), Judge(HandMade())
    overlooked = set(rules.legal_actions(state)) - set(thrifty.needed_actions(state))

    assert any(isinstance(action, Play) for action in overlooked)
    for action in overlooked:
        assert thrifty.action_value(state, action) == pytest.approx(exact.action_value(state, action), abs=1e-5)


def test_a_roll_is_worth_the_mean_of_what_its_outcomes_are_worth_even_to_a_thrifty_judge() -> None:
    judge = Judge(HandMade(), dtype=np.float64, thrifty=True)
    state = Table(seed=4, round=6, hands=((SHIFT, AGAIN), (BOTH,)), dice=(3, 3), crew=4).state(phase=Phase.ROLL)
    mean = sum(float(share) * judge.value(rules.advance(state, dice).state) for dice, share in rules.chance(state))

    assert judge.value(state) == pytest.approx(mean, abs=1e-12)
