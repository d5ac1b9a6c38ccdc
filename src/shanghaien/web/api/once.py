"""What is made of a table once and used for everybody who looks at it."""

import weakref
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from shanghaien.web.play.table import Table

Made = TypeVar("Made")
Key = TypeVar("Key", bound=Hashable)
MOST_READERS = 8
"""For how many kinds of readers the news of one table are kept; nearly everybody has seen the version before."""


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


def once_for_each(make: Callable[[Table, Key], Made]) -> Callable[[Table, Key], Made]:
    """The same for what depends on the reader too, such as on the version that they have seen."""
    news: OncePerTable[dict[Key, Made]] = OncePerTable(lambda _: {})

    def made(table: Table, reader: Key) -> Made:
        known = news(table)
        if reader in known:
            return known[reader]
        new = make(table, reader)
        if len(known) < MOST_READERS:
            known[reader] = new
        return new

    return made
