"""Times in which clocks stand: when moves could not be stored, and when a player is on vacation."""

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import BigInteger, and_, case, cast, delete, func, insert, literal, select, text, true, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.core.database import schema as database_schema
from shanghaien.web.core.database.dialects import SERVER_CLOCK, insert_into
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.tables.clocks import Pause, counted
from shanghaien.web.tables.store import schema
from shanghaien.web.tables.store import schema as store_schema

Span = tuple[int, int]
"""From one moment to another, in milliseconds since 1970."""
ONE_AT_A_TIME = text("SELECT pg_advisory_xact_lock(hashtextextended('vacations of ' || :person, 0))")
"""PostgreSQL's lock for one person's vacations; SQLite has one writer anyway."""
HEARTBEAT = "heartbeat"
"""The name of the fact that says when the site could last store moves."""
PROOF_LENGTH = 64 * 1024
"""Once something could not be stored, the next sign of life takes as much room as a long move, so that it proves room."""


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign of life: when it was given, and the time before it in which moves could not be stored, if there was one."""

    at: int
    outage: Span | None = None
    proof: bool = False
    """Whether it has to prove that there is room for a move."""

    @property
    def lost(self) -> int:
        """Milliseconds of the outage."""
        return self.outage[1] - self.outage[0] if self.outage else 0


class OutageStore:
    """Knows when the site could last store moves, and when it could not. Every method is one transaction."""

    def __init__(self, database: Database, kind: str) -> None:
        self._database = database
        self._kind = kind
        """Of what is due where a clock runs: as long as none does, nothing is written."""

    async def beat(self, make: Callable[[int | None, int], Sign], every: int, known: int) -> tuple[Sign, list[Span]]:
        """Store the sign that is made once the store can be written to, and return the outages that ended after `known`.

        The sign is made from the database's time, if that is not the time of this machine, and the last sign of any
        process. Of several processes only one writes in a span of `every` milliseconds.
        """
        async with self._database.write() as connection:
            reference, stored = await self._before(connection)
            sign = make(reference, stored or 0)
            if sign.outage is not None:
                await self._record(connection, sign.outage)
            if sign.proof or sign.outage is not None or await self._clocks_run(connection):
                await _beat(connection, sign, every)
            return sign, await _outages(connection, known)

    async def begin(self, make: Callable[[int | None, int | None], Sign]) -> Sign:
        """A process starts: store the sign that is made from the database's time and the last sign of any process."""
        async with self._database.write() as connection:
            sign = make(*await self._before(connection))
            if sign.outage is not None:
                await self._record(connection, sign.outage)
            row = insert_into(connection, database_schema.facts).values(name=HEARTBEAT, value=str(sign.at))
            await connection.execute(row.on_conflict_do_update(index_elements=["name"], set_={"value": str(sign.at)}))
            return sign

    async def known(self, since: int) -> list[Span]:
        """The outages that ended after a moment, in order."""
        async with self._database.read() as connection:
            return await _outages(connection, since)

    async def _before(self, connection: AsyncConnection) -> tuple[int | None, int | None]:
        """The database's time, if that is not the time of this machine, and the last sign of any process."""
        facts = database_schema.facts.c
        time = literal(None, BigInteger) if self._database.is_sqlite else SERVER_CLOCK
        last = select(facts.value).where(facts.name == HEARTBEAT).scalar_subquery()
        found = (await connection.execute(select(time.label("time"), last.label("last")))).one()
        return found.time, None if found.last is None else int(found.last)

    async def _clocks_run(self, connection: AsyncConnection) -> bool:
        jobs = database_schema.jobs.c
        query = select(select(jobs.id).where(jobs.kind == self._kind).exists())
        return bool((await connection.execute(query)).scalar_one())

    async def _record(self, connection: AsyncConnection, outage: Span) -> None:
        """Store an outage; games in which a player's time runs have so much more of it as no other process has given."""
        facts, outages = database_schema.facts.c, store_schema.outages.c
        await connection.execute(select(facts.value).where(facts.name == HEARTBEAT).with_for_update())
        begins, ends = outage
        fresh = counted(begins, ends, [Pause(*span) for span in await _outages(connection, begins)])
        if fresh and await self._clocks_run(connection):
            await _shift_deadlines(connection, fresh)
            row = insert_into(connection, store_schema.outages).values(begins=begins, ends=ends)
            longer = {"ends": case((outages.ends > ends, outages.ends), else_=ends)}
            await connection.execute(row.on_conflict_do_update(index_elements=["begins"], set_=longer))


async def _outages(connection: AsyncConnection, after: int) -> list[Span]:
    outages = store_schema.outages.c
    query = select(outages.begins, outages.ends).where(outages.ends > after).order_by(outages.begins)
    return [(row.begins, row.ends) for row in await connection.execute(query)]


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


async def _beat(connection: AsyncConnection, sign: Sign, every: int) -> None:
    facts, length = database_schema.facts, PROOF_LENGTH if sign.proof else 0
    old = cast(func.trim(facts.c.value), BigInteger) <= sign.at - every
    due = and_(facts.c.name == HEARTBEAT, true() if sign.proof or sign.outage is not None else old)
    await connection.execute(update(facts).where(due).values(value=str(sign.at).rjust(length)))


async def _shift_deadlines(connection: AsyncConnection, by: int) -> None:
    games = schema.games
    running = games.c.deadline.is_not(None) & games.c.result.is_(None)
    await connection.execute(update(games).where(running).values(deadline=games.c.deadline + by))
