"""Our levels against the MCTS bot of OpenSpiel: paired games (same deal, same dice for each seat, seats swapped).

    python bench/mcts.py --levels captain --simulations 100 1000 --pairs 10

Prints JSON: win rate of the level (draws count half) with its 95 % interval (Wilson, pairs as independent trials, which is
careful: the share of a pair varies less than a single game, and a clean sweep still has an honest width). The searcher is
`open_spiel.python.algorithms.mcts.MCTSBot` with UCT (c = 1.4) and one random rollout per simulation. The rollouts are
those of OpenSpiel's `RandomRolloutEvaluator`, but played on `shanghaien.rules` directly, which is faster.
"""

import argparse
import json
import math
import random
import sys
import time
from statistics import fmean
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from shanghaien import rules
from shanghaien.ai.bots import LEVELS, bot
from shanghaien.ai.match import Chooser, Streams, play
from shanghaien.bridges.codes import action_of
from shanghaien.bridges.openspiel_game import Held
from shanghaien.rules import Action, Options, State

Z = 1.96
GAME = pyspiel.load_game("python_shanghaien")


class Rollouts(mcts.Evaluator):  # type: ignore[misc]  # OpenSpiel has no types
    """One random game from here to the end."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def evaluate(self, state: Any) -> list[float]:
        position = state.position
        while not position.over:
            if rules.is_chance(position):
                chance = rules.chance(position)
                position = rules.advance(position, chance.pick(self.rng.randrange(chance.total))).state
            else:
                position = rules.apply(position, self.rng.choice(rules.legal_actions(position))).state
        own, other = rules.points(position)
        result = float((own > other) - (own < other))
        return [result, -result]

    def prior(self, state: Any) -> list[tuple[int, float]]:
        if state.is_chance_node():
            outcomes: list[tuple[int, float]] = state.chance_outcomes()
            return outcomes
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


def searcher(simulations: int, seed: str) -> Chooser:
    rng = random.Random(seed)
    found = mcts.MCTSBot(
        GAME, 1.4, simulations, Rollouts(rng), random_state=np.random.RandomState(rng.randrange(2**32))
    )

    def choose(state: State) -> Action:
        moment = GAME.new_initial_state()
        moment.held = Held(state)
        return action_of(found.step(moment))

    return choose


def play_pair(level: str, simulations: int, name: str) -> float:
    """The level's share of the two games."""
    scores = []
    for seat in (0, 1):
        own = bot(level, random.Random(f"{name} {seat} level")).choose
        other = searcher(simulations, f"{name} {seat} search")
        result = play(Options(), (own, other) if seat == 0 else (other, own), Streams(name))
        scores.append(result.score(seat))
    return fmean(scores)


def wilson(rate: float, count: int) -> tuple[float, float]:
    """The 95 % interval of a rate that was seen in this many trials."""
    middle = (rate + Z * Z / (2 * count)) / (1 + Z * Z / count)
    half = Z * math.sqrt(rate * (1 - rate) / count + (Z / (2 * count)) ** 2) / (1 + Z * Z / count)
    return round(middle - half, 3), round(middle + half, 3)


def bout(level: str, simulations: int, pairs: int, seed: int) -> dict[str, Any]:
    """The level against the search; every pair is told as it ends, so that a long run may be cut short."""
    start, shares = time.process_time(), []
    for number in range(pairs):
        shares.append(play_pair(level, simulations, f"{seed} {number}"))
        print(level, simulations, f"pair {number + 1}: {shares[-1]}", file=sys.stderr, flush=True)
    rate = fmean(shares)
    told: dict[str, Any] = {"level": level, "simulations": simulations, "pairs": pairs, "win_rate": rate}
    told["interval"] = wilson(rate, pairs)
    told["cpu_seconds_per_game"] = round((time.process_time() - start) / (2 * pairs), 1)
    return told


def main() -> None:
    names = [level.name for level in LEVELS]
    parser = argparse.ArgumentParser(description="Play our levels against OpenSpiel's MCTS; prints JSON.")
    parser.add_argument("--levels", nargs="+", default=names, choices=names)
    parser.add_argument("--simulations", nargs="+", type=int, default=[100])
    parser.add_argument("--pairs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    bouts = [bout(level, count, args.pairs, args.seed) for count in args.simulations for level in args.levels]
    print(json.dumps({"seed": args.seed, "bouts": bouts}, indent=2))


if __name__ == "__main__":
    main()
