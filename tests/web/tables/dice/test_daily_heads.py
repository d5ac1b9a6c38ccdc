"""The head of the public log is signed once a day, by whichever process is first."""

import asyncio
from collections.abc import Sequence

from sqlalchemy import select

from shanghaien.fairness.merkle_tree import EMPTY
from shanghaien.fairness.receipts import LogHead, is_signed
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import GameId
from shanghaien.web.core.jobs import JobRunner, JobStore
from shanghaien.web.run.restore import start_afresh
from shanghaien.web.tables.dice.log_reader import DAY_SECONDS, KIND, DailyHeads, day_of
from shanghaien.web.tables.dice.log_writer import ReceiptStore, add_to_log
from shanghaien.web.tables.store.schema import log_heads
from shanghaien.web.tables.store.seats import ReservationRow, find_reservation, keep_reservation
from tests.web.core.database.databases import with_database
from tests.web.tables.dice.entries import some_entries

NOON = 1_800_000_000 - 1_800_000_000 % DAY_SECONDS + DAY_SECONDS // 2


async def kept(database: Database) -> Sequence[tuple[int, str, LogHead]]:
    async with database.read() as connection:
        rows = await connection.execute(select(log_heads).order_by(log_heads.c.epoch, log_heads.c.day))
        return [(row.epoch, row.day, LogHead(row.size, row.root, row.time, row.signature)) for row in rows]


async def add(database: Database, count: int) -> str:
    async with database.write() as connection:
        return (await add_to_log(connection, some_entries(count))).root


def test_each_day_has_one_head_signed_with_the_key_of_the_log(database_url: str) -> None:
    async def use(database: Database) -> None:
        heads = DailyHeads(database)
        await asyncio.gather(*(heads.sign(NOON) for _ in range(5)))
        root = await add(database, 3)
        await heads.sign(NOON + 100)
        await heads.sign(NOON + DAY_SECONDS)
        first, second = await kept(database)
        assert (first[:2], second[:2]) == ((1, day_of(NOON)), (1, day_of(NOON + DAY_SECONDS)))
        assert [(head.size, head.root) for _, _, head in (first, second)] == [(0, EMPTY), (3, root)]
        (key,) = (await ReceiptStore(database).public_keys()).values()
        assert all(is_signed(head, key) for _, _, head in (first, second))

    with_database(database_url, use)


def test_at_a_start_the_head_of_today_is_signed_and_the_next_one_is_due_tomorrow(database_url: str) -> None:
    async def use(database: Database) -> None:
        heads, due = DailyHeads(database), JobStore(database)
        runner = JobRunner(due, {KIND: heads.daily})
        await heads.start()
        await heads.start()
        ((_, day, head),) = await kept(database)
        assert day == day_of(head.time)
        wait = await due.wait_ms([KIND])
        assert wait is not None
        assert wait <= DAY_SECONDS * 1000
        await due.set(KIND, "", 1)
        assert await runner.look()
        assert not await runner.look()
        assert await kept(database) == [(1, day, head)]

    with_database(database_url, use)


def test_a_fresh_start_has_its_own_key_and_head_and_keeps_no_reservation(database_url: str) -> None:
    async def use(database: Database) -> None:
        heads = DailyHeads(database)
        await add(database, 3)
        await heads.start()
        async with database.write() as connection:
            await keep_reservation(connection, ReservationRow(GameId("g"), b"s" * 96, ("a", "b", "c")))
        await start_afresh(database)
        await heads.start()
        (_, _, before), (epoch, _, after) = await kept(database)
        keys = await ReceiptStore(database).public_keys()
        assert (epoch, after.size, after.root) == (2, 0, EMPTY)
        assert [is_signed(before, keys[1]), is_signed(after, keys[2])] == [True, True]
        assert keys[1] != keys[2]
        assert await find_reservation(database, GameId("g")) is None

    with_database(database_url, use)
