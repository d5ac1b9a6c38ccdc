import numpy as np
import pytest

from shanghaien import rules
from shanghaien.bridges.batch import BatchEnv, random_actions
from shanghaien.bridges.codes import BASE_ACTIONS, action_code, action_of
from shanghaien.bridges.observation import BASE
from shanghaien.rules import PILE_KINDS, Card, First, Malformed, Nation, Options, Phase, Sailor, Starter, State
from tests.bridges.play import random_game

SET_UPS = (
    Options(),
    Options(extra_wild=True),
    Options(starter=Starter.ALTERNATE, first=First.SEAT_B),
    Options(tricks=(8, 0, 0), first=First.SEAT_A),
    Options(tricks=(0, 3, 5), extra_wild=True, starter=Starter.ALTERNATE),
)


def dealt(numbers: list[int]) -> list[Card]:
    """The tavern of an observation, before an end is named."""
    sailors, tricks = numbers[BASE.slices["sailors in the tavern"]], numbers[BASE.slices["tricks in the tavern"]]
    row: list[Card] = []
    for place in range(6):
        values = sailors[8 * place : 8 * place + 8]
        if any(values):
            row.append(Sailor(Nation(values.index(max(values))), max(values)))
        else:
            row.append(PILE_KINDS[32 + tricks[3 * place : 3 * place + 3].index(1)])
    return row


def follow(state: State, numbers: list[int], seat: int) -> State:
    """Let the chances of the rules fall as they fell in the batch."""
    row = dealt(numbers)
    rolled = numbers[BASE.slices["rolled"]]
    while rules.is_chance(state):
        if state.phase == Phase.WHO_STARTS:
            state = rules.advance(state, seat).state
        elif state.phase == Phase.DEAL:
            state = rules.advance(state, row[len(state.tavern)]).state
        else:
            state = rules.advance(state, tuple(die for die in range(1, 7) for _ in range(rolled[die - 1]))).state
    return state


def waiting(options: Options) -> list[State]:
    """The states of a random game in which a seat has to choose."""
    return [state for state in random_game(options, seed=8) if rules.to_move(state) is not None]


@pytest.mark.parametrize("options", SET_UPS)
def test_every_step_of_every_game_is_that_of_the_rules(options: Options) -> None:
    env, rng = BatchEnv(40, options, seed=3), np.random.default_rng(3)
    states = [
        follow(rules.new_game(options), numbers.tolist(), int(seat))
        for numbers, seat in zip(env.observations, env.seats, strict=True)
    ]
    finished = 0
    while finished < 60:
        for state, numbers, mask, seat in zip(states, env.observations, env.masks, env.seats, strict=True):
            assert rules.to_move(state) == seat
            assert numbers.tolist() == BASE.numbers(state, int(seat))
            assert np.flatnonzero(mask).tolist() == sorted(map(action_code, rules.legal_actions(state)))
        actions = random_actions(env.masks, rng)
        rewards, done = env.step(actions)
        for game, action in enumerate(actions):
            state = rules.apply(states[game], action_of(int(action))).state
            assert state.over == done[game]
            own, other = rules.points(state)
            expected = [np.sign(own - other), np.sign(other - own)] if state.over else [0, 0]
            assert rewards[game].tolist() == expected
            finished += state.over
            fresh = rules.new_game(options) if state.over else state
            states[game] = follow(fresh, env.observations[game].tolist(), int(env.seats[game]))


@pytest.mark.parametrize("options", SET_UPS)
def test_games_put_into_the_batch_go_on_as_the_rules_say(options: Options) -> None:
    env, rng = BatchEnv(40, options, seed=6), np.random.default_rng(6)
    states = waiting(options)[:80:2]
    for game, state in enumerate(states):
        env.put(game, state)
    going_on = set(range(len(states)))
    while going_on:
        for game in going_on:
            assert rules.to_move(states[game]) == env.seats[game]
            assert env.observations[game].tolist() == BASE.numbers(states[game], int(env.seats[game]))
            assert np.flatnonzero(env.masks[game]).tolist() == sorted(
                map(action_code, rules.legal_actions(states[game]))
            )
        actions = random_actions(env.masks, rng)
        _, done = env.step(actions)
        for game in sorted(going_on):
            state = rules.apply(states[game], action_of(int(actions[game]))).state
            assert state.over == done[game]
            going_on -= {game} if state.over else set()
            states[game] = follow(state, env.observations[game].tolist(), int(env.seats[game]))


def test_only_a_state_of_the_same_set_up_that_waits_for_a_player_can_be_put_into_the_batch() -> None:
    env = BatchEnv(2, seed=1)
    for state in (rules.new_game(), waiting(Options(extra_wild=True))[0]):
        with pytest.raises(Malformed, match="same set-up in which a player has to choose"):
            env.put(0, state)


def test_random_actions_are_legal_and_leave_none_out() -> None:
    env, rng = BatchEnv(200, Options(extra_wild=True), seed=1), np.random.default_rng(1)
    seen: set[int] = set()
    for _ in range(1500):
        actions = random_actions(env.masks, rng)
        assert env.masks[np.arange(200), actions].all()
        seen.update(actions.tolist())
        env.step(actions)
    assert seen == set(range(BASE_ACTIONS))


def test_dice_and_cards_fall_as_often_as_they_should() -> None:
    env, rng = BatchEnv(3000, seed=5), np.random.default_rng(5)
    assert abs(env.seats.mean() - 0.5) < 0.05
    first_cards = env.observations[:, BASE.slices["tricks in the tavern"]].reshape(3000, 6, 3).sum(axis=(0, 1))
    assert first_cards == pytest.approx(3000 * 6 * np.array([3, 3, 2]) / 48, rel=0.12)
    env.step(random_actions(env.masks, rng))
    rolled = env.observations[:, BASE.slices["rolled"]]
    assert (rolled.sum(axis=1) == 2).all()
    assert rolled.sum(axis=0) == pytest.approx(np.full(6, 1000), rel=0.12)
    assert (rolled.max(axis=1) == 2).mean() == pytest.approx(1 / 6, rel=0.15)


def test_the_same_seed_and_actions_give_the_same_games() -> None:
    one, two, other = BatchEnv(50, seed=9), BatchEnv(50, seed=9), BatchEnv(50, seed=10)
    rng = np.random.default_rng(0)
    assert (one.observations != other.observations).any()
    for _ in range(300):
        actions = random_actions(one.masks, rng)
        one.step(actions)
        two.step(actions)
        assert (one.observations == two.observations).all()


def test_an_illegal_action_is_refused_before_anything_happens() -> None:
    env = BatchEnv(5, seed=1)
    before = env.observations.copy()
    for action in (1, 66, -1):
        with pytest.raises(Malformed, match=f"Action {action} is not legal in game 3"):
            env.step(np.array([0, 0, 0, action, 0]))
    with pytest.raises(Malformed, match="one action for each of the 5 games"):
        env.step(np.array([0]))
    assert (env.observations == before).all()


def test_expansions_are_refused_with_a_sentence() -> None:
    with pytest.raises(Malformed, match="base game"):
        BatchEnv(1, Options(extra_3=True))
