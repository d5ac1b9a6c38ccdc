"""A pool of reviewed games between the levels: what `anchors.py`, `ratings.py` and `too_perfect.py` measure with.

    python bench/reviewed_games.py --pool games.jsonl --setup base --pairs 40

Every two levels play paired games (same deal, same dice for each seat, seats swapped), and each game is reviewed. A pair
is one line of JSON, written as soon as it has ended; pairs that are there already are not played again, so a stopped run
goes on where it was. The same pair is played the same whatever else is played. Prints JSON: how many games there are.
"""

import argparse
import json
import os
import random
import tempfile
import time
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, NamedTuple

os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"

from rich.console import Console
from rich.progress import track

from shanghaien import rules
from shanghaien.ai.bots import LEVELS, bot
from shanghaien.ai.review.model import GameReview, ReviewEntry
from shanghaien.ai.review.reviewer import judgement, judgement_name, review
from shanghaien.rules import EXPANSIONS, PRESETS, Options, Phase, Record

NAMES = [level.name for level in LEVELS]
SETUPS = {
    "base": PRESETS["base"],
    "online": PRESETS["online"],
    "everything": Options(**dict.fromkeys(EXPANSIONS, True)),
}
PairResult = dict[str, Any]
"""A pair of games: its fields, and `games`, each as both players account for it."""


class Pairing(NamedTuple):
    """Two games of two levels with the same deal and dice, seats swapped."""

    setup: str
    first: str
    second: str
    seed: int
    number: int


def play_pair(pairing: Pairing) -> PairResult:
    """Both games, reviewed; the account of the first level stands first in each."""
    start = time.process_time()
    games = [account(review(record(pairing, swapped), judgement()), int(swapped)) for swapped in (False, True)]
    spent = round(time.process_time() - start, 1)
    return pairing._asdict() | {"judgement": judgement_name(), "games": games, "cpu_seconds": spent}


def record(pairing: Pairing, swapped: bool) -> Record:
    """One game of a pair."""
    name = f"{pairing.seed} {pairing.first} {pairing.second} {pairing.number}"
    levels = (pairing.second, pairing.first) if swapped else (pairing.first, pairing.second)
    bots = [bot(level, random.Random(f"{name} {level} {swapped}")) for level in levels]
    deal, dice = random.Random(f"{name} deal"), [random.Random(f"{name} dice {seat}") for seat in (0, 1)]
    state, steps = rules.new_game(SETUPS[pairing.setup]), list[Any]()
    while not state.over:
        seat = rules.to_move(state)
        if seat is None:
            steps.append(rules.draw(state, deal if state.phase in (Phase.DEAL, Phase.WHO_STARTS) else dice[state.turn]))
            state = rules.advance(state, steps[-1]).state
        else:
            steps.append(bots[seat].choose(state))
            state = rules.apply(state, steps[-1]).state
    return Record(SETUPS[pairing.setup], tuple(steps))


def account(reviewed: GameReview, first: int) -> PairResult:
    """A game in short; the level that is named first has this seat."""
    own, other = reviewed.totals[first], reviewed.totals[1 - first]
    chosen = [entry for entry in reviewed.entries if entry.choices and not entry.forced]
    return {
        "result": own.result,
        "luck": round(own.luck, 6),
        "unforeseen": round(own.unforeseen, 6),
        "loss": [round(own.loss, 6), round(other.loss, 6)],
        "decisions": [own.decisions, other.decisions],
        "chosen": [[weighed(entry) for entry in chosen if entry.seat == seat] for seat in (first, 1 - first)],
    }


def weighed(entry: ReviewEntry) -> list[int]:
    """What the decision lost, and then what every choice would have lost, smallest first; in hundred-thousandths."""
    best = entry.choices[0].value
    return [round(1e5 * entry.loss), *sorted(round(1e5 * abs(choice.value - best)) for choice in entry.choices)]


def kept_in(path: Path) -> dict[Pairing, PairResult]:
    """The pairs that were played before with today's judgement."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    pool = [line for line in map(json.loads, lines) if line["judgement"] == judgement_name()]
    return {Pairing(*(line[field] for field in Pairing._fields)): line for line in pool}


def pairings(setup: str, levels: Sequence[tuple[str, str]], count: int, seed: int) -> list[Pairing]:
    """All pairs that are asked for, in turn, so that a run that is stopped has some of each."""
    return [Pairing(setup, *names, seed, number) for number in range(count) for names in levels]


def grow(path: Path, wanted: Iterable[Pairing]) -> dict[Pairing, PairResult]:
    """The pool with what was missing; every pair is written down when it has ended."""
    pool = kept_in(path)
    left = [pairing for pairing in wanted if pairing not in pool]
    with path.open("a", encoding="utf-8") as file:
        for pairing in track(left, "pairs", console=Console(stderr=True)):
            pool[pairing] = play_pair(pairing)
            file.write(json.dumps(pool[pairing], separators=(",", ":")) + "\n")
            file.flush()
    return pool


def with_pool(description: str, pairs: int = 4) -> argparse.ArgumentParser:
    """A parser that knows where the games are, and how many there have to be."""
    kept = Path(tempfile.gettempdir()) / "shanghaien-reviewed-games.jsonl"
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--pool", type=Path, default=kept, help=f"file that keeps the games, to go on from ({kept})")
    parser.add_argument("--setup", choices=list(SETUPS), default="base")
    parser.add_argument(
        "--pairs", type=int, default=pairs, help=f"pairs of games for every two levels, at least ({pairs})"
    )
    parser.add_argument("--levels", nargs="+", choices=NAMES, default=NAMES, help="who plays (all levels)")
    parser.add_argument("--neighbours", action="store_true", help="only levels that follow each other")
    parser.add_argument(
        "--skip", type=int, default=0, help="leave out so many pairs of every two levels, the first (0)"
    )
    parser.add_argument("--seed", type=int, default=1)
    return parser


def pool_of(args: argparse.Namespace) -> list[PairResult]:
    levels = list(pairwise(args.levels) if args.neighbours else combinations(args.levels, 2))
    pool = grow(args.pool, pairings(args.setup, levels, args.pairs, args.seed))
    return [line for pairing, line in pool.items() if pairing.setup == args.setup and pairing.number >= args.skip]


def main() -> None:
    args = with_pool("Play and review paired games of all levels; prints JSON.", pairs=40).parse_args()
    pool = pool_of(args)
    spent = sum(line["cpu_seconds"] for line in pool)
    print(json.dumps({"setup": args.setup, "games": 2 * len(pool), "cpu_seconds": round(spent)}))


if __name__ == "__main__":
    main()
