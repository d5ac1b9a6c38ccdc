"""Reading and adding to the log of games. Nothing that is in it is ever changed or removed."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import and_, bindparam, exists, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.rules import Seat
from shanghaien.web.ids import GameId, PersonId, Version

from . import schema
from .database import Database
from .game_rows import game_values, read_games, seat_values, summary_values
from .rows import GameRow, GameSummary, SeatRow

SeatedPerson = tuple[Seat, PersonId]
"""A seat and a person it belongs to."""


# The statements of every move, built once.
SEATS_OF = (
    select(schema.games.c.version, schema.seated.c.seat)
    .select_from(
        schema.games.outerjoin(
            schema.seated,
            and_(schema.seated.c.game == schema.games.c.id, schema.seated.c.person == bindparam("person")),
        )
    )
    .where(schema.games.c.id == bindparam("game"))
)
ADVANCE = update(schema.games).where(
    schema.games.c.id == bindparam("game"), schema.games.c.version == bindparam("after")
)
ADD = insert(schema.entries)


class Conflict(Exception):
    """Somebody else was first: the number, the game or the seat is already taken. Nothing was stored."""


class GameStore:
    """The store of games. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def create(self, game: GameRow, people: Iterable[SeatedPerson], entries: Sequence[dict[str, Any]]) -> None:
        """Store a new game with its seats and first entries; Conflict if the id or its predecessor is taken."""
        try:
            async with self.database.writing() as connection:
                await connection.execute(insert(schema.games), game_values(game))
                await connection.execute(insert(schema.seats), [seat_values(game, seat) for seat in (0, 1)])
                await _seat(connection, game.id, people)
                await _add(connection, game.id, entries)
        except IntegrityError as error:
            raise Conflict(f"Game {game.id} exists already.") from error

    async def append(
        self,
        game: GameId,
        after: Version,
        entries: Sequence[dict[str, Any]],
        summary: GameSummary,
        taken: SeatRow | None = None,
        people: Iterable[SeatedPerson] = (),
    ) -> None:
        """Add entries after number `after`; Conflict if anything has been added since.

        With `taken`, the open seat is filled and given to these people in the same transaction.
        """
        try:
            async with self.database.writing() as connection:
                await _advance(connection, game, after, entries, summary)
                await _add(connection, game, entries)
                if taken is not None:
                    await _fill(connection, game, taken)
                    await _seat(connection, game, people)
        except IntegrityError as error:
            raise Conflict(f"Game {game} has moved on from {after}.") from error

    async def rename(
        self,
        game: GameId,
        after: Version,
        entries: Sequence[dict[str, Any]],
        summary: GameSummary,
        called: tuple[Seat, str],
    ) -> None:
        """Add entries after number `after` and call a seat by another name; Conflict if anything has been added since."""
        seats, (seat, name) = schema.seats, called
        try:
            async with self.database.writing() as connection:
                await _advance(connection, game, after, entries, summary)
                await _add(connection, game, entries)
                where = and_(seats.c.game == game, seats.c.seat == seat)
                await connection.execute(update(seats).where(where).values(name=name))
        except IntegrityError as error:
            raise Conflict(f"Game {game} has moved on from {after}.") from error

    async def seat(self, game: GameId, people: Iterable[SeatedPerson]) -> None:
        """Give seats to people; giving a seat twice changes nothing."""
        async with self.database.writing() as connection:
            await _seat(connection, game, people)

    async def seats_of(self, game: GameId, person: PersonId | None) -> tuple[Version | None, frozenset[Seat]]:
        """The game's version (None if there is no such game) and which of its seats are the person's."""
        values = {"game": game, "person": person or ""}
        async with self.database.glancing() as connection:
            rows = (await connection.execute(SEATS_OF, values)).all()
        return (rows[0].version if rows else None), frozenset(row.seat for row in rows if row.seat is not None)

    async def people_of(self, game: GameId) -> list[SeatedPerson]:
        """All seats of the game with the people they belong to."""
        query = select(schema.seated.c.seat, schema.seated.c.person).where(schema.seated.c.game == game)
        async with self.database.reading() as connection:
            return [(row.seat, row.person) for row in (await connection.execute(query)).all()]

    async def load(self, game: GameId, since: int = 0) -> tuple[GameRow, list[Any]] | None:
        """The game and its entries after number `since`, both of the same moment; None if there is none."""
        entries = schema.entries
        later = select(entries).where(entries.c.game == game, entries.c.number > since).order_by(entries.c.number)
        async with self.database.reading() as connection:
            rows = await read_games(connection, select(schema.games).where(schema.games.c.id == game))
            return (rows[0], list((await connection.execute(later)).all())) if rows else None

    async def of_person(self, person: PersonId, limit: int) -> list[tuple[GameRow, frozenset[Seat]]]:
        """The person's games, those changed last first, with the seats that are theirs."""
        seated = schema.seated.c
        mine = exists().where(seated.game == schema.games.c.id, seated.person == person)
        query = select(schema.games).where(mine).order_by(schema.games.c.updated.desc()).limit(limit)
        async with self.database.reading() as connection:
            rows = await read_games(connection, query)
            seats = (await connection.execute(select(seated.game, seated.seat).where(seated.person == person))).all()
        return [(row, frozenset(one.seat for one in seats if one.game == row.id)) for row in rows]

    async def waiting_for_bots(self) -> list[GameId]:
        """The games in which a bot is asked to choose."""
        games, seats = schema.games.c, schema.seats.c
        at_bot = and_(seats.game == games.id, seats.seat == games.waits_for, seats.kind == "bot")
        query = select(games.id).where(games.result.is_(None)).join(schema.seats, at_bot).order_by(games.updated)
        async with self.database.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def rematch_of(self, game: GameId) -> GameId | None:
        """The id of the game that was set up as this one's rematch."""
        query = select(schema.games.c.id).where(schema.games.c.rematch_of == game)
        async with self.database.reading() as connection:
            return (await connection.execute(query)).scalar_one_or_none()


async def _seat(connection: AsyncConnection, game: GameId, people: Iterable[SeatedPerson]) -> None:
    table = schema.seated
    query = select(table.c.seat, table.c.person).where(table.c.game == game)
    known = {(row.seat, row.person) for row in (await connection.execute(query)).all()}
    new = [{"game": game, "seat": seat, "person": person} for seat, person in set(people) - known]
    if new:
        await connection.execute(insert(table), new)


async def _add(connection: AsyncConnection, game: GameId, entries: Sequence[dict[str, Any]]) -> None:
    if entries:
        await connection.execute(ADD, [{"game": game} | entry for entry in entries])


async def _advance(
    connection: AsyncConnection, game: GameId, after: Version, entries: Sequence[dict[str, Any]], summary: GameSummary
) -> None:
    last = entries[-1]
    values = summary_values(summary) | {"game": game, "after": after, "version": last["number"], "updated": last["at"]}
    if (await connection.execute(ADVANCE, values)).rowcount != 1:
        raise Conflict(f"Game {game} has moved on from {after}.")


async def _fill(connection: AsyncConnection, game: GameId, taken: SeatRow) -> None:
    seats = schema.seats
    where = and_(seats.c.game == game, seats.c.kind == "open")
    changes = {"kind": taken.kind, "name": taken.name, "contribution": taken.contribution}
    if (await connection.execute(update(seats).where(where).values(changes))).rowcount != 1:
        raise Conflict(f"No seat of game {game} is free.")
