"""Times in which clocks stand: when no server was there, and when somebody is on vacation."""

from collections.abc import Callable

from sqlalchemy import and_, delete, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.core.database import schema as database_schema
from shanghaien.web.core.database.dialects import insert_into
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.tables.store import schema
from shanghaien.web.tables.store import schema as store_schema

Span = tuple[int, int]
"""From one moment to another, in milliseconds since 1970."""
ONE_AT_A_TIME = text("SELECT pg_advisory_xact_lock(hashtextextended('vacations of ' || :person, 0))")
"""PostgreSQL's lock for one person's vacations; SQLite has one writer anyway."""
HEARTBEAT = "heartbeat"
"""The name of the fact that says when a server was last there."""


class OutageStore:
    """Knows when a server was last there. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def beat(self, at: int) -> None:
        """A server is there at this moment."""
        async with self._database.write() as connection:
            await _beat(connection, at)

    async def begin(self, at: int, longest_silence: int) -> Span | None:
        """A server starts: the time since one was last there, if it was longer than silence can be, was an outage.

        Games in which somebody's time runs then have so much more of it.
        """
        async with self._database.write() as connection:
            facts = database_schema.facts.c
            query = select(facts.value).where(facts.name == HEARTBEAT).with_for_update()
            last = (await connection.execute(query)).scalar_one_or_none()
            await _beat(connection, at)
            if last is None or at - int(last) <= longest_silence:
                return None
            await _shift_deadlines(connection, at - int(last))
            outage = insert_into(connection, store_schema.outages).values(begins=int(last), ends=at)
            await connection.execute(outage.on_conflict_do_nothing())
            return int(last), at

    async def known(self) -> list[Span]:
        """All outages, in order."""
        outages = store_schema.outages.c
        async with self._database.read() as connection:
            rows = await connection.execute(select(outages.begins, outages.ends).order_by(outages.begins))
            return [(row.begins, row.ends) for row in rows]


class VacationStore:
    """The vacations of people. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: PersonId) -> list[Span]:
        """The person's vacations, in order."""
        async with self._database.read() as connection:
            return await _vacations(connection, person)

    async def add(self, person: PersonId, vacation: Span, check: Callable[[list[Span]], None]) -> None:
        """Keep another vacation, unless `check`, which is shown all that there are, raises why not.

        Of two that are announced at once the second is looked at when the first is kept.
        """
        begins, ends = vacation
        async with self._database.write() as connection:
            if not self._database.is_sqlite:
                await connection.execute(ONE_AT_A_TIME, {"person": person})
            check(await _vacations(connection, person))
            row = {"person": person, "begins": begins, "ends": ends}
            await connection.execute(insert(store_schema.vacations).values(row))

    async def set(self, person: PersonId, begins: int, ends: int) -> None:
        """Keep a vacation; one that begins at the same moment is changed, and goes if it ends before it begins."""
        vacations = store_schema.vacations
        async with self._database.write() as connection:
            same = (vacations.c.person == person, vacations.c.begins == begins)
            await connection.execute(delete(vacations).where(*same))
            if ends > begins:
                await connection.execute(insert(vacations).values(person=person, begins=begins, ends=ends))

    async def running_games(self, person: PersonId) -> list[GameId]:
        """The games with a clock that the person plays just now."""
        games, seated = schema.games.c, schema.seated.c
        query = select(games.id).distinct().join_from(schema.seated, schema.games, games.id == seated.game)
        goes_on = and_(seated.ended.is_(None), games.result.is_(None))
        query = query.where(seated.person == person, goes_on, games.pace.is_not(None))
        async with self._database.read() as connection:
            return [GameId(game) for game in (await connection.execute(query)).scalars()]


async def _vacations(connection: AsyncConnection, person: PersonId) -> list[Span]:
    vacations = store_schema.vacations.c
    query = select(vacations.begins, vacations.ends).where(vacations.person == person).order_by(vacations.begins)
    return [(row.begins, row.ends) for row in await connection.execute(query)]


async def _beat(connection: AsyncConnection, at: int) -> None:
    row = insert_into(connection, database_schema.facts).values(name=HEARTBEAT, value=str(at))
    await connection.execute(row.on_conflict_do_update(index_elements=["name"], set_={"value": str(at)}))


async def _shift_deadlines(connection: AsyncConnection, by: int) -> None:
    games = schema.games
    running = games.c.deadline.is_not(None) & games.c.result.is_(None)
    await connection.execute(update(games).where(running).values(deadline=games.c.deadline + by))
