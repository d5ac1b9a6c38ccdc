"""Expansions: what an action leads to is valued exactly as far as the solver knows the round."""

import numpy as np
import pytest

from shanghaien import rules
from shanghaien.ai.round.judge import Judge
from shanghaien.ai.value.payoff import FinalScore, HandMade, Objective
from shanghaien.rules import Act, Answer, Options, Phase, Play, State, Trick
from tests.ai.tables import Table

DOUBLE_GAME = Options(extra_3=True)


def judge() -> Judge:
    return Judge(FinalScore(Objective.POINTS), dtype=np.float64)


def after_double(seed: int, holder: str = "middle") -> State:
    """Seat 0 has rolled a pair of threes."""
    state = Table(seed=seed, dice=(2, 2), options=DOUBLE_GAME).state(phase="double", rolled=(3, 3))
    if holder == "middle":
        return state.evolve(middle=(Trick("double"),))
    seat = 0 if holder == "own" else 1
    return state.with_player(seat, state.players[seat]._replace(hand=(Trick("double"),)))


@pytest.mark.rule(38)
@pytest.mark.parametrize("seed", range(5))
def test_rolling_one_die_again_is_worth_the_limit_of_rolling_on(seed: int) -> None:
    state, mind = after_double(seed), judge()
    take = mind.action_value(state, Answer("take"))
    rolling = rules.apply(state, Answer("one")).state
    others = [mind.value(rules.advance(rolling, (die,)).state) for die in (1, 2, 4, 5, 6)]
    value = 0.0
    for _ in range(200):
        value = (sum(others) + max(take, value)) / 6

    assert mind.value(rolling) == pytest.approx(value, abs=1e-9)


@pytest.mark.rule(38)
def test_who_holds_the_double_can_only_roll_on_until_the_dice_differ() -> None:
    mind, state = judge(), after_double(1, holder="own")
    rolling = rules.apply(state, Answer("one")).state
    others = [mind.value(rules.advance(rolling, (die,)).state) for die in (1, 2, 4, 5, 6)]

    assert mind.value(state) == pytest.approx(np.mean(others))


@pytest.mark.rule(34)
def test_roll_all_again_is_a_mean_over_rolls_of_the_best_die_to_keep() -> None:
    table = Table(seed=2, hands=((Trick("extra1"),), ()), dice=(1, 1), options=Options(extra_1=True))
    state, mind = table.state(phase=Phase.PLACE, rolled=(2, 5)), judge()
    rolling = rules.apply(state, Play(Trick("extra1"), Act("roll-all"))).state
    values = [max(mind.action_values(rules.advance(rolling, dice).state).values()) for dice, _ in rules.chance(rolling)]
    weights = [float(share) for _, share in rules.chance(rolling)]
    kept = rules.legal_actions(rules.advance(rolling, (1, 2, 3)).state)

    assert all(isinstance(action, Answer) and action.word == "keep" for action in kept)
    assert mind.value(rolling) == pytest.approx(np.dot(weights, values))


@pytest.mark.rule(36)
def test_an_exchange_is_looked_up_in_the_round_already_solved() -> None:
    table = Table(seed=3, hands=((Trick("extra2"),), ()), dice=(2, 2), options=Options(extra_2=True))
    state, mind = table.state(phase=Phase.PLACE, rolled=(2, 5)), judge()
    solved, _ = mind.table(state)
    exchange = next(a for a in rules.legal_actions(state) if isinstance(a, Play) and a.act == Act("exchange"))

    assert mind.table(rules.apply(state, exchange).state)[0] is solved


@pytest.mark.rule(28)
def test_objecting_is_worth_the_new_roll_and_allowing_what_was_announced() -> None:
    table = Table(seed=4, round=6, dice=(3, 3), turn=1, options=Options(crazy_captain=True)).state()
    watched = table.with_player(0, table.players[0]._replace(in_force=Trick("captain"), trick_used=True))
    rolled = watched.evolve(phase=Phase.PLACE, rolled=(3, 4))
    mind = Judge(HandMade(), dtype=np.float64)

    for action in rules.legal_actions(rolled):
        announced = rules.apply(rolled, action).state
        assert announced.phase == "objection"
        assert mind.action_value(rolled, action) == max(mind.action_values(announced).values())


@pytest.mark.parametrize("phase", [Phase.WHO_STARTS, Phase.DEAL, Phase.OVER])
def test_a_state_between_rounds_is_not_the_judges_business(phase: Phase) -> None:
    with pytest.raises(ValueError, match="between rounds"):
        judge().value(rules.new_game(Options()).evolve(phase=phase))


def test_a_judge_forgets_the_rounds_before() -> None:
    mind = judge()
    first, second = Table(seed=5).state(), Table(seed=6).state()
    solved, _ = mind.table(first)
    mind.table(second)

    assert mind.table(first)[0] is not solved
