"""Measures the parts of a table's page: what presenting and rendering a view costs, and how large events are.

    python bench/parts.py [--games 20]

Whole games of two sides, played at random with every expansion; each move is told to both sides, as their streams
would tell it, after some games have filled the memory. No server and no network. Prints JSON.
"""

import argparse
import gzip
import json
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from statistics import mean, median
from typing import Any, TypeVar

from load.random_tables import EVERYTHING, random_game

from shanghaien.web.site.templates import PARTS, Site, render
from shanghaien.web.tables.model import SeatKind, Table, TableSeat
from shanghaien.web.tables.pages.page import TablePage, present
from shanghaien.web.tables.pages.page_stream import GZIP, Perspective, changes_since
from shanghaien.web.tables.pages.result import NOTHING
from shanghaien.web.talk.views import TalkBox

Made = TypeVar("Made")


def tables(number: int) -> list[Table]:
    """A whole game: the table whenever somebody is asked; players of their own keep it from being taken for another."""
    chairs = (TableSeat(SeatKind.HUMAN, f"Ada {number}"), TableSeat(SeatKind.HUMAN, "Bob"))
    return [replace(table, chairs=chairs) for table in random_game(str(number), EVERYTHING)[:-1]]


class Clock:
    """Adds up processor time."""

    def __init__(self) -> None:
        self.spent, self.times = 0.0, 0

    def run(self, work: Callable[[], Made]) -> Made:
        began = time.process_time()
        made = work()
        self.spent += time.process_time() - began
        self.times += 1
        return made

    def each(self) -> float:
        """Milliseconds for each time."""
        return round(1000 * self.spent / max(1, self.times), 3)


def sides(shown: Table) -> list[Perspective]:
    """The table as its two players look at it."""
    return [Perspective(frozenset({seat}), address=f"/t/{shown.id}") for seat in (0, 1)]


def follow(games: list[list[Table]], sent: Clock) -> list[bytes]:
    """Tell every move of the games to both sides; the events."""
    steps = [(step, look) for game in games for step in pairwise(game) for look in sides(game[0])]
    return [sent.run(lambda at=step, by=look: changes_since(at[1], by, at[0].version)) for step, look in steps]


def presenting(games: list[list[Table]], presented: Clock) -> None:
    """The views of the games alone, without making parts of them."""
    for game in games:
        for shown in game:
            for look in sides(shown):
                presented.run(lambda now=shown, at=look: present(at.see(now)))


def pages(games: list[list[Table]], rendered: Clock) -> list[str]:
    """Whole pages, as they are loaded first and without script."""
    looks = [(shown, sides(shown)[0]) for game in games for shown in game[::10]]
    ready = [present(look.see(shown)) for shown, look in looks]
    return [rendered.run(lambda it=page: _page(it)) for page in ready]


def _page(page: TablePage) -> str:
    more: dict[str, Any] = {"after": NOTHING, "talk": TalkBox(page.id, seated=True), "move_id": "m"}
    return render("tables/page.html", Site(), page=page, **more)


def sizes(texts: list[bytes], pack: Callable[[bytes], bytes]) -> dict[str, float]:
    """Bytes, as they are and as they are sent."""
    plain, packed = [len(text) for text in texts], [len(pack(text)) for text in texts]
    return {"mean": round(mean(plain)), "median": round(median(plain)), "packed_median": round(median(packed))}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20)
    count = parser.parse_args().games
    follow([tables(number) for number in range(-count, 0)], Clock())
    presented, sent, rendered = Clock(), Clock(), Clock()
    presenting([tables(number) for number in range(count, 2 * count)], presented)
    games = [tables(number) for number in range(count)]
    recalled, made = PARTS.recalled, PARTS.made
    events = follow(games, sent)
    recalled, made = PARTS.recalled - recalled, PARTS.made - made
    whole = pages(games, rendered)
    figures = {
        "views": len(events),
        "present_ms": presented.each(),
        "render_ms": round(sent.each() - presented.each(), 3),
        "event_ms": sent.each(),
        "event_bytes": sizes(events, GZIP.piece),
        "parts_remembered": round(recalled / (recalled + made), 3),
        "page_render_ms": rendered.each(),
        "page_bytes": sizes([page.encode() for page in whole], gzip.compress),
        "memory_mb": round(PARTS.held / 1e6, 1),
    }
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
