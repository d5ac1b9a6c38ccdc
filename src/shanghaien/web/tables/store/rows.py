"""What goes into the store and comes out of it, as plain values."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, Select, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.rules import Seat
from shanghaien.web.core.ids import GameId, PersonId, Version
from shanghaien.web.tables.errors import DamagedGame
from shanghaien.web.tables.log import Entry, EntryKind
from shanghaien.web.tables.store import schema

FIRST = Version(0)
"""The version of a game in which nothing has happened."""
SeatedPerson = tuple[Seat, PersonId]
"""A seat and a person it belongs to."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat; without a name it is open, without a level it has no bot."""

    kind: str
    name: str = ""
    level: str = ""


@dataclass(frozen=True, slots=True)
class GameSummary:
    """What lists and restarts need to know of a game without replaying it."""

    round: int
    waits_for: Seat | None
    result: str | None
    points: str | None = field(default=None, compare=False)
    """The points of both as they stand, "12 9"; None before the first deal."""
    deadline: int | None = field(default=None, compare=False)
    """When the time of the seat that is asked runs out; None where no clock runs."""
    tavern: str | None = field(default=None, compare=False)
    """The row of cards and who would take each, in short; None before the first deal."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game without its log. Its seed (the secrets of the server's chains, or the seed of its day) stays on the server."""

    id: GameId
    mode: str
    options: str
    revision: int
    seed: bytes
    commitment: str
    created: int
    seats: tuple[SeatRow, SeatRow]
    summary: GameSummary
    version: Version = FIRST
    updated: int = 0
    rematch_of: GameId | None = None
    digest: str | None = field(default=None, compare=False)
    """What its log added up to when it was read or made; see `LogDigest` in `tables/game.py`."""
    contract: str | None = None
    """What was fixed about the dice, as JSON; None for those of a day, and real ones."""
    receipt: str | None = None
    """The line of the receipt for the contract."""
    pace: str | None = None
    """How much time the players have; None where they take the time they want."""
    rated: bool = False
    """Whether the players want it to count; whether it does is found out when it ends."""
    delay: int = 0
    """By how many seconds watchers are behind."""
    day: str | None = None
    """The day whose dice it is played with; None for all other games."""

    @property
    def digested(self) -> list[object]:
        """The fixed values with which the digest of the log begins."""
        # Secrets of chains are held to the contract's ends whenever one is used, and a restored copy gets new ones.
        hidden = self.seed.hex() if self.contract is None else self.contract
        fixed = [self.id, self.mode, self.options, self.revision, self.commitment, self.created, hidden]
        return [*fixed, *filter(None, (self.pace, self.day))]

    def __repr__(self) -> str:
        return f"GameRow({self.id!r}, version={self.version})"  # a log line must not tell the seed


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game with the entries that were asked for and the people at it, all of one moment."""

    row: GameRow
    entries: list[Entry]
    people: list[SeatedPerson]


# Games as rows of the database, in both directions.

MISSING = SeatRow("missing")
"""What stands where a damaged database has lost a seat; the game cannot be opened."""


FIXED = ("id", "mode", "options", "revision", "seed", "commitment", "created", "rematch_of", "contract", "receipt")
COLUMNS = (*FIXED, "pace", "delay", "day", "version", "updated", "digest")
SUMMARY = ("round", "waits_for", "result", "points", "deadline", "tavern")


def game_values(game: GameRow) -> dict[str, Any]:
    """A game as the database takes it."""
    values = {name: getattr(game, name) for name in COLUMNS}
    return values | {"rated": int(game.rated)} | summary_values(game.summary)


def summary_values(summary: GameSummary) -> dict[str, Any]:
    """A summary as the database takes it."""
    return {name: getattr(summary, name) for name in SUMMARY}


def seat_values(game: GameRow, seat: Seat) -> dict[str, Any]:
    """A seat as the database takes it."""
    row = game.seats[seat]
    return {"game": game.id, "seat": seat, "kind": row.kind, "name": row.name, "level": row.level}


def entry_values(game: GameId, entry: Entry) -> dict[str, Any]:
    """An entry as the database takes it."""
    return {"game": game} | entry._asdict()


async def read_entries(connection: AsyncConnection, game: GameId, which: ColumnElement[bool]) -> list[Entry]:
    """The entries of a game that are meant, in order; DamagedGame if one is of no kind."""
    entries = schema.entries
    columns = [entries.c[name] for name in Entry._fields]
    query = select(*columns).where(entries.c.game == game, which).order_by(entries.c.number)
    return [entry_from(game, row) for row in await connection.execute(query)]


KINDS = {str(kind): kind for kind in EntryKind}


def entry_from(game: GameId, values: Sequence[Any]) -> Entry:
    """An entry of a game, as the database gives its columns."""
    number, kind, *others = values
    if kind not in KINDS:
        raise DamagedGame(game, f"entry {number}: there is no entry of the kind {kind!r}")
    return Entry(number, KINDS[kind], *others)


async def read_games(connection: AsyncConnection, query: Select[Any]) -> list[GameRow]:
    """The games that a query finds, with their seats."""
    games = (await connection.execute(query)).all()
    ids = [game.id for game in games]
    seats = schema.seats
    of_them = select(seats).where(seats.c.game.in_(ids)).order_by(seats.c.game, seats.c.seat)
    rows: dict[GameId, list[SeatRow]] = {}
    for row in (await connection.execute(of_them)).all() if ids else ():
        rows.setdefault(row.game, []).append(SeatRow(row.kind, row.name, row.level))
    return [_game(game, rows.get(game.id, [])) for game in games]


def with_seats() -> list[ColumnElement[Any]]:
    """The columns of games, and those of seats that are joined to them: one row for each seat."""
    seats = [schema.seats.c[name].label(f"seat_{name}") for name in ("seat", "kind", "name", "level")]
    return [*schema.games.c, *seats]


def game_with_seats(rows: Sequence[Any]) -> GameRow:
    """The game of these rows; one that is damaged may have no seat."""
    seats = sorted((row for row in rows if row.seat_seat is not None), key=lambda row: row.seat_seat)
    return _game(rows[0], [SeatRow(row.seat_kind, row.seat_name, row.seat_level) for row in seats])


def _game(row: Any, seats: list[SeatRow]) -> GameRow:
    first, second, *_ = [*seats, MISSING, MISSING]  # one damaged game must not keep a list from being shown
    values = {name: getattr(row, name) for name in COLUMNS}
    summary = GameSummary(**{name: getattr(row, name) for name in SUMMARY})
    return GameRow(**values, rated=bool(row.rated), seats=(first, second), summary=summary)
