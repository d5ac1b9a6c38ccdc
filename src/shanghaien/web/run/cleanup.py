"""Cleaning up: once a day, one process of the site removes what has not been used for long."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, ColumnElement, and_, delete, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.core.clock import now
from shanghaien.web.core.database import schema as database_schema
from shanghaien.web.core.database.dialects import now_in
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.retention import DAY_MS, limited_columns, tables_of_games
from shanghaien.web.core.ids import GameId
from shanghaien.web.core.jobs import JobRow, JobStore
from shanghaien.web.people import schema as people_schema
from shanghaien.web.people.schema import attempts, once, push_subscriptions, sessions
from shanghaien.web.reviews.schema import reviews
from shanghaien.web.tables.store import schema
from shanghaien.web.tables.store.schema import visits

UNUSED_MS = 366 * DAY_MS
"""A session that was shown last before that: its cookie has run out too."""


async def remove_remains(connection: AsyncConnection, today: int, limit: int) -> int:
    """Remove some rows whose time is over as of today, and looks at games that are gone; returns how many."""
    gone = ~exists().where(schema.games.c.id == visits.c.game)
    now = now_in(connection)
    old = [(column, column < today - kept) for column, kept in limited_columns()]
    old += [(visits.c.game, gone), (once.c.hash, once.c.until < now), (attempts.c.key, attempts.c.until < now)]
    return sum([await _remove_some(connection, by, which, limit) for by, which in old])


async def _remove_some(connection: AsyncConnection, by: Column[Any], which: ColumnElement[bool], most: int) -> int:
    """Remove matching rows, at most so many values of a column at once."""
    some = select(by).where(which).limit(most)
    return (await connection.execute(delete(by.table).where(by.in_(some), which))).rowcount


async def remove_unused(connection: AsyncConnection, today: int) -> None:
    """Remove the sessions that were long unused as of today, with their push subscriptions."""
    unused = sessions.c.seen < today - UNUSED_MS
    pushes = push_subscriptions.c.session.in_(select(sessions.c.hash).where(unused))
    await connection.execute(delete(push_subscriptions).where(pushes))
    await connection.execute(delete(sessions).where(unused))


# What is no longer used: games that stand still, untaken invitations, reviews, leases; finished games stay.


def unfinished_games(before: int) -> ColumnElement[bool]:
    """Games with both seats taken that stand still since then."""
    games = schema.games.c
    still = and_(games.result.is_(None), games.updated < before)
    return and_(still, ~_has_open_seat(), ~_has_rematch(), ~_is_kept())


def unplayed_games(before: int) -> ColumnElement[bool]:
    """Games set up before then at which no person has ever done anything; where two people have sat down, they may yet."""
    games, entries = schema.games.c, schema.entries.c
    touched = exists().where(entries.game == games.id, entries.request_id.is_not(None))
    unplayed = and_(games.result.is_(None), games.updated < before, games.mode != "invite", ~touched)
    return and_(unplayed, ~_has_open_seat(), ~_has_rematch())


def untaken_invitations(before: int) -> ColumnElement[bool]:
    """Games whose other seat has not been taken since then, called off or not."""
    return and_(schema.games.c.updated < before, _has_open_seat(), ~_has_rematch())


def unread_reviews(before: int) -> ColumnElement[bool]:
    """Reviews that have not been looked at since then."""
    return reviews.c.looked < before


class OldRows:
    """Counts and removes what is old. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def today(self) -> int:
        """The time from which ages are counted: at most a day after the last change of any game.

        So a clock that has jumped ahead by years makes nothing old, and a site that was closed for long loses nothing
        before it is played on again.
        """
        async with self._database.connect() as connection:
            query = select(now_in(connection), select(func.max(schema.games.c.updated)).scalar_subquery())
            present, last = (await connection.execute(query)).one()
        return int(present) if last is None else min(int(present), int(last) + DAY_MS)

    async def count_games(self, which: ColumnElement[bool]) -> int:
        async with self._database.connect() as connection:
            counted = await connection.execute(select(func.count()).select_from(schema.games).where(which))
            return counted.scalar_one()

    async def count_reviews(self, which: ColumnElement[bool]) -> int:
        async with self._database.connect() as connection:
            counted = await connection.execute(select(func.count()).select_from(reviews).where(which))
            return counted.scalar_one()

    async def games(self, which: ColumnElement[bool], limit: int) -> list[GameId]:
        """Some matching games, the oldest first."""
        games = schema.games.c
        async with self._database.connect() as connection:
            return list(await connection.scalars(select(games.id).where(which).order_by(games.updated).limit(limit)))

    async def remove_games(self, ids: Sequence[GameId], which: ColumnElement[bool]) -> list[GameId]:
        """Remove those of the games that still match, with everything about them; returns which."""
        games = schema.games.c
        still = select(games.id).where(games.id.in_(ids), which).with_for_update(of=schema.games, skip_locked=True)
        async with self._database.write() as connection:
            gone: list[GameId] = list(await connection.scalars(still))
            await _remove(connection, gone)
        return gone

    async def remove_reviews(self, which: ColumnElement[bool], limit: int) -> list[str]:
        some = select(reviews.c.key).where(which).limit(limit)
        async with self._database.write() as connection:
            removed = delete(reviews).where(reviews.c.key.in_(some), which).returning(reviews.c.key)
            return list(await connection.scalars(removed))

    async def remove_leases(self, before: int) -> None:
        """Remove leases without a job that ran out before then: a game that goes on is leased anew."""
        jobs = database_schema.jobs
        async with self._database.write() as connection:
            await connection.execute(delete(jobs).where(jobs.c.at.is_(None), jobs.c.leased_until < before))

    async def remove_remains(self, today: int, limit: int) -> int:
        async with self._database.write() as connection:
            return await remove_remains(connection, today, limit)

    async def remove_unused(self, today: int) -> None:
        async with self._database.write() as connection:
            await remove_unused(connection, today)


async def _remove(connection: AsyncConnection, games: list[GameId]) -> None:
    for table in (*tables_of_games(), schema.entries, schema.seated, schema.seats):
        await connection.execute(delete(table).where(table.c.game.in_(games)))
    await connection.execute(delete(schema.games).where(schema.games.c.id.in_(games)))


def _has_open_seat() -> ColumnElement[bool]:
    seats = schema.seats.c
    return exists().where(seats.game == schema.games.c.id, seats.kind == "open")


def _is_kept() -> ColumnElement[bool]:
    """Whether a player of the game has an account, and with it keeps their games."""
    seated, people = schema.seated.c, people_schema.people.c
    return exists().where(seated.game == schema.games.c.id, seated.person == people.id)


def _has_rematch() -> ColumnElement[bool]:
    """A game that another one names as its predecessor must stay; it has ended, or it would have no rematch."""
    later = schema.games.alias("later")
    return exists().where(later.c.rematch_of == schema.games.c.id)


log = logging.getLogger("shanghaien.cleanup")
KIND = "cleanup"
"""The kind of the job for the daily round."""
UNPLAYED_MS = DAY_MS
"""How long a game without any move of a person is kept: very many can be set up in a short time."""
FOUND_AT_ONCE, REMOVED_AT_ONCE, REMAINS_AT_ONCE = 1000, 20, 200
"""Few are removed by one transaction, so that no move waits for it."""
PAUSE = 0.02
"""Seconds between two transactions."""


@dataclass(frozen=True, slots=True)
class Retention:
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


class CleanUp:
    """Removes old things; `forget` is called with each game, so that none is played on from memory."""

    def __init__(
        self, database: Database, keep: Retention, forget: Callable[[GameId], None] = lambda game: None
    ) -> None:
        self._rows = OldRows(database)
        self._jobs = JobStore(database)
        self._keep = keep
        self._forget = forget

    async def start(self) -> None:
        """Have the first round a day from now, unless one is set already."""
        await self._jobs.set_once(KIND, "", now() + DAY_MS)

    async def daily(self, row: JobRow) -> None:
        await self.clean()
        await self._jobs.set(KIND, "", now() + DAY_MS)

    async def count(self) -> Removed:
        today = await self._rows.today()
        games, invitations, reviews = self._old(today)
        return Removed(
            0 if games is None else await self._rows.count_games(games),
            0 if invitations is None else await self._rows.count_games(invitations),
            0 if reviews is None else await self._rows.count_reviews(reviews),
        )

    async def clean(self) -> Removed:
        today = await self._rows.today()
        games, invitations, reviews = self._old(today)
        removed = Removed(
            0 if games is None else await self._remove_games("unfinished games", games),
            0 if invitations is None else await self._remove_games("invitations", invitations),
            0 if reviews is None else await self._remove_reviews(reviews),
        )
        await self._rows.remove_leases(today - DAY_MS)
        await self._remove_remains(today)
        await self._rows.remove_unused(today)
        counts = {"games": removed.games, "invitations": removed.invitations, "reviews": removed.reviews}
        log.info("cleaned up", extra=counts)
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
                await asyncio.sleep(PAUSE)
            if count == before:  # others hold the rest just now: they are younger than they were, or go tomorrow
                break
        return count

    async def _remove_reviews(self, which: ColumnElement[bool]) -> int:
        count = 0
        while gone := await self._rows.remove_reviews(which, REMOVED_AT_ONCE):
            count += _note("reviews", gone)
            await asyncio.sleep(PAUSE)
        return count

    async def _remove_remains(self, today: int) -> None:
        while gone := await self._rows.remove_remains(today, REMAINS_AT_ONCE):
            log.debug("removed", extra={"what": "rows whose time is over", "ids": [str(gone)]})
            await asyncio.sleep(PAUSE)


def _still_games(today: int) -> "Callable[[int], ColumnElement[bool]]":
    """Games that stand still for long, and those that were never played."""
    return lambda before: or_(unfinished_games(before), unplayed_games(max(before, today - UNPLAYED_MS)))


def _note(what: str, gone: Sequence[str]) -> int:
    if gone:
        log.debug("removed", extra={"what": what, "ids": list(gone)})
    return len(gone)
