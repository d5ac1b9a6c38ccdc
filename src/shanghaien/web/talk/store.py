"""What players say at a table, numbered from 1 in each game, and what they write down for themselves."""

from dataclasses import asdict, dataclass

from sqlalchemy import BigInteger, Column, Index, Integer, String, Table, Text, and_, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.rules import Seat
from shanghaien.web.core.database.dialects import insert_into, lock_until_commit, metadata, now_in
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.person_rows import PersonRows, rename
from shanghaien.web.core.database.retention import GOES_WITH_GAME
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.people.schema import preferences
from shanghaien.web.tables.store import schema as tables_schema

said = Table(
    "said",
    metadata,
    # What players say at a table. It is no entry of the game's log: a move is never late because of a greeting.
    Column("game", String(40), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("person", String(40), nullable=False),
    # "phrase", whose text is the key of a phrase, or "text".
    Column("kind", String(8), nullable=False),
    Column("text", Text, nullable=False),
    # The version of the game at that moment: its place among the lines of the log.
    Column("version", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("ix_said_person", "person"),
    info=GOES_WITH_GAME,
)

notes = Table(
    "notes",
    metadata,
    # Notes of players to themselves about a game.
    Column("person", String(40), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("ix_notes_game", "game"),
    info=GOES_WITH_GAME,
)


LAST_NUMBER = 2**31 - 1
"""The highest number that the column can hold, whatever a request asks for."""


@dataclass(frozen=True, slots=True)
class SaidRow:
    """Something that was said, with the version of the game at that moment."""

    game: GameId
    number: int
    seat: int
    person: PersonId
    kind: str
    text: str
    version: int
    at: int


@dataclass(frozen=True, slots=True)
class Saying:
    """Something that is about to be said."""

    game: GameId
    seat: int
    person: PersonId
    kind: str
    text: str
    version: int


@dataclass(frozen=True, slots=True)
class Allowed:
    """How much one seat may say: so many things within so many milliseconds, and so many in a whole game."""

    times: int
    within_ms: int
    in_all: int


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing was stored: in so many milliseconds it is worth trying again; never if it is None."""

    ms: int | None


class SaidStore:
    """The store of what is said. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, saying: Saying, allowed: Allowed) -> SaidRow | Wait:
        """Wait if the seat has said too much lately or in all."""
        async with self._database.write() as connection:
            await lock_until_commit(connection, f"said at {saying.game}")
            now = int((await connection.execute(select(now_in(connection)))).scalar_one())
            wait = await _wait(connection, saying, allowed, now)
            if wait is not None:
                return wait
            newest = select(func.coalesce(func.max(said.c.number), 0)).where(said.c.game == saying.game)
            number = int((await connection.execute(newest)).scalar_one()) + 1
            row = SaidRow(number=number, at=now, **asdict(saying))
            await connection.execute(insert(said).values(asdict(row)))
            return row

    async def since(self, game: GameId, after: int, most: int) -> list[SaidRow]:
        """The last `most` after a number, in order."""
        later = and_(said.c.game == game, said.c.number > min(after, LAST_NUMBER))
        query = select(said).where(later).order_by(said.c.number.desc())
        rows = await self._database.fetch_all(query.limit(most))
        return [SaidRow(*row) for row in reversed(rows)]

    async def newest(self, game: GameId) -> int:
        """0 if nothing was said."""
        query = select(func.coalesce(func.max(said.c.number), 0)).where(said.c.game == game)
        return int(await self._database.fetch_value(query))


async def _wait(connection: AsyncConnection, saying: Saying, allowed: Allowed, now: int) -> Wait | None:
    theirs = said.c.game == saying.game, said.c.seat == saying.seat
    latest = select(said.c.at).where(*theirs).order_by(said.c.number.desc()).limit(allowed.in_all)
    times = [int(at) for at in await connection.scalars(latest)]
    if len(times) >= allowed.in_all:
        return Wait(None)
    if len(times) < allowed.times:
        return None
    left = times[allowed.times - 1] + allowed.within_ms - now
    return Wait(left) if left > 0 else None


async def read_note(database: Database, person: PersonId, game: GameId) -> str:
    query = select(notes.c.text).where(notes.c.person == person, notes.c.game == game)
    return await database.fetch_value(query) or ""


async def write_note(database: Database, person: PersonId, game: GameId, text: str) -> None:
    """An empty text deletes the note."""
    async with database.write() as connection:
        if not text:
            await connection.execute(delete(notes).where(notes.c.person == person, notes.c.game == game))
            return
        new = {"text": text, "at": now_in(connection)}
        row = insert_into(connection, notes).values(person=person, game=game, **new)
        await connection.execute(row.on_conflict_do_update(index_elements=["person", "game"], set_=new))


async def players_of(database: Database, game: GameId) -> list[tuple[Seat, PersonId, str | None]]:
    """The people at each seat, with the stored text of their preferences."""
    seated = tables_schema.seated
    both = seated.outerjoin(preferences, preferences.c.person == seated.c.person)
    query = select(seated.c.seat, seated.c.person, preferences.c.text).select_from(both).where(seated.c.game == game)
    return [(row.seat, PersonId(row.person), row.text) for row in await database.fetch_all(query)]


PERSON_ROWS = [
    PersonRows(
        said,
        rename(said.c.person),
        name="said",
        columns=("game", "number", "kind", "text", "at"),
    ),
    PersonRows(notes, name="notes", columns=("game", "text", "at")),
]
