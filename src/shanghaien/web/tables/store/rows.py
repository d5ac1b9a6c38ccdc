"""What goes into the store and comes out of it, as plain values."""

import hashlib
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.rules import Seat
from shanghaien.web.core.ids import GameId, PersonId, RequestId, Version
from shanghaien.web.tables.store import schema

FIRST = Version(0)
"""The version of a game in which nothing has happened."""
SeatedPerson = tuple[Seat, PersonId]
"""A seat and a person it belongs to."""


class EntryRow(NamedTuple):
    """One entry of a game's log, in the order of the columns."""

    number: Version
    kind: str
    seat: Seat | None
    text: str
    request_id: RequestId | None
    at: int
    used: int | None = None
    """Milliseconds by which the clock of the seat that was asked went on with it."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat; an empty name is nobody's, an empty level no bot's."""

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
    """What its log added up to when it was read or made; see `LogDigest`."""
    contract: str | None = None
    """What was fixed about the dice, as JSON; None for those of a day, and real ones."""
    receipt: str | None = None
    """The line of the receipt for the contract."""
    pace: str | None = None
    """How much time the players have; None where they take the time they want."""
    rated: bool = False
    """Whether the players want it to count; whether it does is found out when it ends."""
    delay: int = 0
    """By how many seconds whoever watches is behind."""
    day: str | None = None
    """The day whose dice it is played with; None for all other games."""

    def __repr__(self) -> str:
        return f"GameRow({self.id!r}, version={self.version})"  # a log line must not tell the seed


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game with the entries that were asked for and the people at it, all of one moment."""

    row: GameRow
    entries: list[EntryRow]
    people: list[SeatedPerson]


# Games as rows of the database, in both directions.

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
    who = {"kind": row.kind, "name": row.name, "level": row.level}
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
        rows.setdefault(row.game, []).append(SeatRow(row.kind, row.name, row.level))
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


# What a game and its log so far add up to: one hash that goes on with every entry, so that damage is found.


class LogDigest:
    """The hash of a game's fixed values and of every entry up to `number`."""

    def __init__(self, game: GameRow) -> None:
        # Secrets of chains are held to the contract's ends whenever one is used, and a restored copy gets new ones.
        hidden = game.seed.hex() if game.contract is None else game.contract
        fixed = [game.id, game.mode, game.options, game.revision, game.commitment, game.created, hidden]
        fixed += [game.pace] if game.pace else []
        fixed += [game.day] if game.day else []
        self._hash = hashlib.sha256("\x1f".join(map(str, fixed)).encode())
        self.number = 0

    def add(self, entry: EntryRow) -> None:
        """Go on with the next entry."""
        number, kind, seat, text, request_id, at, used = entry
        timed = "" if used is None else f"\x1f{used}"
        self._hash.update(f"\x1e{number}\x1f{kind}\x1f{seat}\x1f{text}\x1f{request_id}\x1f{at}{timed}".encode())
        self.number = number

    def copy(self) -> "LogDigest":
        """Another one that goes on from here by itself."""
        other: LogDigest = object.__new__(LogDigest)
        other._hash, other.number = self._hash.copy(), self.number
        return other

    @property
    def text(self) -> str:
        """As it is stored, with the number of the last entry."""
        return f"{self.number} {self._hash.hexdigest()}"
