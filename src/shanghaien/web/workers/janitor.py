"""The janitor: once a day, one process of the site removes what nobody has needed for long."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, or_

from shanghaien.web.clock import now
from shanghaien.web.ids import GameId
from shanghaien.web.store.database import Database
from shanghaien.web.store.due import DueRow, DueStore
from shanghaien.web.store.old_rows import (
    DAY_MS,
    OldRows,
    unfinished_games,
    unplayed_games,
    unread_reviews,
    untaken_invitations,
)

log = logging.getLogger("shanghaien.janitor")
KIND = "janitor"
"""What the daily round is called among the things that are due."""
UNPLAYED_MS = DAY_MS
"""How long a game is kept at which nobody has done anything: very many can be set up in a short time."""
REMAINS_MS = 60 * DAY_MS
"""How long it is known which notices were sent."""
FOUND_AT_ONCE, REMOVED_AT_ONCE, REMAINS_AT_ONCE = 1000, 20, 200
"""Few are removed by one transaction, so that no move waits for it."""
BREATH = 0.02
"""Seconds between two of them."""


@dataclass(frozen=True, slots=True)
class KeptDays:
    """For how many days each is kept; 0 keeps it for ever."""

    games: int
    invitations: int
    reviews: int


@dataclass(frozen=True, slots=True)
class Removed:
    """How many of each were removed, or would be."""

    games: int
    invitations: int
    reviews: int


class Janitor:
    """Removes old things; `forget` is told of each game, so that nobody plays on from memory."""

    def __init__(
        self, database: Database, keep: KeptDays, forget: Callable[[GameId], None] = lambda game: None
    ) -> None:
        self._rows = OldRows(database)
        self._due = DueStore(database)
        self._keep = keep
        self._forget = forget

    async def start(self) -> None:
        """Let the first round be due in a day, unless one is due already."""
        await self._due.set_once(KIND, "", now() + DAY_MS)

    async def daily(self, row: DueRow) -> None:
        """The daily round, and the next one a day later."""
        await self.clean()
        await self._due.set(KIND, "", now() + DAY_MS)

    async def count(self) -> Removed:
        """What would go now."""
        today = await self._rows.today()
        games, invitations, reviews = self._old(today)
        return Removed(
            0 if games is None else await self._rows.count_games(games),
            0 if invitations is None else await self._rows.count_games(invitations),
            0 if reviews is None else await self._rows.count_reviews(reviews),
        )

    async def clean(self) -> Removed:
        """Remove what is old, a little at a time."""
        today = await self._rows.today()
        games, invitations, reviews = self._old(today)
        removed = Removed(
            0 if games is None else await self._remove_games("unfinished games", games),
            0 if invitations is None else await self._remove_games("invitations", invitations),
            0 if reviews is None else await self._remove_reviews(reviews),
        )
        await self._rows.remove_claims(today - DAY_MS)
        await self._remove_remains(today - REMAINS_MS)
        await self._rows.remove_unused(today)
        counts = {"games": removed.games, "invitations": removed.invitations, "reviews": removed.reviews}
        log.info("the janitor has been round", extra=counts)
        return removed

    def _old(self, today: int) -> "list[ColumnElement[bool] | None]":
        """Which games, invitations and reviews are old enough to go."""
        kinds = (_still_games(today), untaken_invitations, unread_reviews)
        days = (self._keep.games, self._keep.invitations, self._keep.reviews)
        return [old(today - kept * DAY_MS) if kept else None for old, kept in zip(kinds, days, strict=True)]

    async def _remove_games(self, what: str, which: ColumnElement[bool]) -> int:
        count = 0
        while found := await self._rows.games(which, FOUND_AT_ONCE):
            before = count
            for first in range(0, len(found), REMOVED_AT_ONCE):
                gone = await self._rows.remove_games(found[first : first + REMOVED_AT_ONCE], which)
                for game in gone:
                    self._forget(game)
                count += _note(what, gone)
                await asyncio.sleep(BREATH)
            if count == before:  # others hold the rest just now: they are younger than they were, or go tomorrow
                break
        return count

    async def _remove_reviews(self, which: ColumnElement[bool]) -> int:
        count = 0
        while gone := await self._rows.remove_reviews(which, REMOVED_AT_ONCE):
            count += _note("reviews", gone)
            await asyncio.sleep(BREATH)
        return count

    async def _remove_remains(self, before: int) -> None:
        while gone := await self._rows.remove_remains(before, REMAINS_AT_ONCE):
            log.debug("removed", extra={"what": "what is left of notices", "ids": [str(gone)]})
            await asyncio.sleep(BREATH)


def _still_games(today: int) -> "Callable[[int], ColumnElement[bool]]":
    """Games that stand still for long, and those that nobody has ever played."""
    return lambda before: or_(unfinished_games(before), unplayed_games(max(before, today - UNPLAYED_MS)))


def _note(what: str, gone: Sequence[str]) -> int:
    if gone:
        log.debug("removed", extra={"what": what, "ids": list(gone)})
    return len(gone)
