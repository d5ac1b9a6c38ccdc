"""Steps per second of the bridges beside OpenSpiel's backgammon and PettingZoo's own games, in one run on one core.

    python bench/bridges.py [--seconds 3] [--games 16384] > bridges.json

All players choose at random among what is legal. A step is one decision of a player; where a library also counts
chance, `actions_per_second` counts those too. A rollout is a random game from the first turn to the end, as a tree search
asks for it. Rates are per second of CPU time of this process.
"""

import argparse
import json
import os
import platform
import random
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from itertools import count
from typing import Any

os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts
from pettingzoo.classic import chess_v6, connect_four_v3, tictactoe_v3

import shanghaien.bridges.openspiel_game  # noqa: F401  # registers the game
from shanghaien import rules
from shanghaien.bridges import pettingzoo_env
from shanghaien.bridges.batch import BatchEnv, random_actions
from shanghaien.bridges.openspiel_rollouts import QuickRollouts
from shanghaien.bridges.playout import Playout

Counts = Iterator[tuple[int, int]]
"""Endless work that yields (decisions, chances) as it goes."""


def batch(games: int, for_a_net: bool) -> Counts:
    env, rng = BatchEnv(games, seed=1), np.random.default_rng(1)
    for _ in range(200):  # spread the games over all rounds before the clock starts
        env.step(random_actions(env.masks, rng))
    while True:
        if for_a_net:
            np.ascontiguousarray(env.observations).astype(np.float32)
        env.step(random_actions(env.masks, rng))
        yield games, 0


def engine() -> Counts:
    rng = random.Random(1)
    while True:
        state, decisions, chances = rules.new_game(), 0, 0
        while not state.over:
            if rules.is_chance(state):
                state, chances = rules.advance(state, rules.draw(state, rng)).state, chances + 1
            else:
                state, decisions = rules.apply(state, rng.choice(rules.legal_actions(state))).state, decisions + 1
        yield decisions, chances


def playouts() -> Counts:
    rng = random.Random(1)
    while True:
        game, decisions = Playout(rules.new_game(), rng.random), 0
        while not game.over:
            legal = game.legal()
            game.act(legal[int(rng.random() * len(legal))])
            decisions += 1
        yield decisions, 0


def openspiel(name: str) -> Counts:
    rng, game = random.Random(1), pyspiel.load_game(name)
    while True:
        state, decisions, chances = game.new_initial_state(), 0, 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
                chances += 1
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        yield decisions, chances


def openspiel_cpp(name: str) -> Counts:
    """Whole games inside `pyspiel.evaluate_bots` with the C++ random bots; their length is that of 200 such games."""
    game, counting = pyspiel.load_game(name), openspiel(name)
    lengths = [next(counting) for _ in range(200)]
    decisions, chances = (round(sum(part) / len(part)) for part in zip(*lengths, strict=True))
    for seed in count():
        bots = [pyspiel.make_uniform_random_bot(seat, 2 * seed + seat) for seat in (0, 1)]
        pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
        yield decisions, chances


def pettingzoo(make: Callable[[], Any]) -> Counts:
    rng, env = np.random.default_rng(1), make()
    for seed in count():
        env.reset(seed=seed)
        decisions = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            done = terminated or truncated
            env.step(None if done else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
            decisions += not done
        yield decisions, 0


def rollouts(evaluator: mcts.Evaluator) -> Counts:
    state = pyspiel.load_game("python_shanghaien").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    while True:
        evaluator.evaluate(state)
        yield 1, 0


ROLLOUTS: dict[str, Callable[[], Counts]] = {
    "RandomRolloutEvaluator of OpenSpiel": lambda: rollouts(mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))),
    "QuickRollouts": lambda: rollouts(QuickRollouts(random.Random(1))),
}

SUBJECTS: dict[str, Callable[[], Counts]] = {
    "shanghaien rules": engine,
    "shanghaien playouts": playouts,
    "shanghaien in OpenSpiel, Python loop": lambda: openspiel("python_shanghaien"),
    "shanghaien in PettingZoo": lambda: pettingzoo(pettingzoo_env.env),
    "OpenSpiel backgammon, Python loop": lambda: openspiel("backgammon"),
    "OpenSpiel backgammon, C++ evaluate_bots": lambda: openspiel_cpp("backgammon"),
    "PettingZoo tictactoe_v3": lambda: pettingzoo(tictactoe_v3.env),
    "PettingZoo connect_four_v3": lambda: pettingzoo(connect_four_v3.env),
    "PettingZoo chess_v6": lambda: pettingzoo(chess_v6.env),
}


def batches(games: int) -> dict[str, Callable[[], Counts]]:
    """The batch environment, large and small."""
    return {
        f"shanghaien batch, {games} games": lambda: batch(games, for_a_net=False),
        f"shanghaien batch, {games} games, observations copied as float32": lambda: batch(games, for_a_net=True),
        f"shanghaien batch, {games // 16} games": lambda: batch(games // 16, for_a_net=False),
    }


def measure(work: Counts, seconds: float) -> dict[str, int]:
    decisions = chances = 0
    next(work)
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        more, drawn = next(work)
        decisions, chances = decisions + more, chances + drawn
    return {"steps_per_second": round(decisions / spent), "actions_per_second": round((decisions + chances) / spent)}


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the bridges; prints JSON.")
    parser.add_argument("--seconds", type=float, default=3.0, help="CPU seconds for each subject")
    parser.add_argument("--games", type=int, default=16384, help="of the large batch (16384); a small one has 1/16")
    args = parser.parse_args()
    seconds, subjects = args.seconds, batches(args.games) | SUBJECTS
    results = {name: measure(make(), seconds) for name, make in subjects.items()}
    searches = {name: measure(make(), seconds)["steps_per_second"] for name, make in ROLLOUTS.items()}
    packages = {name: version(name) for name in ("numpy", "open-spiel", "pettingzoo")}
    machine = {"python": platform.python_version(), "cores": os.cpu_count(), **packages}
    figures = {"machine": machine, "seconds_each": seconds, "results": results, "rollouts_per_second": searches}
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
