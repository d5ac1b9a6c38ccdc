"""The public log grows without gaps, however many add to it at once, and begins anew when it cannot go on."""

import asyncio
from collections.abc import Sequence

import pytest
from sqlalchemy import delete, insert, select, update

from shanghaien.fairness.merkle_tree import EMPTY, head_of
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.schema import facts
from shanghaien.web.tables.dice.log_reader import DailyHeads, LogReader
from shanghaien.web.tables.dice.log_writer import (
    PUBLIC_LOG,
    LoggedEntry,
    LogState,
    add_to_log,
    begin_epoch,
    present_log,
)
from shanghaien.web.tables.store.schema import commitments
from tests.web.core.database.databases import opened_database, with_database
from tests.web.moving_time import moving_time
from tests.web.tables.dice.entries import some_entries


async def add(database: Database, entries: Sequence[LoggedEntry]) -> LogState:
    async with database.write() as connection:
        return await add_to_log(connection, entries)


async def stored(database: Database) -> list[tuple[int, int, LoggedEntry]]:
    async with database.read() as connection:
        rows = await connection.execute(select(commitments).order_by(commitments.c.epoch, commitments.c.number))
        return [(row.epoch, row.number, LoggedEntry(row.kind, row.game, row.hash)) for row in rows]


async def present(database: Database) -> LogState | None:
    async with database.read() as connection:
        return await present_log(connection)


def test_entries_stand_in_the_order_in_which_they_were_added_and_the_head_is_theirs(database_url: str) -> None:
    async def use(database: Database) -> None:
        entries = some_entries(7)
        assert await present(database) is None
        assert (await add(database, []))[:3] == (1, 0, EMPTY)
        for first, last in ((0, 1), (1, 4), (4, 7)):
            state = await add(database, entries[first:last])
            assert state[:3] == (1, last, head_of([each.leaf for each in entries[:last]]))
        assert await present(database) == state
        assert await stored(database) == [(1, number, each) for number, each in enumerate(entries)]

    with_database(database_url, use)


def test_many_processes_that_add_at_once_leave_no_gap_and_no_double(database_url: str) -> None:
    async def process(name: str) -> list[LogState]:
        async with opened_database(database_url) as database:
            entries = some_entries(12, name)
            return [await add(database, entries[at : at + 2]) for at in range(0, 12, 2)]

    async def processes() -> None:
        # SQLite has one process; there many requests of one process do the same
        async with opened_database(database_url) as database:
            at_once = 1 if database.is_sqlite else 4
            elsewhere = asyncio.gather(*(process(f"process-{number}") for number in range(at_once)))
            states = await asyncio.gather(*(add(database, some_entries(3, f"here-{number}")) for number in range(10)))
            states += [state for told in await elsewhere for state in told]
            rows = await stored(database)
        leaves = [each.leaf for _, _, each in rows]
        assert [number for _, number, _ in rows] == list(range(30 + 12 * at_once))
        assert len({state.size for state in states}) == len(states)
        assert all(state.root == head_of(leaves[: state.size]) for state in states)

    asyncio.run(processes())


def test_what_is_taken_back_leaves_no_trace_in_the_log(database_url: str) -> None:
    async def use(database: Database) -> None:
        before = await add(database, some_entries(3))
        async with database.write() as connection:
            await add_to_log(connection, some_entries(2, "other"))
            await connection.rollback()
        assert await present(database) == before
        assert len(await stored(database)) == 3

    with_database(database_url, use)


def test_another_epoch_is_another_log_and_the_earlier_one_stays(database_url: str) -> None:
    async def use(database: Database) -> None:
        await add(database, some_entries(3))
        async with database.write() as connection:
            assert await begin_epoch(connection) == 2
        assert tuple(await present(database) or ())[:3] == (2, 0, EMPTY)
        state = await add(database, some_entries(1, "later"))
        assert state[:3] == (2, 1, some_entries(1, "later")[0].leaf)
        assert [(epoch, number) for epoch, number, _ in await stored(database)] == [(1, 0), (1, 1), (1, 2), (2, 0)]

    with_database(database_url, use)


@pytest.mark.parametrize("edge", [None, "", "[]", '{"epoch": 1, "size": 3, "edge": ["00"]}', '{"epoch": 1}'])
def test_a_log_whose_edge_is_lost_or_damaged_is_not_gone_on_with(
    database_url: str, edge: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    async def use(database: Database) -> None:
        await add(database, some_entries(3))
        async with database.write() as connection:
            await connection.execute(delete(facts).where(facts.c.name == PUBLIC_LOG))
            if edge is not None:
                await connection.execute(insert(facts).values(name=PUBLIC_LOG, value=edge))
        assert (await add(database, some_entries(2, "later")))[:2] == (2, 2)
        assert ("damaged" in caplog.text) == (edge is not None)

    with_database(database_url, use)


def test_the_edge_alone_cannot_be_told_a_larger_size(database_url: str) -> None:
    async def use(database: Database) -> None:
        await add(database, some_entries(3))
        changed = '{"epoch": 1, "size": 4, "edge": []}'
        async with database.write() as connection:
            await connection.execute(update(facts).where(facts.c.name == PUBLIC_LOG).values(value=changed))
        assert await present(database) is None

    with_database(database_url, use)


def test_the_time_of_the_log_never_goes_back_whatever_the_clock_of_a_computer_says(database_url: str) -> None:
    async def use(database: Database) -> None:
        with moving_time() as time:
            before = await add(database, some_entries(1))
            time.go(hours=-2)
            assert (await add(database, some_entries(1, "later"))).time == before.time
            head = await LogReader(database).signed_head()
            assert head is None  # nothing has been signed yet, so there is no key
            await DailyHeads(database).start()
            head = await LogReader(database).signed_head()
            assert head is not None
            assert (head.head.size, head.head.time) == (2, before.time)
            time.go(hours=3)
            assert (await add(database, some_entries(1, "latest"))).time == before.time + 3600

    with_database(database_url, use)
