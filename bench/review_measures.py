"""Which measure of play tells the stronger of two levels from one game: reviews of paired games between levels.

Every pair of levels plays the same deals twice, seats swapped. For each measure: how often the stronger level has the
better figure (a tie counts half), and how often the figure disagrees with who gave away less in all, which is what the
account of a game adds up to.
"""

import argparse
import json
import random
import sys
from collections.abc import Callable, Iterator
from itertools import combinations
from math import exp

from shanghaien import rules
from shanghaien.ai.bots import LEVELS, bot
from shanghaien.ai.review.model import GameReview, ReviewEntry
from shanghaien.ai.review.reviewer import judgement, judgement_name, review
from shanghaien.rules import PRESETS, Record, Seat

STEEPNESS = 12.0
"""How quickly the quality of one decision falls with its loss, in the measure that chess players know."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10, help="deals of each pair of levels, each played twice (10)")
    names = [level.name for level in LEVELS]
    parser.add_argument("--levels", nargs="+", choices=names, default=names, help="who plays (all levels)")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    reviewed, measured = list[tuple[GameReview, Seat]](), list[dict[str, object]]()
    for weaker, stronger in combinations(sorted(args.levels, key=names.index), 2):
        games = list(pairs(weaker, stronger, args.games, args.seed))
        reviewed += games
        measured.append({"pair": f"{stronger} against {weaker}", **figures(games)})
        print(measured[-1], file=sys.stderr, flush=True)
    about = {"judgement": judgement_name(), "games": args.games, "seed": args.seed}
    print(json.dumps({**about, "measured": [*measured, {"pair": "all", **figures(reviewed)}]}, indent=2))


def pairs(weaker: str, stronger: str, games: int, seed: int) -> Iterator[tuple[GameReview, Seat]]:
    """Reviewed games, each with the seat of the stronger level."""
    for number in range(games):
        for seat in (0, 1):
            rng = random.Random(f"{seed} {weaker} {stronger} {number}")
            names = (stronger, weaker) if seat == 0 else (weaker, stronger)
            first, second = (bot(name, rng).choose for name in names)
            steps = tuple(step.step for step in rules.play(PRESETS["base"], (first, second), rng))
            yield review(Record(PRESETS["base"], steps), judgement()), seat


def figures(games: list[tuple[GameReview, Seat]]) -> dict[str, object]:
    found: dict[str, object] = {"games": len(games)}
    for name, measure in MEASURES.items():
        right, against = 0.0, 0
        for reviewed, seat in games:
            ahead = measure(reviewed, seat) - measure(reviewed, 1 - seat)
            account = lost(reviewed, 1 - seat) - lost(reviewed, seat)
            right += 0.5 if ahead == 0 else ahead > 0
            against += ahead * account < 0
        found[name] = {"stronger is better %": round(100 * right / len(games)), "against the account": against}
    return found


def chosen(reviewed: GameReview, seat: Seat) -> list[ReviewEntry]:
    entries = reviewed.entries
    return [entry for entry in entries if entry.seat == seat and entry.grade is not None and not entry.forced]


def lost(reviewed: GameReview, seat: Seat) -> float:
    return sum(entry.loss for entry in chosen(reviewed, seat))


def stake(reviewed: GameReview, seat: Seat) -> float:
    return sum(entry.at_stake for entry in chosen(reviewed, seat))


def own_stake(reviewed: GameReview, seat: Seat) -> float:
    return 1 - lost(reviewed, seat) / (stake(reviewed, seat) or 1)


def common_stake(reviewed: GameReview, seat: Seat) -> float:
    return 1 - 2 * lost(reviewed, seat) / ((stake(reviewed, 0) + stake(reviewed, 1)) or 1)


def mean_loss(reviewed: GameReview, seat: Seat) -> float:
    return -lost(reviewed, seat) / (len(chosen(reviewed, seat)) or 1)


def each_decision(reviewed: GameReview, seat: Seat) -> float:
    entries = chosen(reviewed, seat)
    return sum(exp(-STEEPNESS * entry.loss) for entry in entries) / (len(entries) or 1)


MEASURES: dict[str, Callable[[GameReview, Seat], float]] = {
    "share of the own stake": own_stake,
    "share of the common stake": common_stake,
    "mean loss": mean_loss,
    "mean quality of decisions": each_decision,
    "all that was lost": lambda reviewed, seat: -lost(reviewed, seat),
}

if __name__ == "__main__":
    main()
