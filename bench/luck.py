"""Whether what reviews call luck is zero on average, by who rolled and in the deals, and how much variance it explains.

    python bench/luck.py --setup everything --pairs 200

Paired games (same deal, same dice for each seat, seats swapped) between two levels, each reviewed. Luck of rolls is seen
by the player who rolled: by seat a bias in favour of whoever rolls would cancel out. Errors are taken over pairs, which
share their dice. Prints JSON: means with standard errors, how many of these each mean is off, and by what factor taking
luck out divides the variance of results.
"""

import argparse
import json
import math
import os
import random
import sys
import time
from collections.abc import Sequence
from statistics import fmean, stdev, variance
from typing import Any

os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"

from shanghaien import rules
from shanghaien.ai.bots import bot
from shanghaien.ai.review.model import GameReview, ReviewKind
from shanghaien.ai.review.reviewer import judgement, review
from shanghaien.rules import EXPANSIONS, Options, Phase, Record

SETUPS = {"base": Options(), "everything": Options(**dict.fromkeys(EXPANSIONS, True))} | {
    name: Options(**{name: True}) for name in EXPANSIONS
}
Game = dict[str, float]


def played(options: Options, levels: tuple[str, str], name: str) -> Record:
    """One game; the deal and each seat's dice follow from the name alone."""
    bots = [bot(level, random.Random(f"{name} {level}")) for level in levels]
    chances, state, steps = _Chances(name), rules.new_game(options), list[Any]()
    while not state.over:
        seat = rules.to_move(state)
        steps.append(chances.outcome(state) if seat is None else bots[seat].choose(state))
        state, _ = rules.take(state, steps[-1])
    return Record(options, tuple(steps))


class _Chances:
    """A deal and two sets of dice, as `Streams` of the arena has them."""

    def __init__(self, name: str) -> None:
        self._deal = random.Random(f"{name} deal")
        self._dice = random.Random(f"{name} dice 0"), random.Random(f"{name} dice 1")

    def outcome(self, state: rules.State) -> Any:
        stream = self._deal if state.phase in (Phase.DEAL, Phase.WHO_STARTS) else self._dice[state.turn]
        return rules.draw(state, stream)


def account(reviewed: GameReview) -> Game:
    """What a game says about luck: of rolls for whoever rolled, of deals for seat 0."""
    rolls = [entry for entry in reviewed.entries if entry.kind is ReviewKind.ROLL]
    return {
        "rolls": sum(entry.luck if entry.seat == 0 else -entry.luck for entry in rolls) / 2,
        "deals": sum(entry.luck for entry in reviewed.entries if entry.kind is ReviewKind.DEAL),
        "unforeseen": reviewed.totals[0].unforeseen,
        "result": reviewed.totals[0].result,
        "without_luck": reviewed.totals[0].without_luck,
    }


def told(pairs: Sequence[tuple[Game, Game]]) -> dict[str, Any]:
    means = {
        name: _mean([fmean(game[name] for game in pair) for pair in pairs]) for name in ("rolls", "deals", "unforeseen")
    }
    games = [game for pair in pairs for game in pair]
    before, after = (variance(game[name] for game in games) for name in ("result", "without_luck"))
    return means | {
        "variance": round(before, 4),
        "without_luck": round(after, 4),
        "divided_by": round(before / after, 2),
    }


def _mean(values: Sequence[float]) -> dict[str, float]:
    error = stdev(values) / math.sqrt(len(values))
    return {"mean": round(fmean(values), 5), "error": round(error, 5), "errors_off": round(fmean(values) / error, 2)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--setup", choices=SETUPS, default="base")
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--levels", nargs=2, default=("boatswain", "first-mate"))
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    start, pairs = time.process_time(), []
    for number in range(args.pairs):
        name, (first, second) = f"{args.seed} {args.setup} {number}", args.levels
        games = [played(SETUPS[args.setup], levels, name) for levels in ((first, second), (second, first))]
        first_game, second_game = (account(review(game, judgement())) for game in games)
        pairs.append((first_game, second_game))
    spent = round(time.process_time() - start)
    sys.stdout.write(json.dumps({"setup": args.setup, "pairs": args.pairs, **told(pairs), "cpu_seconds": spent}) + "\n")


if __name__ == "__main__":
    main()
