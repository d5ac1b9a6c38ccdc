"""The solved round equals the plain recursion over the engine, in every value it gives."""

import random

import numpy as np
import pytest

from shanghaien import rules
from shanghaien.ai.round.judge import Judge
from shanghaien.ai.round.position import position
from shanghaien.ai.round.solver import RoundMoment, solve
from shanghaien.ai.value.payoff import FinalScore, Objective
from shanghaien.rules import Act, End, Options, Phase, Play, Starter, State, Trick
from tests.ai.expectimax import Expectimax, final_lead, final_win
from tests.ai.fake_payoff import FakePayoff, after_round
from tests.ai.tables import Table

SHIFT, AGAIN, BOTH, WILD = Trick("shift"), Trick("again"), Trick("both"), Trick("wild")


def exact_judge(objective: Objective = Objective.WIN) -> Judge:
    return Judge(FinalScore(objective), dtype=np.float64)


def assert_all_actions_equal(judge: Judge, plain: Expectimax, state: State) -> None:
    for action, value in judge.action_values(state).items():
        assert value == pytest.approx(plain.action_value(state, action), abs=1e-12), action


@pytest.mark.parametrize("end", list(End))
@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize(
    "hands",
    [((), ()), ((SHIFT,), (SHIFT,)), ((AGAIN,), (BOTH,)), ((BOTH,), ()), ((), (WILD,)), ((SHIFT, BOTH), (WILD, AGAIN))],
)
def test_every_action_of_a_late_turn_is_worth_what_the_recursion_says(
    hands: tuple[tuple[Trick, ...], tuple[Trick, ...]], turn: int, end: End
) -> None:
    state = Table(seed=len(hands[0]) + 7 * turn, hands=hands, dice=(4, 4), turn=turn, end=end, crew=4).state()

    assert_all_actions_equal(exact_judge(), Expectimax(final_win), state)


@pytest.mark.parametrize("turn", [0, 1])
def test_every_action_after_a_roll_is_worth_what_the_recursion_says(turn: int) -> None:
    """Ways of playing two sailors that nobody needs are among them."""
    table = Table(seed=3, hands=((SHIFT, AGAIN, BOTH), (SHIFT, BOTH)), dice=(4, 4), turn=turn, tricks_in_row=1, crew=6)
    state = table.state(phase=Phase.PLACE, rolled=(2, 5))
    plain = Expectimax(final_lead)

    assert_all_actions_equal(exact_judge(Objective.POINTS), plain, state)


def test_without_tricks_a_whole_middle_game_equals_the_recursion() -> None:
    state = Table(seed=5, dice=(3, 2), turn=1).state()

    assert_all_actions_equal(exact_judge(), Expectimax(final_win), state)


@pytest.mark.parametrize("starter", list(Starter))
@pytest.mark.parametrize("turn", [0, 1])
def test_an_earlier_round_equals_the_recursion_under_any_judgement_and_starter_rule(
    turn: int, starter: Starter
) -> None:
    table = Table(seed=8 + turn, round=5, hands=((SHIFT, AGAIN), (BOTH,)), dice=(4, 4), turn=turn, crew=2)
    state = table.but(options=Options(starter=starter)).state()

    assert_all_actions_equal(Judge(FakePayoff(), dtype=np.float64), Expectimax(after_round), state)


def test_the_first_die_goes_to_the_better_end() -> None:
    state = Table(seed=4, end=None).state(phase=Phase.PLACE, rolled=(2, 5))
    judge = exact_judge()
    values = judge.action_values(state)
    named = {action: judge.value(rules.apply(state, action).state) for action in rules.legal_actions(state)}

    assert {action.end for action in values if isinstance(action, rules.Place)} == set(End)
    assert values == named


@pytest.mark.parametrize("face_down", [(), (2,), (2, 5)])
def test_face_down_cards_and_the_ban_on_calling_are_known_exactly(face_down: tuple[int, ...]) -> None:
    base = Table(seed=6, dice=(3, 3)).state(face_down=face_down)
    banned = base.with_player(0, base.players[0]._replace(in_force=Trick("extra1"), trick_used=True))

    for state in (base, banned):
        assert_all_actions_equal(exact_judge(), Expectimax(final_win), state)


@pytest.mark.parametrize("owner", [0, 1])
def test_objections_of_a_crazy_captain_in_force_are_known_exactly(owner: int) -> None:
    table = Table(seed=9, round=6, dice=(4, 3), turn=1, crew=3, options=Options(crazy_captain=True)).state()
    state = table.with_player(owner, table.players[owner]._replace(in_force=Trick("captain"), trick_used=True))

    assert_all_actions_equal(Judge(FakePayoff(), dtype=np.float64), Expectimax(after_round), state)


@pytest.mark.parametrize(
    ("turn", "hands"), [(0, ((SHIFT, BOTH), (AGAIN,))), (1, ((), ())), (0, ((WILD,), (BOTH, AGAIN)))]
)
def test_the_solved_policy_played_out_earns_what_the_table_says(
    turn: int, hands: tuple[tuple[Trick, ...], tuple[Trick, ...]], *, long: bool
) -> None:
    start = Table(seed=21 + turn, hands=hands, turn=turn, end=None).state()
    judge, rng = exact_judge(), random.Random(5)
    results = np.array([final_win(play_out(judge, start, rng)) for _ in range(1000 if long else 200)])

    assert abs(results.mean() - judge.value(start)) < 3 * results.std() / np.sqrt(len(results))


def play_out(judge: Judge, state: State, rng: random.Random) -> State:
    while not state.over:
        if rules.is_chance(state):
            state = rules.advance(state, rules.draw(state, rng)).state
            continue
        values = judge.action_values(state)
        pick = max if rules.to_move(state) == 0 else min
        state = rules.apply(state, pick(values, key=values.__getitem__)).state
    return state


def test_swapping_the_seats_turns_a_chance_of_winning_into_its_complement() -> None:
    state = Table(seed=12, hands=((SHIFT, BOTH), (AGAIN,)), dice=(2, 2)).state()
    swapped = state.evolve(players=state.players[::-1], turn=1, starter=1)

    assert exact_judge().value(swapped) == pytest.approx(1 - exact_judge().value(state), abs=1e-12)


def test_a_tolerance_costs_at_most_itself() -> None:
    start = position(Table(seed=13, hands=((SHIFT,), (AGAIN,)), dice=(0, 0)).state())
    exact = solve(start, FinalScore(Objective.POINTS), dtype=np.float64).value

    for tolerance in (0.5, 2.0):
        near = solve(start, FinalScore(Objective.POINTS), dtype=np.float64, tolerance=tolerance).value
        assert abs(near - exact) <= tolerance


def test_a_turn_that_may_not_call_is_worth_a_roll() -> None:
    state = Table(seed=14, dice=(3, 3)).state(must_roll=True)
    table = solve(position(state), FinalScore(), dtype=np.float64)
    moment = RoundMoment(0, (state.players[0].dice, state.players[1].dice), end=End.LEFT)

    assert exact_judge().value(state) == table.roll(moment)


def test_two_sailors_can_be_looked_up_in_the_round_solved_before() -> None:
    state = Table(seed=15, hands=((SHIFT,), ()), dice=(3, 3)).state(phase=Phase.PLACE, rolled=(1, 6))
    judge = exact_judge()
    table, _ = judge.table(state)
    play = next(a for a in rules.legal_actions(state) if isinstance(a, Play) and a.act == Act("sailors"))
    later, ways = judge.table(rules.apply(state, play).state)

    assert later is table
    assert ways[0].nation is play.nation


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("turn", [0, 1])
def test_the_first_roll_is_worth_the_mean_of_its_outcomes_whatever_is_in_hand(turn: int, seed: int) -> None:
    hands = ((SHIFT, BOTH), (AGAIN, BOTH)) if seed else ((WILD, AGAIN), (SHIFT, BOTH))
    rolling = Table(seed=30 + seed, hands=hands, turn=turn, end=None, crew=5).state(phase=Phase.ROLL)
    judge = exact_judge()
    mean = sum(float(share) * judge.value(rules.advance(rolling, dice).state) for dice, share in rules.chance(rolling))

    assert judge.value(rolling) == pytest.approx(mean, abs=1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_at_any_point_of_a_round_each_value_follows_from_those_one_step_later(seed: int) -> None:
    """With the exact ends above, this proves every value in between."""
    rng, judge = random.Random(seed), exact_judge()
    hands = [((SHIFT, BOTH), (AGAIN,)), ((BOTH,), (WILD, SHIFT)), ((AGAIN, WILD), (BOTH, AGAIN)), ((), (SHIFT,))][seed]
    state = Table(seed=40 + seed, hands=hands, end=None, turn=seed % 2, tricks_in_row=1, crew=8).state()
    while not state.over:
        if rules.is_chance(state):
            steps = [(float(share), rules.advance(state, dice).state) for dice, share in rules.chance(state)]
            assert judge.value(state) == pytest.approx(sum(p * judge.value(after) for p, after in steps), abs=1e-12)
            state = rng.choice(steps)[1]
        else:
            values = judge.action_values(state)
            best = max(values.values()) if rules.to_move(state) == 0 else min(values.values())
            assert judge.value(state) == pytest.approx(best, abs=1e-12)
            state = rules.apply(
                state, rng.choice([a for a in values if not isinstance(a, rules.Call)] or list(values))
            ).state


@pytest.mark.parametrize("turn", [0, 1])
def test_a_round_solved_from_the_dice_that_lie_there_agrees_with_the_whole_round(turn: int) -> None:
    state = Table(seed=50 + turn, hands=((SHIFT, BOTH), (AGAIN,)), dice=(3, 2 + turn), turn=turn, crew=3).state()
    dice = state.players[0].dice, state.players[1].dice
    whole = solve(position(state), FinalScore(), dtype=np.float64)
    rest = solve(position(state), FinalScore(), lying=dice, dtype=np.float64)
    moment = RoundMoment(turn, dice, end=End.LEFT)

    assert rest.turn(moment) == pytest.approx(whole.turn(moment), abs=1e-12)
    assert rest.roll(moment) == pytest.approx(whole.roll(moment), abs=1e-12)
    assert rest.call(moment) == whole.call(moment)


def test_an_answer_to_two_sailors_is_weighed_in_the_round_solved_anew_from_there() -> None:
    table = Table(seed=52, hands=((WILD, SHIFT), (AGAIN, BOTH)), dice=(3, 3), crew=4)
    state = table.state(phase=Phase.PLACE, rolled=(1, 6))
    judge = exact_judge()
    judge.action_values(state)
    play = next(a for a in rules.legal_actions(state) if isinstance(a, Play) and a.act == Act("sailors"))
    placed = rules.apply(rules.apply(state, play).state, rules.Place(1)).state
    answer = rules.advance(rules.apply(placed, rules.Roll()).state, (2, 5)).state

    assert judge.action_values(answer) == pytest.approx(exact_judge().action_values(answer), abs=1e-12)
