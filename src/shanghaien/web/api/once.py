"""What is made of a table once and used for everybody who looks at it."""

import weakref
from collections.abc import Callable
from typing import Generic, TypeVar

from shanghaien.web.play.table import Table

Made = TypeVar("Made")
MOST_BEGINNINGS = 8
"""From how many different versions on the same news are kept; nearly everybody has seen the version before."""


class OncePerTable(Generic[Made]):
    """Remembers what was made of each table, as long as somebody holds the table itself."""

    def __init__(self, make: Callable[[Table], Made]) -> None:
        self._make = make
        self._made: dict[int, tuple[Made, weakref.ref[Table]]] = {}

    def __call__(self, table: Table) -> Made:
        """What was or is now made of the table."""
        key = id(table)  # tables with equal content would do as well, but comparing them takes longer than making it
        found = self._made.get(key)
        if found is not None:
            return found[0]
        made = self._make(table)
        self._made[key] = (made, weakref.ref(table, lambda _: self._made.pop(key, None)))
        return made


def once_since(make: Callable[[Table, int], Made]) -> Callable[[Table, int], Made]:
    """The same for what is new to somebody who has seen the table at an earlier version."""
    news: OncePerTable[dict[int, Made]] = OncePerTable(lambda _: {})

    def made(table: Table, since: int) -> Made:
        known = news(table)
        if since in known:
            return known[since]
        new = make(table, since)
        if len(known) < MOST_BEGINNINGS:
            known[since] = new
        return new

    return made
