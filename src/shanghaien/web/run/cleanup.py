"""The janitor: once a day, one process of the site removes what nobody has needed for long."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, ColumnElement, Table, and_, delete, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.core.clock import now
from shanghaien.web.core.database import schema as database_schema
from shanghaien.web.core.database.dialects import now_in
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import GameId
from shanghaien.web.core.jobs import JobRow, JobStore
from shanghaien.web.lobby import schema as lobby_schema
from shanghaien.web.moderation.schema import reports
from shanghaien.web.notices.schema import sent_notices
from shanghaien.web.people import schema as people_schema
from shanghaien.web.people.schema import attempts, names, once, push_subscriptions, sessions
from shanghaien.web.tables.store import schema
from shanghaien.web.tables.store.schema import vacations, visits
from shanghaien.web.talk import schema as talk_schema

# What is left of notices, looks and tries when nobody needs it any more.


async def remove_remains(connection: AsyncConnection, before: int, limit: int) -> int:
    """Remove some marks of notices sent before then, looks at games that are gone, and what has expired; tell how many."""
    gone = ~exists().where(schema.games.c.id == visits.c.game)
    now = now_in(connection)
    return (
        await _old_notices_remove(connection, sent_notices, sent_notices.c.at, sent_notices.c.at < before, limit)
        + await _old_notices_remove(connection, visits, visits.c.game, gone, limit)
        + await _old_notices_remove(connection, once, once.c.hash, once.c.until < now, limit)
        + await _old_notices_remove(connection, attempts, attempts.c.key, attempts.c.until < now, limit)
    )


async def _old_notices_remove(
    connection: AsyncConnection, table: Table, by: Column[Any], old: ColumnElement[bool], most: int
) -> int:
    """Remove rows that are such, by a column of which so many values are taken at once."""
    some = select(by).where(old).limit(most)
    return (await connection.execute(delete(table).where(by.in_(some), old))).rowcount


# What nobody needs any more of people who keep their games: sessions long unused, names that are free again, old
# vacations.

DAY_MS = 24 * 3600 * 1000
UNUSED_MS = 366 * DAY_MS
"""A session that was shown last before that: its cookie has run out too."""
REPORT_MS = 3 * UNUSED_MS
"""A report is kept for so long after it was dealt with."""
VACATION_MS = 2 * UNUSED_MS
"""Vacations count for a year, and a clock may have stood still in one that ended lately."""


async def remove_unused(connection: AsyncConnection, today: int) -> int:
    """Remove what is old as seen from today, and tell how much that was."""
    unused = sessions.c.seen < today - UNUSED_MS
    pushes = push_subscriptions.c.session.in_(select(sessions.c.hash).where(unused))
    old = (
        delete(push_subscriptions).where(pushes),
        delete(sessions).where(unused),
        delete(names).where(names.c.held_until < today),
        delete(vacations).where(vacations.c.ends < today - VACATION_MS),
        delete(reports).where(reports.c.closed < today - REPORT_MS),
    )
    return sum([(await connection.execute(each)).rowcount for each in old])


# What nobody needs any more: games that stand still, invitations nobody took, reviews, claims; finished games stay.


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
    """Games whose other seat nobody has taken since then, called off or not."""
    return and_(schema.games.c.updated < before, _has_open_seat(), ~_has_rematch())


def unread_reviews(before: int) -> ColumnElement[bool]:
    """Reviews that nobody has looked at since then."""
    return database_schema.reviews.c.looked < before


class OldRows:
    """Counts and removes what is old. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def today(self) -> int:
        """The time from which ages are counted: at most a day after the last change of any game.

        So a clock that has jumped ahead by years makes nothing old, and a house that was closed for long loses nothing
        before somebody plays in it again.
        """
        async with self._database.connect() as connection:
            query = select(now_in(connection), select(func.max(schema.games.c.updated)).scalar_subquery())
            present, last = (await connection.execute(query)).one()
        return int(present) if last is None else min(int(present), int(last) + DAY_MS)

    async def count_games(self, which: ColumnElement[bool]) -> int:
        """How many games are such."""
        async with self._database.connect() as connection:
            counted = await connection.execute(select(func.count()).select_from(schema.games).where(which))
            return counted.scalar_one()

    async def count_reviews(self, which: ColumnElement[bool]) -> int:
        """How many reviews are such."""
        async with self._database.connect() as connection:
            counted = await connection.execute(select(func.count()).select_from(database_schema.reviews).where(which))
            return counted.scalar_one()

    async def games(self, which: ColumnElement[bool], limit: int) -> list[GameId]:
        """Some games that are such, the oldest first."""
        games = schema.games.c
        async with self._database.connect() as connection:
            return list(await connection.scalars(select(games.id).where(which).order_by(games.updated).limit(limit)))

    async def remove_games(self, ids: Sequence[GameId], which: ColumnElement[bool]) -> list[GameId]:
        """Remove those of the games that are still such, with everything about them, and tell which."""
        games = schema.games.c
        still = select(games.id).where(games.id.in_(ids), which).with_for_update(of=schema.games, skip_locked=True)
        async with self._database.write() as connection:
            gone: list[GameId] = list(await connection.scalars(still))
            await _remove(connection, gone)
        return gone

    async def remove_reviews(self, which: ColumnElement[bool], limit: int) -> list[str]:
        """Remove some reviews that are such, and tell which."""
        reviews = database_schema.reviews
        some = select(reviews.c.key).where(which).limit(limit)
        async with self._database.write() as connection:
            removed = delete(reviews).where(reviews.c.key.in_(some), which).returning(reviews.c.key)
            return list(await connection.scalars(removed))

    async def remove_claims(self, before: int) -> None:
        """Remove the claims that ran out before then; a game that goes on is claimed anew."""
        async with self._database.write() as connection:
            await connection.execute(delete(database_schema.claims).where(database_schema.claims.c.until < before))

    async def remove_remains(self, before: int, limit: int) -> int:
        """Remove some of what is left of notices, looks and tries from before then; tell how much."""
        async with self._database.write() as connection:
            return await remove_remains(connection, before, limit)

    async def remove_unused(self, today: int) -> int:
        """Remove what nobody needs any more of people; tell how much."""
        async with self._database.write() as connection:
            return await remove_unused(connection, today)


async def _remove(connection: AsyncConnection, games: list[GameId]) -> None:
    beside = (lobby_schema.offers, lobby_schema.watchable, talk_schema.said, talk_schema.notes)
    for table in (*beside, database_schema.claims, schema.entries, schema.seated, schema.seats):
        await connection.execute(delete(table).where(table.c.game.in_(games)))
    await connection.execute(delete(schema.games).where(schema.games.c.id.in_(games)))


def _has_open_seat() -> ColumnElement[bool]:
    seats = schema.seats.c
    return exists().where(seats.game == schema.games.c.id, seats.kind == "open")


def _is_kept() -> ColumnElement[bool]:
    """Whether somebody plays there who has an account, and with it keeps their games."""
    seated, people = schema.seated.c, people_schema.people.c
    return exists().where(seated.game == schema.games.c.id, seated.person == people.id)


def _has_rematch() -> ColumnElement[bool]:
    """A game that another one names as its predecessor must stay; it has ended, or it would have no rematch."""
    later = schema.games.alias("later")
    return exists().where(later.c.rematch_of == schema.games.c.id)


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
    """Removes old things; `forget` is told of each game, so that nobody plays on from memory."""

    def __init__(
        self, database: Database, keep: Retention, forget: Callable[[GameId], None] = lambda game: None
    ) -> None:
        self._rows = OldRows(database)
        self._due = JobStore(database)
        self._keep = keep
        self._forget = forget

    async def start(self) -> None:
        """Let the first round be due in a day, unless one is due already."""
        await self._due.set_once(KIND, "", now() + DAY_MS)

    async def daily(self, row: JobRow) -> None:
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
