from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from shanghaien import rules
from shanghaien.bridges.gymnasium_env import ShanghaienEnv, random_opponent
from shanghaien.rules import Action, Call, Options, State
from tests.bridges.play import EVERYTHING


def play(env: Any, seed: int) -> list[float]:
    """The rewards of a game played at random."""
    rng = np.random.default_rng(seed)
    observation, _ = env.reset(seed=seed)
    rewards, over = [], False
    while not over:
        observation, reward, over, _, _ = env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        rewards.append(float(reward))
    return rewards


def hasty(state: State, generator: np.random.Generator) -> Action:
    """Calls Shanghai as soon as it may, else does the first thing on the list."""
    legal = rules.legal_actions(state)
    return Call() if Call() in legal else legal[0]


@pytest.mark.filterwarnings("ignore:.*render fps.*:UserWarning")
@pytest.mark.parametrize("options", [Options(), EVERYTHING])
def test_the_environment_checker_of_gymnasium_passes(options: Options) -> None:
    check_env(gymnasium.make("Shanghaien-v1", options=options, render_mode="ansi").unwrapped)


def test_it_is_made_by_its_name_and_version() -> None:
    env = gymnasium.make("Shanghaien-v1", options=EVERYTHING, seat=1)
    assert isinstance(env.unwrapped, ShanghaienEnv)
    assert env.reset(seed=1)[1] == {"seat": 1}


def test_the_reward_comes_once_and_at_the_end() -> None:
    for seed in range(5):
        rewards = play(ShanghaienEnv(options=EVERYTHING), seed)
        assert not any(rewards[:-1])
        assert rewards[-1] in {-1, 0, 1}


def test_the_same_seed_plays_the_same_game_against_any_opponent() -> None:
    for opponent in (random_opponent, hasty):
        one, two = ShanghaienEnv(opponent), ShanghaienEnv(opponent)
        assert play(one, 7) == play(two, 7)
        assert one.table.state == two.table.state


def test_the_opponent_is_asked_whenever_its_seat_is() -> None:
    env = ShanghaienEnv(opponent=hasty, seat=0)
    env.reset(seed=2)
    assert env.table.asked == 0
    play(env, 2)
    assert env.table.state.over


def test_the_seat_changes_from_game_to_game_unless_it_is_fixed() -> None:
    env = ShanghaienEnv()
    env.reset(seed=1)
    assert {env.reset()[1]["seat"] for _ in range(20)} == {0, 1}


def test_an_illegal_action_ends_the_game_with_a_loss() -> None:
    env = ShanghaienEnv(seat=0)
    env.reset(seed=1)
    illegal = int(np.flatnonzero(~env.action_masks())[0])
    assert env.step(np.int64(illegal))[1:] == (-1.0, True, False, {"seat": 0, "illegal": True})


@pytest.mark.parametrize(("mode", "start"), [("ansi", "round 1"), ("svg", "<svg")])
def test_the_table_is_rendered(mode: str, start: str) -> None:
    env = ShanghaienEnv(render_mode=mode)
    env.reset(seed=1)
    picture = env.render()
    assert picture is not None
    assert picture.startswith(start)
