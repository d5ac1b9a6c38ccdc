"""Measures what costs most, as ratios to a fixed loop, and names what got dearer than the figures that are kept.

    python bench/guard.py [--write] [--times 9] [--only move start_page ...]

Processor time: what is measured takes turns with a loop of plain Python, and the first quartile of the one is divided by
that of the other, so that a slower or busier machine changes little. Only `kept_game` is no ratio: it is the kB that a
game of 225 entries takes in memory. What seems dearer by 15 % than bench/guard.json says is measured twice more; if it stays so, the exit status is 1. `--write` keeps the figures of this
run; do that in the commit that makes something dearer for a reason, and say the reason there. Prints JSON.
"""

import argparse
import gc
import json
import os
import platform
import random
import resource
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import quantiles
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from ai import last_round
from load.browsers import Pair
from load.here import ServerHere
from load.processes import Server
from load.programs import HotSeat, TwoPrograms, TwoSockets
from load.random_tables import EVERYTHING, random_game
from load.rounds import Game
from parts import Clock, follow, tables

from shanghaien import rules
from shanghaien.ai.review.reviewer import judgement, review
from shanghaien.ai.round.judge import Judge
from shanghaien.ai.round.position import position
from shanghaien.ai.round.solver import solve
from shanghaien.ai.value.payoff import FinalScore
from shanghaien.cli.puzzles import played
from shanghaien.rules import PRESETS
from shanghaien.web.core.ids import GameId
from shanghaien.web.tables.open_games import GameWriter

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


def listening() -> Work:
    """A server from its start until it listens, with a database that is there already."""
    folder = tempfile.TemporaryDirectory()  # removed when the work is

    def start() -> None:
        Server(Path(folder.name), "--bot-workers", "0").kill()

    return start


PURE: dict[str, Callable[[], Work]] = {
    each.__name__: each for each in (playout, solved, decision, reviewed, event, start_up, listening)
}
LONG, GAMES = 225, 4
"""How many entries most games have, and how many games are weighed."""


def kept_game(server: ServerHere) -> float:
    """The kB that a game of `LONG` entries takes in memory: so much is free again when it is forgotten."""
    tracemalloc.start()
    played = [server.run(_until_long(server, number)) for number in range(GAMES)]
    gc.collect()
    before, _ = tracemalloc.get_traced_memory()
    for game, _ in played:
        server.parts[GameWriter].forget(game)
    gc.collect()
    taken = before - tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return taken / sum(entries for _, entries in played) * LONG / 1000


async def _until_long(server: ServerHere, number: int) -> tuple[GameId, int]:
    game = await HotSeat(number).open(server.address, server.address)
    while game.table["version"] < LONG and not game.over:
        await game.move()
    await game.close()
    return GameId(game.table["id"]), game.table["version"]


class Moves:
    """Moves of one kind of players at a server, until both have been told; a new game where one is over."""

    AT_ONCE = 12

    def __init__(self, server: ServerHere, make: Callable[[int], Game]) -> None:
        self._server, self._make, self._number = server, make, 0
        self.game = server.run(self._opened())

    def __call__(self) -> None:
        self._server.run(self._moves())

    async def _moves(self) -> None:
        for _ in range(self.AT_ONCE):
            if self.game.over:
                await self.game.close()
                self.game = await self._opened()
            await self.game.move()

    async def _opened(self) -> Any:
        self._number += 1
        return await self._make(self._number).open(self._server.address, self._server.address)

    def close(self) -> None:
        """Leave the table."""
        self._server.run(self.game.close())


class AtServer:
    """What is asked of a server that runs in this process, by people who have played a little."""

    def __init__(self, server: ServerHere) -> None:
        self._server = server
        self.move = Moves(server, Pair)
        self.move_by_stream, self.move_by_socket = Moves(server, TwoPrograms), Moves(server, TwoSockets)
        self.move()
        self._mover, self._game = self.move.game.browsers[0].looking, self.move.game.browsers[0].game

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
        """Leave the tables."""
        for moves in (self.move, self.move_by_stream, self.move_by_socket):
            moves.close()


SERVED = ("move", "move_by_stream", "move_by_socket", "table_page", "start_page", "look", "standings_page")
KEPT_GAME = "kept_game"
ALL = (*PURE, *SERVED, KEPT_GAME)


def measure(names: list[str], times: int, kept: dict[str, float]) -> dict[str, float]:
    """The ratio of each; what seems dearer than it was is measured again, and the least counts."""
    figures = dict[str, float]()
    with ExitStack() as open_:
        server = open_.enter_context(ServerHere()) if set(names) - set(PURE) else None
        served = AtServer(server) if server and set(names) & set(SERVED) else None
        if served:
            open_.callback(served.close)
        for name in names:
            if name == KEPT_GAME and server:
                found = kept_game(server)
            else:
                found = least(PURE[name]() if name in PURE else getattr(served, name), times, kept.get(name))
            figures[name] = round(found, 3)
    return figures


def least(work: Work, times: int, kept: float | None) -> float:
    """The ratio, or the least of several where it seems dearer than what is kept."""
    found = ratio(work, times)
    for _ in range(TRIES - 1):
        if kept is not None and found > DEARER * kept:
            found = min(found, ratio(work, times))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="keep the figures of this run")
    parser.add_argument("--times", type=int, default=9, help="how often each is measured (9)")
    parser.add_argument("--only", nargs="+", choices=ALL, help="measure only these")
    parser.add_argument("--show", action="store_true", help="only tell the figures: nothing dearer makes it fail")
    parser.add_argument("--kept", type=Path, default=KEPT, help="where the figures are kept (bench/guard.json)")
    asked = parser.parse_args()
    names = asked.only or list(ALL)
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
