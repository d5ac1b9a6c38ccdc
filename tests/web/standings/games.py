"""People with accounts, and rated games that they end in a moment."""

from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy import insert, select

from shanghaien.rules import Options
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.jobs import JobRunner, JobStore
from shanghaien.web.people.schema import people
from shanghaien.web.standings.jobs import StandingJobs, standing_jobs
from shanghaien.web.standings.results_store import ResultRow, _results
from shanghaien.web.standings.schema import results, standings, watches
from shanghaien.web.tables.clocks import Pace
from shanghaien.web.tables.model import Mode, Table
from shanghaien.web.tables.setup import Setup
from tests.web.persons import ADA, BOB, EVE
from tests.web.tables.tavern import Tavern, in_tavern, request

LIVE = Pace.read("live 300 10")
DAYS = Pace.read("days 259200 86400 432000")
Visit = Callable[[Tavern, StandingJobs], Awaitable[None]]


def keeping(where: Any, visit: Visit, *accounts: PersonId) -> None:
    """A tavern where these people have accounts (Ada, Bob and Eve if none are named), and who keeps its standings."""

    async def run(tavern: Tavern) -> None:
        await settle(tavern.games.database, *(accounts or (ADA, BOB, EVE)))
        await visit(tavern, standing_jobs(tavern.games))

    in_tavern(where, run)


async def settle(database: Database, *accounts: PersonId) -> None:
    async with database.write() as connection:
        rows = [{"id": person, "name": person.title(), "created": 1} for person in accounts]
        await connection.execute(insert(people), rows)


async def begun(tavern: Tavern, *, by: PersonId = ADA, other: PersonId = BOB, **more: Any) -> Table:
    """A rated game of two people that has begun."""
    values: dict[str, Any] = {"pace": LIVE, "rated": True} | more
    table = await tavern.create(Setup(Mode.INVITE, values.pop("options", Options()), (by, ""), **values), by)
    return await tavern.seating.join(tavern.seating.invitation(table.id), other, other)


async def against(tavern: Tavern, level: str, *, by: PersonId = ADA, **more: Any) -> Table:
    """A rated game against a bot that has begun; the person has the first seat."""
    values: dict[str, Any] = {"pace": LIVE, "rated": True} | more
    return await tavern.create(Setup(Mode.BOT, Options(), (by, ""), 0, ("", level), **values), by)


async def both_choose(tavern: Tavern, table: Table, *players: PersonId) -> Table:
    """Play at random until both have chosen something."""
    chosen = set[int]()
    while len(chosen) < 2 and table.waits_for is not None:
        seat = table.waits_for
        chosen.add(seat)
        if table.chairs[seat].level:
            table = await tavern.act_for_bot(table, seat)
        else:
            table = await tavern.act(table, players[seat])
    return table


async def resigned(tavern: Tavern, table: Table, person: PersonId) -> Table:
    return await tavern.tables.resign(request(table, person))


async def lost_by(tavern: Tavern, loser: PersonId, winner: PersonId, **more: Any) -> Table:
    """A rated game that one loses and the other wins."""
    table = await begun(tavern, by=loser, other=winner, **more)
    table = await both_choose(tavern, table, loser, winner)
    return await resigned(tavern, table, loser)


async def run_due(duties: StandingJobs, *more: Any) -> None:
    """Do what is due until nothing is."""
    runner = JobRunner(JobStore(duties.results.database), duties.handlers())
    while await runner.look():
        pass


async def logged(database: Database) -> list[ResultRow]:
    """The whole log."""
    async with database.read() as connection:
        found = await connection.execute(_results().order_by(results.c.number, results.c.seat))
        return [ResultRow(*row) for row in found]


async def all_standings(database: Database) -> list[tuple[Any, ...]]:
    """Everything that standings and watches hold, but for the edition."""
    rows: list[tuple[Any, ...]] = []
    async with database.read() as connection:
        for table in (standings, watches):
            columns = [column for column in table.c if column.name != "edition"]
            found = await connection.execute(select(*columns).order_by(*table.primary_key.columns))
            rows += [tuple(row) for row in found]
    return rows
