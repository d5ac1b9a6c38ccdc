"""What players say at a table, numbered from 1 in each game."""

from dataclasses import asdict, dataclass

from sqlalchemy import and_, delete, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.rules import Seat
from shanghaien.web.core.database.dialects import insert_into, now_in
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.person_rows import PersonRows, rename
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.people import schema as people_schema
from shanghaien.web.tables.store import schema as tables_schema
from shanghaien.web.talk import schema as talk_schema
from shanghaien.web.talk.schema import notes, said

ONE_AT_A_TIME = text("SELECT pg_advisory_xact_lock(hashtextextended('said at ' || :game, 0))")
"""PostgreSQL's lock for what is said at one table; SQLite has one writer anyway."""
LAST_NUMBER = 2**31 - 1
"""Whatever anybody asks for, nothing is looked for after this number: no column holds a higher one."""


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
    """Something that somebody wants to say."""

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
        """Keep what somebody says, unless their seat has said too much of late, or in all."""
        async with self._database.write() as connection:
            if not self._database.is_sqlite:
                await connection.execute(ONE_AT_A_TIME, {"game": saying.game})
            now = int((await connection.execute(select(now_in(connection)))).scalar_one())
            wait = await _wait(connection, saying, allowed, now)
            if wait is not None:
                return wait
            newest = select(func.coalesce(func.max(said.c.number), 0)).where(said.c.game == saying.game)
            number = int((await connection.execute(newest)).scalar_one()) + 1
            values = (saying.seat, saying.person, saying.kind, saying.text, saying.version)
            row = SaidRow(saying.game, number, *values, now)
            await connection.execute(insert(said).values(asdict(row)))
            return row

    async def since(self, game: GameId, after: int, most: int) -> list[SaidRow]:
        """The last things that were said after a number, in their order."""
        later = and_(said.c.game == game, said.c.number > min(after, LAST_NUMBER))
        query = select(said).where(later).order_by(said.c.number.desc())
        async with self._database.connect() as connection:
            rows = [SaidRow(**row) for row in (await connection.execute(query.limit(most))).mappings()]
        return rows[::-1]

    async def newest(self, game: GameId) -> int:
        """The number of what was said last; 0 if nothing was."""
        query = select(func.coalesce(func.max(said.c.number), 0)).where(said.c.game == game)
        async with self._database.connect() as connection:
            return int((await connection.execute(query)).scalar_one())


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


# What people have written down for themselves about their games.


class NoteStore:
    """The store of notes. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: PersonId, game: GameId) -> str:
        """What the person has written about a game; empty if nothing."""
        query = select(notes.c.text).where(notes.c.person == person, notes.c.game == game)
        async with self._database.connect() as connection:
            return (await connection.execute(query)).scalar_one_or_none() or ""

    async def keep(self, person: PersonId, game: GameId, text: str) -> None:
        """Keep this instead of what was there; an empty text leaves nothing."""
        async with self._database.write() as connection:
            if not text:
                await connection.execute(delete(notes).where(notes.c.person == person, notes.c.game == game))
                return
            row = insert_into(connection, notes)
            values = {"person": person, "game": game, "text": text, "at": now_in(connection)}
            new = {"text": text, "at": now_in(connection)}
            kept = row.values(values).on_conflict_do_update(index_elements=["person", "game"], set_=new)
            await connection.execute(kept)


async def players_of(database: Database, game: GameId) -> list[tuple[Seat, PersonId, str | None]]:
    """The people of each seat of a game, with the text of their preferences."""
    seated, wishes = tables_schema.seated, people_schema.wishes
    both = seated.outerjoin(wishes, wishes.c.person == seated.c.person)
    query = select(seated.c.seat, seated.c.person, wishes.c.text).select_from(both).where(seated.c.game == game)
    async with database.connect() as connection:
        return [(row.seat, PersonId(row.person), row.text) for row in await connection.execute(query)]


PERSON_ROWS = [
    PersonRows(
        talk_schema.said,
        rename(talk_schema.said.c.person),
        name="said",
        columns=("game", "number", "kind", "text", "at"),
    ),
    PersonRows(talk_schema.notes, name="notes", columns=("game", "text", "at")),
]
