"""Thousands of games stepped at once on NumPy arrays, for training: the base game with base tricks (R4, R7, R13, R25).

    env = BatchEnv(games=4096, options=Options(starter="alternate"), seed=1)
    while True:
        actions = choose(env.observations, env.masks)   # (games, 157) int8 and (games, 66) bool
        rewards, done = env.step(actions)               # (games, 2) int8 and (games,) bool

A step is one decision in every game; chance follows within it. Observations are those of `bridges.observation`, always
seen by the seat that has to choose (`env.seats`). A game that is over starts anew within the same step. The rules are
those of `shanghaien.rules`: a test plays both side by side and compares every step.
"""

from .batch_env import BatchEnv, Stepped, random_actions

__all__ = ["BatchEnv", "Stepped", "random_actions"]
