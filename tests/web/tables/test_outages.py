"""No clock is lost to an outage, and none wins by it: full disks, frozen processes, stores that hang, clocks that are set."""

import asyncio
import random
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy import select
from sqlalchemy.exc import DBAPIError, OperationalError

from shanghaien.web.core import clock
from shanghaien.web.core.clock import SteadyClock
from shanghaien.web.core.jobs import JobRow, JobStore
from shanghaien.web.tables.clocks import Pace
from shanghaien.web.tables.jobs import Deadlines
from shanghaien.web.tables.log import EntryKind
from shanghaien.web.tables.model import Table
from shanghaien.web.tables.outage_watch import OutageHeartbeat
from shanghaien.web.tables.pages.page_stream import table_events
from shanghaien.web.tables.pages.seen_table import Perspective
from shanghaien.web.tables.store import schema
from tests.web.moving_time import MONDAY
from tests.web.tables.tavern import Tavern, opened
from tests.web.tables.test_clocks import BOTH, seated, turn

HOUR = 3_600_000
LOOK = Perspective(frozenset({0, 1}), address="/t/g")
LIVE, DAYS = Pace.read("live 120 10"), Pace.read("days 86400 3600 172800")
SILENCE = {LIVE: 3.0, DAYS: 1800.0}
"""Seconds after which a silence is an outage: over days fewer signs of life do."""
KINDS = ("full disk", "frozen", "store hangs", "clock set", "killed")
AWAY = (DBAPIError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
"""What says that a database cannot be reached."""
POSTGRES_KINDS = ("postgresql away", "frozen", "killed")
"""There the time of the site is that of the database."""


class Machine:
    """A machine whose clock can be set while time goes on."""

    def __init__(self) -> None:
        self.true, self.set_by = 0, 0

    def wall(self) -> int:
        return MONDAY + self.true + self.set_by

    def steady(self) -> int:
        return 5_000_000 + self.true


async def by_hand(tavern: Tavern, outage_seconds: float = 3.0) -> OutageHeartbeat:
    """A process that has started and gives signs of life when a test says so."""
    beats = OutageHeartbeat(tavern.games, outage_seconds)
    await beats.start()
    assert beats._task is not None
    beats._task.cancel()
    await asyncio.gather(beats._task, return_exceptions=True)
    return beats


class Simulation:
    """One game with clocks at a site that has outages; it knows how long each player could really have played."""

    def __init__(self, where: Path | str, pace: Pace, seed: int) -> None:
        self.where, self.pace, self.dice = where, pace, random.Random(seed)
        self.machine = Machine()
        self.silence = int(SILENCE[pace] * 1000)
        self.every = self.silence // 3
        self.used = self.doubt = 0
        """Milliseconds for which whoever is asked could have moved, and by how much less may have been counted."""
        self.unnoticed = 0
        """Milliseconds of freezes that are too short to be noticed."""
        self.outages = 0
        self.tavern: Tavern
        self.beats: OutageHeartbeat

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """A process, from its start until it is killed."""
        with clock.set_clock(SteadyClock(self.machine.wall, self.machine.steady)):
            async with opened(self.where, alone=isinstance(self.where, Path)) as tavern:
                self.tavern, self.beats = tavern, await by_hand(tavern, SILENCE[self.pace])
                yield

    async def think(self, milliseconds: int) -> None:
        """Let time pass in which moves are taken."""
        until = self.machine.true + milliseconds
        while self.machine.true < until:
            step = min(self.every, until - self.machine.true)
            self.machine.true += step
            self.used += step
            await self.beats.beat()

    async def end_time(self, table: Table) -> None:
        """What the server does when a clock may be up; with the store away it is tried again."""
        [*rows] = await JobStore(self.tavern.games.database).claim(["clock"], 1, 0)
        for row in rows:
            await Deadlines(self.tavern.games).end_time(row)

    async def move(self, table: Table) -> Table:
        """Play, and compare what the clock has counted with what it should have."""
        asked = table.waits_for
        assert asked is not None
        after = await self.tavern.act(table, BOTH[asked])
        game, _ = await self.tavern.games.open(table.id)
        stored = await self.tavern.games.store.load(table.id, table.version)
        assert stored is not None
        counted = next(entry.used for entry in stored.entries if entry.number == table.version + 1)
        slow = self.used // 2000 + 20
        assert counted is not None
        assert self.used - self.doubt - slow <= counted <= self.used + self.unnoticed + slow
        assert game.result is None or game.result.reason not in {"time", "abandoned"}
        self.used = self.doubt = self.unnoticed = 0
        return after

    async def outage(self, kind: str, table: Table) -> None:
        """Something goes wrong for up to hours, far longer than anybody's clock would last."""
        lasting = self.dice.choice((self.silence // 2, self.silence * 2, 40 * self.silence, 60 * HOUR))
        if self.dice.random() < 0.5:  # it begins between two signs of life
            self.machine.true += (part := self.dice.randrange(self.every))
            self.used += part
        self.doubt += 2 * self.every  # up to the first sign that fails, and up to the first that does not
        await getattr(self, kind.replace(" ", "_"))(lasting, table)
        self.outages += 1

    async def full_disk(self, lasting: int, table: Table) -> None:
        await self._only_read(True)
        for _ in range(3):
            self.machine.true += lasting // 3
            with pytest.raises((OperationalError, sqlite3.OperationalError), match="readonly"):
                await self.tavern.act(table, BOTH[table.waits_for or 0])
        await self._only_read(False)

    async def _only_read(self, on: bool) -> None:
        """Have SQLite refuse to write, on the connections of moves and of everything else."""
        pragma = f"PRAGMA query_only={int(on)}"
        database: Any = self.tavern.games.database
        committer: Any = self.tavern.games.store._writer._committer
        committer._open().execute(pragma)
        async with database._writers.connect() as connection:
            plain: Any = (await connection.get_raw_connection()).driver_connection
            await plain.execute(pragma)  # without the transaction around it, which is refused

    async def postgresql_away(self, lasting: int, table: Table) -> None:
        async with closed_to_all(str(self.where)):
            for _ in range(3):
                self.machine.true += lasting // 3
                with pytest.raises(AWAY):
                    await self.tavern.act(table, BOTH[table.waits_for or 0])

    async def frozen(self, lasting: int, table: Table) -> None:
        self.machine.true += lasting
        self.unnoticed += lasting if lasting <= self.silence else 0
        if self.dice.random() < 0.5:
            await self.end_time(table)

    async def store_hangs(self, lasting: int, table: Table) -> None:
        async with self.tavern.games.database.turn_to_write():
            waiting = asyncio.create_task(self.beats.beat())
            await asyncio.sleep(0)
            self.machine.true += lasting
        self.unnoticed += lasting if lasting <= self.silence else 0
        await waiting

    async def clock_set(self, lasting: int, table: Table) -> None:
        self.machine.set_by += self.dice.choice((-1, 1)) * min(lasting, 5 * HOUR)
        if self.dice.random() < 0.5:
            await self.end_time(table)

    async def killed(self, lasting: int, table: Table) -> None:
        """Handled where processes are started: time passes in which none is there, and the clock may be set."""
        self.machine.true += lasting
        self.machine.set_by += self.dice.choice((-1, 0, 1)) * self.dice.randrange(2 * HOUR)


@asynccontextmanager
async def closed_to_all(url: str) -> AsyncIterator[None]:
    """Nobody gets into the database, and whoever is there is thrown out."""
    admin = await asyncpg.connect(url.replace("postgresql+asyncpg", "postgresql").replace("/postgres?", "/template1?"))
    await admin.execute("ALTER DATABASE postgres WITH ALLOW_CONNECTIONS false")
    await admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'postgres'")
    try:
        yield
    finally:
        await admin.execute("ALTER DATABASE postgres WITH ALLOW_CONNECTIONS true")
        await admin.close()


async def simulate(where: Path | str, pace: Pace, outages: int, seed: int, kinds: tuple[str, ...] = KINDS) -> int:
    """Play games with outages between the moves; how many moves were made."""
    simulation, moves, table = Simulation(where, pace, seed), 0, None
    longest = 2 * simulation.every
    while simulation.outages < outages:
        async with simulation.running():
            kind = ""
            while kind != "killed" and simulation.outages < outages:
                if table is None or table.waits_for is None:
                    table = await seated(simulation.tavern, pace)
                    for _ in range(2):
                        table = await turn(simulation.tavern, table)
                    simulation.used = simulation.doubt = simulation.unnoticed = 0
                await simulation.think(simulation.dice.randrange(longest))
                kind = simulation.dice.choice(kinds)
                await simulation.outage(kind, table)
                if kind != "killed":
                    await simulation.think(simulation.dice.randrange(longest))
                    await simulation.end_time(table)
                    table, moves = await simulation.move(table), moves + 1
    return moves


@pytest.mark.parametrize("pace", [LIVE, DAYS], ids=str)
def test_no_clock_is_lost_to_an_outage_and_none_wins_by_it(tmp_path: Path, pace: Pace, long: bool) -> None:
    outages = 500 if long else 50
    assert asyncio.run(simulate(tmp_path, pace, outages, seed=25)) > outages // 2


@pytest.mark.parametrize("pace", [LIVE, DAYS], ids=str)
def test_no_clock_is_lost_while_postgresql_is_away(empty_postgres: str, pace: Pace, long: bool) -> None:
    outages = 100 if long else 12
    assert asyncio.run(simulate(empty_postgres, pace, outages, 25, POSTGRES_KINDS)) > outages // 3


def test_whoever_really_takes_too_long_loses_though_there_was_an_outage(tmp_path: Path) -> None:
    async def visit() -> None:
        simulation = Simulation(tmp_path, LIVE, seed=1)
        async with simulation.running():
            table = await seated(simulation.tavern, LIVE)
            for _ in range(4):
                table = await turn(simulation.tavern, table)
            late, left = table.waits_for, 130_000
            await simulation.frozen(50 * HOUR, table)
            await simulation.think(left - 20_000)
            assert (await simulation.tavern.tables.now(table.id)).result is None
            await simulation.think(60_000)
            await simulation.end_time(table)
            over = await simulation.tavern.tables.now(table.id)
            assert (over.log[-1].kind, over.log[-1].seat) == (EntryKind.TIME_OUT, late)

    asyncio.run(visit())


def test_a_freeze_in_the_middle_of_a_sign_of_life_is_known_before_a_clock_is_read(tmp_path: Path) -> None:
    async def visit() -> None:
        simulation = Simulation(tmp_path, LIVE, seed=1)
        async with simulation.running():
            machine, beats = simulation.machine, simulation.beats
            await turn(simulation.tavern, await seated(simulation.tavern, LIVE))
            machine.true += 1
            made_before = beats._given
            under_way = asyncio.create_task(beats.beat())
            for _ in range(100_000):  # step by step, so that the sign is made and not yet stored
                if beats._given != made_before:
                    break
                await asyncio.sleep(0)
            machine.true += HOUR
            assert not under_way.done()
            await beats.try_to_beat()
            [outage] = beats.outages
            assert outage.ends - outage.begins >= HOUR
            await under_way

    asyncio.run(visit())


def test_an_outage_that_one_process_has_noticed_is_known_to_the_other_before_it_ends_somebodys_time(
    empty_postgres: str,
) -> None:
    async def visit() -> None:
        machine = Machine()
        with clock.set_clock(SteadyClock(machine.wall, machine.steady)):
            async with opened(empty_postgres, alone=False) as one, opened(empty_postgres, alone=False) as two:
                beats = [await by_hand(each) for each in (one, two)]
                table = await turn(one, await seated(one, LIVE))
                for _ in range(100):  # the second process stands still
                    machine.true += 1000
                    await beats[0].beat()
                await beats[1].beat()
                [noticed] = beats[1].outages
                assert noticed.ends - noticed.begins >= 100_000 - 100_000 // clock.SLEW
                assert beats[0].outages == ()
                before = await one.tables.now(table.id)
                await Deadlines(one.games).end_time(JobRow(0, "clock", table.id, "", 0, 0, 0))
                after = await one.tables.now(table.id)
                assert before.clocks is not None
                assert before.clocks.deadline is not None
                assert after.clocks is not None
                assert after.clocks.running is not None
                assert after.clocks.deadline == noticed.ends + after.clocks.left[after.clocks.running]
                [listed] = await one.tables.games.database.fetch_all(select(schema.games.c.deadline))
                assert listed.deadline == before.clocks.deadline + noticed.ends - noticed.begins  # moved once

    asyncio.run(visit())


def test_an_open_page_is_told_when_the_clock_stood(tmp_path: Path) -> None:
    async def visit() -> None:
        simulation = Simulation(tmp_path, LIVE, seed=1)
        async with simulation.running():
            table = await seated(simulation.tavern, LIVE)
            events: Any = table_events(simulation.tavern.tables, table.id, LOOK, table.version)
            with_time = [await anext(events) for _ in range(2)][1].decode()
            assert '"pauses"' not in with_time
            await simulation.frozen(50 * HOUR, table)
            await simulation.beats.beat()
            [outage] = simulation.beats.outages
            assert f'"pauses":"{outage.begins}-{outage.ends}"' in (await anext(events)).decode()
            await events.aclose()

    asyncio.run(visit())
