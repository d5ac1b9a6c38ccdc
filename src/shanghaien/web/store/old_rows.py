"""What nobody needs any more: games that stand still, invitations nobody took, reviews, claims; finished games stay.

What is known of looking at a game is its last change. The games of whoever keeps theirs are not removed.
"""

from collections.abc import Sequence

from sqlalchemy import ColumnElement, and_, delete, exists, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.ids import GameId

from . import lobby_schema, order_schema, people_schema, schema
from .database import Database
from .dialects import now_in
from .old_notices import remove_remains
from .old_people import remove_unused

DAY_MS = 24 * 3600 * 1000


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
    return schema.reviews.c.looked < before


class OldRows:
    """Counts and removes what is old. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def today(self) -> int:
        """The time from which ages are counted: at most a day after the last change of any game.

        So a clock that has jumped ahead by years makes nothing old, and a house that was closed for long loses nothing
        before somebody plays in it again.
        """
        async with self._database.glancing() as connection:
            query = select(now_in(connection), select(func.max(schema.games.c.updated)).scalar_subquery())
            present, last = (await connection.execute(query)).one()
        return int(present) if last is None else min(int(present), int(last) + DAY_MS)

    async def count_games(self, which: ColumnElement[bool]) -> int:
        """How many games are such."""
        async with self._database.glancing() as connection:
            counted = await connection.execute(select(func.count()).select_from(schema.games).where(which))
            return counted.scalar_one()

    async def count_reviews(self, which: ColumnElement[bool]) -> int:
        """How many reviews are such."""
        async with self._database.glancing() as connection:
            counted = await connection.execute(select(func.count()).select_from(schema.reviews).where(which))
            return counted.scalar_one()

    async def games(self, which: ColumnElement[bool], limit: int) -> list[GameId]:
        """Some games that are such, the oldest first."""
        games = schema.games.c
        async with self._database.glancing() as connection:
            return list(await connection.scalars(select(games.id).where(which).order_by(games.updated).limit(limit)))

    async def remove_games(self, ids: Sequence[GameId], which: ColumnElement[bool]) -> list[GameId]:
        """Remove those of the games that are still such, with everything about them, and tell which."""
        games = schema.games.c
        still = select(games.id).where(games.id.in_(ids), which).with_for_update(of=schema.games, skip_locked=True)
        async with self._database.writing() as connection:
            gone: list[GameId] = list(await connection.scalars(still))
            await _remove(connection, gone)
        return gone

    async def remove_reviews(self, which: ColumnElement[bool], limit: int) -> list[str]:
        """Remove some reviews that are such, and tell which."""
        reviews = schema.reviews
        some = select(reviews.c.key).where(which).limit(limit)
        async with self._database.writing() as connection:
            removed = delete(reviews).where(reviews.c.key.in_(some), which).returning(reviews.c.key)
            return list(await connection.scalars(removed))

    async def remove_claims(self, before: int) -> None:
        """Remove the claims that ran out before then; a game that goes on is claimed anew."""
        async with self._database.writing() as connection:
            await connection.execute(delete(schema.claims).where(schema.claims.c.until < before))

    async def remove_remains(self, before: int, limit: int) -> int:
        """Remove some of what is left of notices, looks and tries from before then; tell how much."""
        async with self._database.writing() as connection:
            return await remove_remains(connection, before, limit)

    async def remove_unused(self, today: int) -> int:
        """Remove what nobody needs any more of people; tell how much."""
        async with self._database.writing() as connection:
            return await remove_unused(connection, today)


async def _remove(connection: AsyncConnection, games: list[GameId]) -> None:
    beside = (lobby_schema.offers, lobby_schema.watchable, order_schema.said, order_schema.notes)
    for table in (*beside, schema.claims, schema.entries, schema.seated, schema.seats):
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
