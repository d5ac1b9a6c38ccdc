import hashlib
import warnings
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from shanghaien.bridges import pettingzoo_env
from shanghaien.rules import Options
from tests.bridges.play import EVERYTHING, FIRST_EXPANSIONS

BEHAVIOUR = {1: ("1fdb8b9ea609f0f0", "f5639c452d83c232")}
"""By version, what a game of the base game and one with all the first expansions add up to."""


def play(env: Any, seed: int) -> list[tuple[str, float]]:
    """Play at random to the end; every agent's rewards in the order in which they came."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    rewards = []
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        rewards.append((agent, reward))
        done = terminated or truncated
        env.step(None if done else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    return rewards


@pytest.mark.parametrize("options", [Options(), EVERYTHING])
def test_the_api_test_of_pettingzoo_passes(options: Options) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it advises against dictionaries and boxes without pictures
        api_test(pettingzoo_env.env(options), num_cycles=500)


def test_the_seed_test_of_pettingzoo_passes() -> None:
    seed_test(pettingzoo_env.env, num_cycles=100)


@pytest.mark.parametrize("options", [Options(), EVERYTHING])
def test_both_agents_are_rewarded_once_and_at_the_end(options: Options) -> None:
    for seed in range(5):
        rewards = play(pettingzoo_env.env(options), seed)
        assert all(reward == 0 for _, reward in rewards[:-2])
        assert {agent for agent, _ in rewards[-2:]} == {"player_0", "player_1"}
        assert sorted(reward for _, reward in rewards[-2:]) in ([-1, 1], [0, 0])


def test_the_mask_is_all_zero_for_the_agent_that_is_not_asked() -> None:
    env = pettingzoo_env.raw_env()
    env.reset(seed=3)
    asked = env.agent_selection
    other = "player_1" if asked == "player_0" else "player_0"
    assert env.observe(asked)["action_mask"].sum() == 1
    assert env.observe(other)["action_mask"].sum() == 0


def test_a_seed_repeats_a_game_and_the_next_reset_brings_another_one() -> None:
    env = pettingzoo_env.raw_env()
    env.reset(seed=5)
    first = env.table.state
    env.reset()
    second = env.table.state
    env.reset(seed=5)
    assert env.table.state == first != second


def test_an_illegal_action_loses_the_game() -> None:
    env = pettingzoo_env.env()
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(1)  # Shanghai can't be called before two dice lie
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards[loser] == -1


def test_the_table_is_rendered_as_text_and_as_svg() -> None:
    text, svg = (pettingzoo_env.raw_env(render_mode=mode) for mode in ("ansi", "svg"))
    for env in (text, svg):
        env.reset(seed=2)
    words = text.render()
    assert words is not None
    assert "round 1" in words
    drawing = ET.fromstring(svg.render() or "")  # noqa: S314  # our own drawing
    assert len(drawing.findall("{http://www.w3.org/2000/svg}rect")) >= 7


def test_the_version_is_part_of_the_name() -> None:
    assert pettingzoo_env.env().metadata["name"] == f"shanghaien_v{pettingzoo_env.ENV_VERSION}"


@pytest.mark.parametrize(("number", "options"), [(0, Options()), (1, FIRST_EXPANSIONS)])
def test_what_an_agent_meets_changes_only_with_the_version(number: int, options: Options) -> None:
    env, digest = pettingzoo_env.env(options), hashlib.sha256()
    env.reset(seed=1)
    for steps, agent in enumerate(env.agent_iter()):
        observation, reward, done, _, _ = env.last()
        digest.update(f"{agent} {reward} {done}".encode())
        digest.update(observation["observation"].tobytes() + observation["action_mask"].tobytes())
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if done else int(legal[steps % len(legal)]))
    assert digest.hexdigest()[:16] == BEHAVIOUR[pettingzoo_env.ENV_VERSION][number]
