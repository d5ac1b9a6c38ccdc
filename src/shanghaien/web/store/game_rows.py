"""Games as rows of the database, in both directions."""

from typing import Any

from sqlalchemy import ColumnElement, Select, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.rules import Seat
from shanghaien.web.ids import GameId

from . import schema
from .rows import EntryRow, GameRow, GameSummary, SeatRow

MISSING = SeatRow("missing")
"""What stands where a damaged database has lost a seat; nobody can open the game."""


def game_values(game: GameRow) -> dict[str, Any]:
    """A game as the database takes it."""
    fixed = ("id", "mode", "options", "revision", "seed", "commitment", "created", "rematch_of")
    told = ("version", "updated", "digest", "contract", "receipt", "pace", "delay", "day")
    known = {name: getattr(game, name) for name in (*fixed, *told)} | {"rated": int(game.rated)}
    return known | summary_values(game.summary)


def summary_values(summary: GameSummary) -> dict[str, Any]:
    """A summary as the database takes it."""
    told = ("round", "waits_for", "result", "points", "deadline", "tavern")
    return {name: getattr(summary, name) for name in told}


def seat_values(game: GameRow, seat: Seat) -> dict[str, Any]:
    """A seat as the database takes it."""
    row = game.seats[seat]
    who = {"kind": row.kind, "name": row.name, "level": row.level, "contribution": row.contribution}
    return {"game": game.id, "seat": seat} | who


def entry_values(game: GameId, entry: EntryRow) -> dict[str, Any]:
    """An entry as the database takes it."""
    return {"game": game} | entry._asdict()


async def entry_rows(connection: AsyncConnection, which: ColumnElement[bool]) -> list[EntryRow]:
    """The entries that are meant, in order."""
    entries = schema.entries
    columns = [entries.c[name] for name in EntryRow._fields]
    query = select(*columns).where(which).order_by(entries.c.number)
    return [EntryRow(*row) for row in await connection.execute(query)]


async def read_games(connection: AsyncConnection, query: Select[Any]) -> list[GameRow]:
    """The games that a query finds, with their seats."""
    games = (await connection.execute(query)).all()
    ids = [game.id for game in games]
    seats = schema.seats
    of_them = select(seats).where(seats.c.game.in_(ids)).order_by(seats.c.game, seats.c.seat)
    rows: dict[GameId, list[SeatRow]] = {}
    for row in (await connection.execute(of_them)).all() if ids else ():
        rows.setdefault(row.game, []).append(SeatRow(row.kind, row.name, row.level, row.contribution))
    return [_game(game, rows.get(game.id, [])) for game in games]


def _game(row: Any, seats: list[SeatRow]) -> GameRow:
    chairs = [*seats, MISSING, MISSING]  # one damaged game must not keep a list from being shown
    return GameRow(
        id=row.id,
        mode=row.mode,
        options=row.options,
        revision=row.revision,
        seed=row.seed,
        commitment=row.commitment,
        created=row.created,
        seats=(chairs[0], chairs[1]),
        summary=GameSummary(row.round, row.waits_for, row.result, row.points, row.deadline, row.tavern),
        version=row.version,
        updated=row.updated,
        rematch_of=row.rematch_of,
        digest=row.digest,
        contract=row.contract,
        receipt=row.receipt,
        pace=row.pace,
        rated=bool(row.rated),
        delay=row.delay,
        day=row.day,
    )
