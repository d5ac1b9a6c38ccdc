"""Learn from random games which decisions win, then play against random play: `python examples/train.py`.

The ten lines in the middle are those of docs/research.md.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from shanghaien.bridges.batch import BatchEnv, random_actions
from shanghaien.bridges.observation import BASE

Net = tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]
SCALE = np.array(BASE.scale, np.float32)


def train(games: int = 512, steps: int = 2000, seed: int = 0) -> Net:
    """A net with one hidden layer that tells for every action how games went on, from -1 (lost) to 1 (won)."""
    log: list[Any] = []
    env, rng, each = BatchEnv(games, seed=seed), np.random.default_rng(seed), np.arange(games)
    outcome = np.zeros(games, np.float32)
    first, second = rng.normal(0, 0.1, (157, 64)).astype(np.float32), np.zeros((64, 66), np.float32)
    for _ in range(steps):
        seen, sign, actions = env.observations.copy(), 1 - 2 * env.seats, random_actions(env.masks, rng)
        log.append((seen, sign, actions, *env.step(actions)))
    for seen, sign, actions, rewards, done in reversed(log):  # backwards: the outcome comes first
        outcome = np.where(done, rewards[:, 0], outcome).astype(np.float32)
        inputs, error = seen / SCALE, np.zeros((games, 66), np.float32)
        hidden = np.maximum(inputs @ first, 0)
        error[each, actions] = 3e-4 * np.abs(outcome) * (outcome * sign - (hidden @ second)[each, actions])
        first, second = first + inputs.T @ ((error @ second.T) * (hidden > 0)), second + hidden.T @ error
    return first, second


def win_rate(net: Net, games: int = 2000, seed: int = 1) -> float:
    """How often the net wins against random play, draws counted half; it has each seat in half of the games."""
    env, rng, each = BatchEnv(games, seed=seed), np.random.default_rng(seed), np.arange(games)
    seats, score, going_on = each % 2, np.zeros(games), np.ones(games, np.bool_)
    while going_on.any():
        worth = np.where(env.masks, np.maximum(env.observations / SCALE @ net[0], 0) @ net[1], -9)
        rewards, done = env.step(np.where(env.seats == seats, worth.argmax(1), random_actions(env.masks, rng)))
        score = np.where(done & going_on, (1 + rewards[each, seats]) / 2, score)
        going_on &= ~done
    return float(score.mean())


if __name__ == "__main__":
    print(f"win rate against random play: {win_rate(train()):.3f}")
