"""Our levels against the MCTS bot of OpenSpiel: paired games (same deal, same dice for each seat, seats swapped).

    python bench/mcts.py --levels captain --simulations 100 1000 --pairs 10 --kept matches.jsonl

Prints JSON: win rate of the level (draws count half) with its 95 % interval (Wilson, pairs as independent trials, which is
careful: the share of a pair varies less than a single game, and a clean sweep still has an honest width). Every pair that
ends is added to the `--kept` file as a line of JSON, and pairs that are there already are not played again, so a stopped
run goes on where it was. The searcher is `open_spiel.python.algorithms.mcts.MCTSBot` with UCT (c = 1.4) and one random
rollout per simulation: `QuickRollouts`, which plays what OpenSpiel's `RandomRolloutEvaluator` plays, only faster.
"""

import argparse
import hashlib
import json
import math
import os
import random
import time
from collections.abc import Iterator
from importlib.resources import files
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts
from rich.console import Console
from rich.progress import track

from shanghaien.ai.arena import Streams, play
from shanghaien.ai.bots import LEVELS, bot
from shanghaien.ai.value.trained import SHIPPED
from shanghaien.bridges.codes import action_of
from shanghaien.bridges.openspiel_game import Held
from shanghaien.bridges.openspiel_rollouts import QuickRollouts
from shanghaien.rules import Action, Chooser, Options, State

Z = 1.96
GAME = pyspiel.load_game("python_shanghaien")
WEIGHTS = hashlib.sha256((files("shanghaien.ai.value") / SHIPPED).read_bytes()).hexdigest()[:8]
TRAINED = ("first-mate", "captain")
"""The levels that use the weights: what they played with others is not theirs any more."""


class Pair(NamedTuple):
    """Two games with the same deal and dice, in which a level has each seat once, and the weights it has learnt."""

    level: str
    simulations: int
    seed: int
    number: int
    weights: str


PairResult = dict[str, Any]
"""A pair that was played: its fields, the level's `share` of the two games and `cpu_seconds`."""


def searcher(simulations: int, name: str) -> Chooser:
    rng = random.Random(name)
    numbers = np.random.RandomState(rng.randrange(2**32))
    found = mcts.MCTSBot(GAME, 1.4, simulations, QuickRollouts(rng), random_state=numbers)

    def choose(state: State) -> Action:
        moment = GAME.new_initial_state()
        moment.held = Held(state)
        return action_of(found.step(moment))

    return choose


def play_pair(pair: Pair) -> PairResult:
    """Play the two games; whatever the other pairs do, the same pair is played the same."""
    start, scores = time.process_time(), []
    name = f"{pair.seed} {pair.number}"
    for seat in (0, 1):
        own = bot(pair.level, random.Random(f"{name} {seat} level")).choose
        other = searcher(pair.simulations, f"{name} {seat} search")
        result = play(Options(), (own, other) if seat == 0 else (other, own), Streams(name))
        scores.append(result.score(seat))
    return pair._asdict() | {"share": fmean(scores), "cpu_seconds": round(time.process_time() - start, 1)}


def wilson(rate: float, count: int) -> tuple[float, float]:
    """The 95 % interval of a rate that was seen in this many trials."""
    middle = (rate + Z * Z / (2 * count)) / (1 + Z * Z / count)
    half = Z * math.sqrt(rate * (1 - rate) / count + (Z / (2 * count)) ** 2) / (1 + Z * Z / count)
    return round(middle - half, 3), round(middle + half, 3)


def bout(results: list[PairResult]) -> PairResult:
    """What the pairs of one level against one search add up to."""
    shares, spent = [pair["share"] for pair in results], sum(pair["cpu_seconds"] for pair in results)
    rate, games = fmean(shares), 2 * len(results)
    found = {"level": results[0]["level"], "simulations": results[0]["simulations"], "games": games, "win_rate": rate}
    return found | {"interval": wilson(rate, len(results)), "cpu_seconds_per_game": round(spent / games, 1)}


def kept_in(path: Path | None) -> dict[Pair, PairResult]:
    """The pairs that were played before."""
    lines = path.read_text(encoding="utf-8").splitlines() if path is not None and path.exists() else []
    return {pair_of(result): result for result in map(json.loads, lines)}


def pair_of(result: PairResult) -> Pair:
    return Pair(*(result[field] for field in Pair._fields))


def play_all(pairs: list[Pair], workers: int) -> Iterator[PairResult]:
    if workers == 1:
        yield from map(play_pair, pairs)
        return
    with get_context("spawn").Pool(workers) as pool:
        yield from pool.imap_unordered(play_pair, pairs)


def keep(result: PairResult, path: Path | None) -> None:
    """Write a pair down as soon as it has ended, so that a stop loses nothing."""
    if path is not None:
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(result) + "\n")


def asked_for(args: argparse.Namespace) -> list[Pair]:
    """The pairs in the order in which they are played."""
    bouts = [(level, simulations) for simulations in args.simulations for level in args.levels]
    return [
        Pair(level, simulations, args.seed, number, WEIGHTS if level in TRAINED else "")
        for level, simulations in bouts
        for number in range(args.pairs)
    ]


def main() -> None:
    names = [level.name for level in LEVELS]
    parser = argparse.ArgumentParser(description="Play our levels against OpenSpiel's MCTS; prints JSON.")
    parser.add_argument("--levels", nargs="+", default=names, choices=names)
    parser.add_argument("--simulations", nargs="+", type=int, default=[100])
    parser.add_argument("--pairs", type=int, default=2, help="pairs of games for each level and search (default 2)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, help="processes that play at the same time (default 1)")
    parser.add_argument("--kept", type=Path, help="file that keeps every pair played, to go on from after a stop")
    args = parser.parse_args()
    if min(args.simulations) < 2:
        parser.error("a search needs at least 2 simulations")
    pairs, played = asked_for(args), kept_in(args.kept)
    left = [pair for pair in pairs if pair not in played]
    for result in track(play_all(left, args.workers), "pairs", len(left), console=Console(stderr=True)):
        keep(result, args.kept)
        played[pair_of(result)] = result
    bouts = dict.fromkeys((pair.level, pair.simulations) for pair in pairs)
    results = [bout([played[pair] for pair in pairs if (pair.level, pair.simulations) == key]) for key in bouts]
    print(json.dumps({"seed": args.seed, "bouts": results}, indent=2))


if __name__ == "__main__":
    main()
