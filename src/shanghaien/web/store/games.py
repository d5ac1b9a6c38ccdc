"""Reading and adding to the log of games. Nothing that is in it is ever changed or removed."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Select, and_, bindparam, exists, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.rules import Seat

from . import schema
from .database import Database
from .rows import GameRow, GameSummary, SeatRow

Holding = tuple[Seat, str]
"""A seat and the guest it belongs to."""


# The statements of every move, built once.
SEATS_OF = (
    select(schema.games.c.version, schema.holders.c.seat)
    .select_from(
        schema.games.outerjoin(
            schema.holders,
            and_(schema.holders.c.game == schema.games.c.id, schema.holders.c.guest == bindparam("guest")),
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

    async def create(self, game: GameRow, holders: Iterable[Holding], entries: Sequence[dict[str, Any]]) -> None:
        """Store a new game with its seats and first entries; Conflict if the id or its predecessor is taken."""
        try:
            async with self.database.writing() as connection:
                await connection.execute(insert(schema.games), _game_values(game))
                await connection.execute(insert(schema.seats), [_seat_values(game, seat) for seat in (0, 1)])
                await _hold(connection, game.id, holders)
                await _add(connection, game.id, entries)
        except IntegrityError as error:
            raise Conflict(f"Game {game.id} exists already.") from error

    async def append(
        self,
        game: str,
        after: int,
        entries: Sequence[dict[str, Any]],
        summary: GameSummary,
        taken: SeatRow | None = None,
        holders: Iterable[Holding] = (),
    ) -> None:
        """Add entries after number `after`; Conflict if anything has been added since.

        With `taken`, the open seat is filled and given to its holders in the same transaction.
        """
        try:
            async with self.database.writing() as connection:
                await _advance(connection, game, after, entries, summary)
                await _add(connection, game, entries)
                if taken is not None:
                    await _fill(connection, game, taken)
                    await _hold(connection, game, holders)
        except IntegrityError as error:
            raise Conflict(f"Game {game} has moved on from {after}.") from error

    async def rename(
        self, game: str, after: int, entries: Sequence[dict[str, Any]], summary: GameSummary, called: tuple[Seat, str]
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

    async def hold(self, game: str, holders: Iterable[Holding]) -> None:
        """Give seats to guests; giving a seat twice changes nothing."""
        async with self.database.writing() as connection:
            await _hold(connection, game, holders)

    async def seats_of(self, game: str, guest: str | None) -> tuple[int | None, frozenset[Seat]]:
        """The game's version (None if there is no such game) and which of its seats are the guest's."""
        values = {"game": game, "guest": guest or ""}
        async with self.database.glancing() as connection:
            rows = (await connection.execute(SEATS_OF, values)).all()
        return (rows[0].version if rows else None), frozenset(row.seat for row in rows if row.seat is not None)

    async def holders(self, game: str) -> list[Holding]:
        """All seats of the game with the guests they belong to."""
        query = select(schema.holders.c.seat, schema.holders.c.guest).where(schema.holders.c.game == game)
        async with self.database.reading() as connection:
            return [(row.seat, row.guest) for row in (await connection.execute(query)).all()]

    async def load(self, game: str, since: int = 0) -> tuple[GameRow, list[Any]] | None:
        """The game and its entries after number `since`, both of the same moment; None if there is none."""
        entries = schema.entries
        later = select(entries).where(entries.c.game == game, entries.c.number > since).order_by(entries.c.number)
        async with self.database.reading() as connection:
            rows = await _games(connection, select(schema.games).where(schema.games.c.id == game))
            return (rows[0], list((await connection.execute(later)).all())) if rows else None

    async def of_guest(self, guest: str, limit: int) -> list[tuple[GameRow, frozenset[Seat]]]:
        """The guest's games, those changed last first, with the seats that are his."""
        held = schema.holders.c
        mine = exists().where(held.game == schema.games.c.id, held.guest == guest)
        query = select(schema.games).where(mine).order_by(schema.games.c.updated.desc()).limit(limit)
        async with self.database.reading() as connection:
            rows = await _games(connection, query)
            seats = (await connection.execute(select(held.game, held.seat).where(held.guest == guest))).all()
        return [(row, frozenset(held.seat for held in seats if held.game == row.id)) for row in rows]

    async def waiting_for_bots(self) -> list[str]:
        """The games in which a bot is asked to choose."""
        games, seats = schema.games.c, schema.seats.c
        at_bot = and_(seats.game == games.id, seats.seat == games.waits_for, seats.kind == "bot")
        query = select(games.id).where(games.result.is_(None)).join(schema.seats, at_bot).order_by(games.updated)
        async with self.database.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def rematch_of(self, game: str) -> str | None:
        """The id of the game that was set up as this one's rematch."""
        query = select(schema.games.c.id).where(schema.games.c.rematch_of == game)
        async with self.database.reading() as connection:
            return (await connection.execute(query)).scalar_one_or_none()


def _game_values(game: GameRow) -> dict[str, Any]:
    names = ("id", "mode", "options", "revision", "seed", "commitment", "created", "rematch_of", "version", "updated")
    return {name: getattr(game, name) for name in names} | _summary_values(game.summary)


def _summary_values(summary: GameSummary) -> dict[str, Any]:
    return {"round": summary.round, "waits_for": summary.waits_for, "result": summary.result}


def _seat_values(game: GameRow, seat: Seat) -> dict[str, Any]:
    row = game.seats[seat]
    who = {"kind": row.kind, "name": row.name, "level": row.level, "contribution": row.contribution}
    return {"game": game.id, "seat": seat} | who


async def _hold(connection: AsyncConnection, game: str, holders: Iterable[Holding]) -> None:
    table = schema.holders
    query = select(table.c.seat, table.c.guest).where(table.c.game == game)
    known = {(row.seat, row.guest) for row in (await connection.execute(query)).all()}
    new = [{"game": game, "seat": seat, "guest": guest} for seat, guest in set(holders) - known]
    if new:
        await connection.execute(insert(table), new)


async def _add(connection: AsyncConnection, game: str, entries: Sequence[dict[str, Any]]) -> None:
    if entries:
        await connection.execute(ADD, [{"game": game} | entry for entry in entries])


async def _advance(
    connection: AsyncConnection, game: str, after: int, entries: Sequence[dict[str, Any]], summary: GameSummary
) -> None:
    last = entries[-1]
    values = _summary_values(summary) | {"game": game, "after": after, "version": last["number"], "updated": last["at"]}
    if (await connection.execute(ADVANCE, values)).rowcount != 1:
        raise Conflict(f"Game {game} has moved on from {after}.")


async def _fill(connection: AsyncConnection, game: str, taken: SeatRow) -> None:
    seats = schema.seats
    where = and_(seats.c.game == game, seats.c.kind == "open")
    changes = {"kind": taken.kind, "name": taken.name, "contribution": taken.contribution}
    if (await connection.execute(update(seats).where(where).values(changes))).rowcount != 1:
        raise Conflict(f"No seat of game {game} is free.")


async def _games(connection: AsyncConnection, query: Select[Any]) -> list[GameRow]:
    games = (await connection.execute(query)).all()
    ids = [game.id for game in games]
    seats = schema.seats
    of_them = select(seats).where(seats.c.game.in_(ids)).order_by(seats.c.game, seats.c.seat)
    rows: dict[str, list[SeatRow]] = {}
    for row in (await connection.execute(of_them)).all() if ids else ():
        rows.setdefault(row.game, []).append(SeatRow(row.kind, row.name, row.level, row.contribution))
    return [_game(game, rows[game.id]) for game in games]


def _game(row: Any, chairs: list[SeatRow]) -> GameRow:
    return GameRow(
        id=row.id,
        mode=row.mode,
        options=row.options,
        revision=row.revision,
        seed=row.seed,
        commitment=row.commitment,
        created=row.created,
        seats=(chairs[0], chairs[1]),
        summary=GameSummary(row.round, row.waits_for, row.result),
        version=row.version,
        updated=row.updated,
        rematch_of=row.rematch_of,
    )
