"""Reading and adding to the log of games. Nothing that is in it is ever changed or removed."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, NamedTuple

from sqlalchemy import and_, bindparam, insert, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.rules import Seat
from shanghaien.web.core.database.dialects import insert_into
from shanghaien.web.core.database.engine import Database, NewsChannel
from shanghaien.web.core.ids import GameId, Version
from shanghaien.web.core.jobs import NewJob, schedule_all
from shanghaien.web.tables.log import Entry
from shanghaien.web.tables.store import schema
from shanghaien.web.tables.store.batcher import Batcher
from shanghaien.web.tables.store.rows import (
    GameRow,
    SeatedPerson,
    SeatRow,
    StoredGame,
    entry_from,
    entry_values,
    game_values,
    read_entries,
    read_games,
    seat_values,
    summary_values,
)
from shanghaien.web.tables.store.writers import Addition, GroupWriter, PostgresCommitter, PostgresLine, SqliteCommitter

# What other processes have added to games that are in memory here: many games by one statement.

LATER = """
SELECT known.game, e.number, e.kind, e.seat, e.text, e.request_id, e.at, e.used
FROM unnest($1::text[], $2::int[]) AS known(game, since)
JOIN games ON games.id = known.game
LEFT JOIN entries e ON e.game = known.game AND e.number > known.since
ORDER BY e.number
"""


class Known(NamedTuple):
    """A game and how far its log is known."""

    game: GameId
    since: Version


class LaterEntries:
    """Reads on one connection; who asks while it is busy is answered together with the others."""

    def __init__(self, database: Database) -> None:
        self._line = PostgresLine(database, LATER)
        self._batched = Batcher(self._read, lambda known: known.game)

    async def of(self, game: GameId, since: Version) -> list[Entry] | None:
        """The entries after number `since`; None if there is no such game (any more)."""
        rows = await self._batched.ask(Known(game, since))
        return None if rows is None else [entry_from(game, row) for row in rows]

    async def close(self) -> None:
        """Let the connection go."""
        await self._batched.finish()
        await self._line.close()

    async def _read(self, asked: Sequence[Known]) -> list[list[list[Any]] | None]:
        rows = await self._line.fetch([known.game for known in asked], [known.since for known in asked])
        found: dict[str, list[list[Any]]] = {}
        for game, *entry in rows:
            entries = found.setdefault(game, [])
            if entry[0] is not None:
                entries.append(entry)
        return [found.get(known.game) for known in asked]


VERSION_OF = select(schema.games.c.version).where(schema.games.c.id == bindparam("game"))
NOTIFY = text("SELECT pg_notify(:channel, :message)")


Inside = Callable[[AsyncConnection], Awaitable[str | None]]
"""What else is done in the transaction that stores something."""


async def nothing(connection: AsyncConnection) -> None:
    """Nothing else."""


class Conflict(Exception):
    """Another request was first: the number, the game or the seat is already taken. Nothing was stored."""


class GameStore:
    """The store of games. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self.database = database
        committer = SqliteCommitter(database) if database.is_sqlite else PostgresCommitter(database)
        self._writer = GroupWriter(committer)
        self._later = None if database.is_sqlite else LaterEntries(database)
        database.before_close += [self._writer.close] + ([self._later.close] if self._later else [])

    async def create(
        self,
        game: GameRow,
        people: Iterable[SeatedPerson],
        entries: Sequence[Entry],
        sign: Inside = nothing,
        jobs: Iterable[NewJob] = (),
    ) -> GameRow:
        """Store a new game with its seats and first entries; Conflict if the id or its predecessor is taken.

        What is done inside the transaction may give the game a receipt.
        """
        try:
            async with self.database.write() as connection:
                game = replace(game, receipt=await sign(connection))
                await connection.execute(insert(schema.games), game_values(game))
                await connection.execute(insert(schema.seats), [seat_values(game, seat) for seat in (0, 1)])
                await _seat(connection, game.id, people)
                await _add(connection, game.id, entries)
                await schedule_all(connection, jobs)
        except IntegrityError as error:
            raise Conflict(f"Game {game.id} exists already.") from error
        return game

    async def append(self, addition: Addition) -> None:
        """Add entries to a game; Conflict if anything has been added to it since."""
        if not await self._writer.add(addition):
            raise _moved_on(addition.game, addition.after)

    async def fill_seat(self, addition: Addition, taken: SeatRow, person: SeatedPerson, note: Inside = nothing) -> None:
        """Add entries as `append` does; the open seat is filled and given to this person in the same transaction."""
        async with self._advancing(addition) as connection:
            await _fill(connection, addition.game, taken)
            await _seat(connection, addition.game, [person])
            await note(connection)

    async def append_with(self, addition: Addition, note: Inside) -> None:
        """Add entries as `append` does, and do something else in the same transaction."""
        async with self._advancing(addition) as connection:
            await note(connection)

    async def rename(self, addition: Addition, seat: Seat, name: str) -> None:
        """Add entries as `append` does, and call a seat by another name."""
        seats = schema.seats
        async with self._advancing(addition) as connection:
            where = and_(seats.c.game == addition.game, seats.c.seat == seat)
            await connection.execute(update(seats).where(where).values(name=name))

    async def seat(self, game: GameId, people: Iterable[SeatedPerson]) -> None:
        """Give seats to people; giving a seat twice changes nothing."""
        async with self.database.write() as connection:
            await _seat(connection, game, people)
            await _note_end(connection, game)

    async def version_of(self, game: GameId) -> Version | None:
        """The game's version; None if there is no such game."""
        async with self.database.connect() as connection:
            version: Version | None = (await connection.execute(VERSION_OF, {"game": game})).scalar_one_or_none()
            return version

    async def people_of(self, game: GameId) -> list[SeatedPerson]:
        """All seats of the game with the people they belong to."""
        async with self.database.connect() as connection:
            return await _people(connection, game)

    async def load(self, game: GameId, since: int = 0) -> StoredGame | None:
        """The game, its entries after number `since`, and its people; None if there is no such game."""
        entries = schema.entries.c
        async with self.database.read() as connection:
            rows = await read_games(connection, select(schema.games).where(schema.games.c.id == game))
            if not rows:
                return None
            # On PostgreSQL a later statement may see a later moment: what is beyond the row's version comes next time.
            known = and_(entries.number > since, entries.number <= rows[0].version)
            return StoredGame(rows[0], await read_entries(connection, game, known), await _people(connection, game))

    async def entries_after(self, game: GameId, version: Version) -> list[Entry] | None:
        """What has been added to a game since; None if there is no such game (any more)."""
        if self._later is not None:
            return await self._later.of(game, version)
        stored = await self.load(game, version)  # nobody else adds to a SQLite file, so nobody has to be quick
        return None if stored is None else stored.entries

    async def rematch_of(self, game: GameId) -> GameId | None:
        """The id of the game that was set up as this one's rematch."""
        query = select(schema.games.c.id).where(schema.games.c.rematch_of == game)
        async with self.database.read() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def part_from_predecessor(self, game: GameId) -> GameId | None:
        """Let another game be the rematch of the one before this, and tell which that is; None if there is none."""
        games = schema.games.c
        async with self.database.write() as connection:
            query = select(games.rematch_of).where(games.id == game)
            before = (await connection.execute(query)).scalar_one_or_none()
            await connection.execute(update(schema.games).where(games.id == game).values(rematch_of=None))
        return before

    @asynccontextmanager
    async def _advancing(self, addition: Addition) -> AsyncIterator[AsyncConnection]:
        """A transaction that adds entries and whatever else the block does; Conflict if the game has moved on."""
        try:
            async with self.database.write() as connection:
                await _advance(connection, addition)
                await _add(connection, addition.game, addition.entries)
                await schedule_all(connection, addition.jobs)
                yield connection
                if self.database.news is not None:
                    await _notify(connection, self.database.news, addition)
        except IntegrityError as error:
            raise _moved_on(addition.game, addition.after) from error


def _moved_on(game: GameId, after: Version) -> Conflict:
    return Conflict(f"Game {game} has moved on from {after}.")


async def _people(connection: AsyncConnection, game: GameId) -> list[SeatedPerson]:
    query = select(schema.seated.c.seat, schema.seated.c.person).where(schema.seated.c.game == game)
    return [(row.seat, row.person) for row in await connection.execute(query)]


async def _seat(connection: AsyncConnection, game: GameId, people: Iterable[SeatedPerson]) -> None:
    rows = [{"game": game, "seat": seat, "person": person} for seat, person in people]
    if rows:
        await connection.execute(insert_into(connection, schema.seated).on_conflict_do_nothing(), rows)


async def _add(connection: AsyncConnection, game: GameId, entries: Sequence[Entry]) -> None:
    if entries:
        await connection.execute(insert(schema.entries), [entry_values(game, entry) for entry in entries])


async def _advance(connection: AsyncConnection, addition: Addition) -> None:
    games, last = schema.games, addition.entries[-1]
    values = {"version": last.number, "updated": last.at, "digest": addition.digest}
    values |= summary_values(addition.summary)
    where = and_(games.c.id == addition.game, games.c.version == addition.after)
    if (await connection.execute(update(games).where(where).values(values))).rowcount != 1:
        raise _moved_on(addition.game, addition.after)
    if addition.summary.result is not None:
        await _note_end(connection, addition.game)


async def _note_end(connection: AsyncConnection, game: GameId) -> None:
    """People with a seat find the game among those that are over, once it is."""
    games, seated = schema.games.c, schema.seated
    over = select(games.updated).where(games.id == game, games.result.is_not(None)).scalar_subquery()
    await connection.execute(update(seated).where(seated.c.game == game).values(ended=over))


async def _notify(connection: AsyncConnection, news: NewsChannel, addition: Addition) -> None:
    message = f"{news.prefix}{addition.game} {addition.entries[-1].number}"
    await connection.execute(NOTIFY, {"channel": news.channel, "message": message})


async def _fill(connection: AsyncConnection, game: GameId, taken: SeatRow) -> None:
    seats = schema.seats
    where = and_(seats.c.game == game, seats.c.kind == "open")
    changes = {"kind": taken.kind, "name": taken.name}
    if (await connection.execute(update(seats).where(where).values(changes))).rowcount != 1:
        raise Conflict(f"No seat of game {game} is free.")
