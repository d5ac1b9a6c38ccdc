"""How fast the rules are, beside OpenSpiel's backgammon driven from Python in the same run.

    python bench/engine.py [--seconds 10] [--seed 1]

Whole games are played at random. An action is one step, by a player or by chance, and the list of what may happen is
asked at each step. The games take turns in short slices of processor time, so that a busy machine slows all of them.
"""

import argparse
import json
import platform
import random
import time
from collections.abc import Callable
from itertools import cycle

import pyspiel

from shanghaien import rules
from shanghaien.rules import EXPANSIONS, Options

SLICE = 0.25
"""Seconds of processor time that one game may have before the next takes its turn."""

Game = Callable[[random.Random], int]
"""Plays a whole game and tells the number of its actions."""


def ours(options: Options) -> Game:
    def play(rng: random.Random) -> int:
        state, actions = rules.new_game(options), 0
        while not state.over:
            if rules.is_chance(state):
                node = rules.chance(state)  # not `rules.draw`: the backgammon beside it draws by `random` as well
                state = rules.advance(state, node.pick(int(rng.random() * node.total))).state
            else:
                legal = rules.legal_actions(state)
                state = rules.apply(state, legal[int(rng.random() * len(legal))]).state
            actions += 1
        return actions

    return play


def backgammon() -> Game:
    """Random games of backgammon, C++ inside, driven as our games are."""
    game = pyspiel.load_game("backgammon")

    def play(rng: random.Random) -> int:
        state, actions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.random() * len(legal))])
            actions += 1
        return actions

    return play


def measure(games: dict[str, Game], seconds: float, seed: int) -> dict[str, dict[str, float]]:
    """Games and actions per second of processor time, each game having had about so many seconds."""
    rng = random.Random(seed)
    totals = {name: [0.0, 0, 0] for name in games}
    for name, play in cycle(games.items()):
        if all(spent >= seconds for spent, _, _ in totals.values()):
            break
        start, total = time.process_time(), totals[name]
        while time.process_time() - start < SLICE:
            total[2] += play(rng)
            total[1] += 1
        total[0] += time.process_time() - start
    return {name: _rates(*total) for name, total in totals.items()}


def _rates(spent: float, games: float, actions: float) -> dict[str, float]:
    return {
        "games": games,
        "seconds": round(spent, 2),
        "games_per_second": round(games / spent, 1),
        "actions_per_second": round(actions / spent),
        "actions_per_game": round(actions / games, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0, help="processor time for each game (default 5)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random play (default 1)")
    asked = parser.parse_args()
    games = {
        "base": ours(Options()),
        "everything": ours(Options.from_dict(dict.fromkeys(EXPANSIONS, True))),
        "openspiel_backgammon": backgammon(),
    }
    for play in games.values():
        play(random.Random(asked.seed))  # fill the caches before the clock starts
    rates = measure(games, asked.seconds, asked.seed)
    beside = rates["openspiel_backgammon"]["actions_per_second"]
    ratios = {name: round(rates[name]["actions_per_second"] / beside, 3) for name in ("base", "everything")}
    result = {"python": platform.python_version(), "seed": asked.seed, "measured": rates, "ratio_to_backgammon": ratios}
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
