"""Measures what costs most, as ratios to a fixed loop, and names what got dearer than the figures that are kept.

    python bench/guard.py [--write] [--times 9] [--only move start_page ...]

Processor time only: what is measured takes turns with a loop of plain Python, and the first quartile of the one is
divided by that of the other, so that a slower or busier machine changes little. What seems dearer by 15 % than
bench/guard.json says is measured twice more; if it stays so, the exit status is 1. `--write` keeps the figures of this
run; do that in the commit that makes something dearer for a reason, and say the reason there. Prints JSON.
"""

import argparse
import json
import os
import platform
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import quantiles

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from ai import last_round
from load.browsers import Pair
from load.here import ServerHere
from load.random_tables import EVERYTHING, random_game
from parts import Clock, follow, tables

from shanghaien import rules
from shanghaien.ai.review.reviewer import judgement, review
from shanghaien.ai.round.judge import Judge
from shanghaien.ai.round.position import position
from shanghaien.ai.round.solver import solve
from shanghaien.ai.value.payoff import FinalScore
from shanghaien.cli.puzzles import played
from shanghaien.rules import PRESETS

KEPT = Path(__file__).with_name("guard.json")
DEARER = 1.15
"""By so much something may get dearer before it counts."""
TRIES = 3
"""How often something that seems dearer is measured in all."""
Work = Callable[[], object]


def loop() -> None:
    """The fixed loop: numbers, texts, lists and dictionaries, as much of our own code uses them."""
    known = dict[str, int]()
    for number in range(40_000):
        key = f"key {number % 97}"
        known[key] = known.get(key, 0) + number * number % 7
    assert sorted(known.values())


def spent(work: Work) -> float:
    """Processor seconds of this process, its threads, and processes that it waited for."""
    began = _used()
    work()
    return _used() - began


def _used() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def ratio(work: Work, times: int) -> float:
    """What the work costs, in runs of the loop."""
    work()  # fill the caches before the clock starts
    pairs = [(spent(work), spent(loop)) for _ in range(max(2, times))]
    ours, loops = ([each[side] for each in pairs] for side in (0, 1))
    return quantiles(ours, n=4, method="inclusive")[0] / quantiles(loops, n=4, method="inclusive")[0]


# What is measured.


def playout() -> Work:
    """Whole games played at random by the rules."""
    return lambda: [random_game(str(number), EVERYTHING) for number in range(2)]


def solved() -> Work:
    """A round solved by the solver."""
    start = position(last_round(1, 2))
    return lambda: solve(start, FinalScore()).value


def decision() -> Work:
    """Decisions of a bot in a round that is solved already."""
    judge, state = Judge(FinalScore()), last_round(3, 2)
    judge.value(state)
    rolled = rules.chance(rules.apply(state, rules.legal_actions(state)[0]).state).outcomes
    states = [state.evolve(phase=rules.Phase.PLACE, rolled=outcome) for outcome in rolled]
    return lambda: [judge.action_values(each, judge.needed_actions(each)) for each in states]


def reviewed() -> Work:
    """The review of a game."""
    record = played(PRESETS["base"], "deckhand", random.Random(1))
    return lambda: review(record, judgement())


def event() -> Work:
    """Events of a table rendered for both players, of games that nobody has seen before."""
    fresh: Iterator[int] = iter(range(10**9))

    def send() -> None:
        follow([tables(next(fresh))], Clock())

    return send


def start_up() -> Work:
    """A process that loads the server."""
    command = [sys.executable, "-c", "import shanghaien.web.app"]
    return lambda: subprocess.run(command, check=True)  # noqa: S603 - our own words


PURE: dict[str, Callable[[], Work]] = {
    each.__name__: each for each in (playout, solved, decision, reviewed, event, start_up)
}


class AtServer:
    """What is asked of a server that runs in this process, by people who have played a little."""

    MOVES = 12

    def __init__(self, server: ServerHere) -> None:
        self._server = server
        self._pair = server.run(Pair(1).open(server.address, server.address))
        self._number = 1
        self.move()
        self._mover = self._pair.browsers[0].looking
        self._game = self._pair.browsers[0].game

    def move(self) -> None:
        """Moves of two browsers by socket, until both show them; a new game where one is over."""
        self._server.run(self._moves())

    async def _moves(self) -> None:
        for _ in range(self.MOVES):
            if self._pair.over:
                await self._pair.close()
                self._number += 1
                self._pair = await Pair(self._number).open(self._server.address, self._server.address)
            await self._pair.move()

    def table_page(self) -> None:
        """The page of a table, as it is loaded first."""
        self._ask(f"/t/{self._game}")

    def start_page(self) -> None:
        """The start page of somebody with games."""
        self._ask("/")

    def look(self) -> None:
        """A look at a game by the interface for programs."""
        self._ask(f"/api/v1/games/{self._game}", accept="application/json")

    def standings_page(self) -> None:
        """The lists of strength."""
        self._ask("/standings")

    def _ask(self, path: str, accept: str = "text/html") -> None:
        self._server.run(self._asked(path, accept))

    async def _asked(self, path: str, accept: str) -> None:
        for _ in range(10):
            answer = await self._mover.send("GET", path, accept=accept)
            assert answer.status == 200, (path, answer.status)

    def close(self) -> None:
        """Leave the table."""
        self._server.run(self._pair.close())


SERVED = ("move", "table_page", "start_page", "look", "standings_page")


def measure(names: list[str], times: int, kept: dict[str, float]) -> dict[str, float]:
    """The ratio of each; what seems dearer than it was is measured again, and the least counts."""
    figures = dict[str, float]()
    with ExitStack() as open_:
        served = None
        if set(names) & set(SERVED):
            served = AtServer(open_.enter_context(ServerHere()))
            open_.callback(served.close)
        for name in names:
            work = PURE[name]() if name in PURE else getattr(served, name)
            found = ratio(work, times)
            for _ in range(TRIES - 1):
                if found > DEARER * kept.get(name, found):
                    found = min(found, ratio(work, times))
            figures[name] = round(found, 3)
    return figures


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="keep the figures of this run")
    parser.add_argument("--times", type=int, default=9, help="how often each is measured (9)")
    parser.add_argument("--only", nargs="+", choices=[*PURE, *SERVED], help="measure only these")
    parser.add_argument("--show", action="store_true", help="only tell the figures: nothing dearer makes it fail")
    parser.add_argument("--kept", type=Path, default=KEPT, help="where the figures are kept (bench/guard.json)")
    asked = parser.parse_args()
    names = asked.only or [*PURE, *SERVED]
    kept: dict[str, float] = json.loads(asked.kept.read_text())["ratios"] if asked.kept.exists() else {}
    figures = measure(names, asked.times, {} if asked.write or asked.show else kept)
    change = {name: round(found / kept[name], 3) for name, found in figures.items() if name in kept}
    dearer = sorted(name for name, each in change.items() if each > DEARER)
    told = {"python": platform.python_version(), "ratios": figures, "of_what_is_kept": change, "dearer": dearer}
    print(json.dumps(told, indent=2))
    if asked.write:
        written = {"python": platform.python_version(), "ratios": kept | figures}
        asked.kept.write_text(json.dumps(written, indent=2) + "\n")
    elif dearer and not asked.show:
        print(f"Dearer by more than 15 %: {', '.join(dearer)}.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
