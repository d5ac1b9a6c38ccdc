"""Days are promised a week before they come, in the public log, and never changed."""

import asyncio
from collections.abc import Awaitable, Callable

from sqlalchemy import select

from shanghaien.fairness.day import commitment, log_name
from shanghaien.web.core.database.schema import jobs
from shanghaien.web.core.jobs import JobRow
from shanghaien.web.daily.jobs import AHEAD, KIND, DailyDealPlanner
from shanghaien.web.run.restore import start_afresh
from shanghaien.web.tables.dice.daily_dice import begins, day_at, later
from shanghaien.web.tables.store.schema import commitments
from tests.web.moving_time import MONDAY, MovingTime, moving_time
from tests.web.tables.tavern import Tavern, opened

TODAY = day_at(MONDAY)
Use = Callable[[Tavern, DailyDealPlanner, MovingTime], Awaitable[None]]


def with_keeper(where: str, use: Use) -> None:
    async def run(time: MovingTime) -> None:
        async with opened(where) as tavern:
            await use(tavern, DailyDealPlanner(tavern.days), time)

    with moving_time() as time:
        asyncio.run(run(time))


async def logged(tavern: Tavern) -> list[tuple[int, str, str]]:
    """What the public log says of days."""
    log = commitments.c
    async with tavern.games.database.read() as connection:
        query = select(log.epoch, log.game, log.hash).where(log.kind == "day").order_by(log.epoch, log.number)
        return [(row.epoch, row.game, row.hash) for row in await connection.execute(query)]


def test_today_and_the_next_seven_days_are_promised_in_the_public_log(database_url: str) -> None:
    async def test(tavern: Tavern, keeper: DailyDealPlanner, time: MovingTime) -> None:
        await keeper.start()
        days = [later(TODAY, ahead) for ahead in range(AHEAD + 1)]
        assert [name for _, name, _ in await logged(tavern)] == [log_name(day) for day in days]
        for (_, _, told), day in zip(await logged(tavern), days, strict=True):
            row = await tavern.days.store.of(day)
            assert row is not None
            assert told == row.commitment == commitment(day, row.seed)
        rows = [await tavern.days.store.of(day) for day in days]
        assert len({row.seed for row in rows if row is not None}) == len(days)

    with_keeper(database_url, test)


def test_a_day_that_was_promised_stays_as_it_is(database_url: str) -> None:
    async def test(tavern: Tavern, keeper: DailyDealPlanner, time: MovingTime) -> None:
        await keeper.start()
        before = await logged(tavern)
        await keeper.start()
        time.go(days=1)
        await DailyDealPlanner(tavern.days).promise(day_at(time.at))
        after = await logged(tavern)
        assert after[: len(before)] == before
        assert [name for _, name, _ in after[len(before) :]] == [log_name(later(TODAY, AHEAD + 1))]

    with_keeper(database_url, test)


def test_in_the_log_of_a_restored_copy_the_same_promise_stands_again(database_url: str) -> None:
    async def test(tavern: Tavern, keeper: DailyDealPlanner, time: MovingTime) -> None:
        await keeper.start()
        before = await logged(tavern)
        await start_afresh(tavern.games.database)
        await keeper.promise(TODAY)
        again = (await logged(tavern))[len(before) :]
        assert [(name, told) for _, name, told in again] == [(name, told) for _, name, told in before]
        assert {epoch for epoch, _, _ in again}.isdisjoint(epoch for epoch, _, _ in before)

    with_keeper(database_url, test)


def test_when_a_day_begins_the_captain_sits_down_and_the_next_day_is_due(database_url: str) -> None:
    async def test(tavern: Tavern, keeper: DailyDealPlanner, time: MovingTime) -> None:
        await keeper.start()
        await keeper.daily(JobRow(1, KIND, "", "", 0, 0, 1))
        row = await keeper.today()
        assert row.captain is not None
        table = await tavern.tables.now(row.captain)
        assert [chair.level for chair in table.chairs] == ["captain", "boatswain"]
        await keeper.daily(JobRow(1, KIND, "", "", 0, 0, 1))
        assert (await keeper.today()).captain == row.captain
        async with tavern.games.database.read() as connection:
            at = await connection.scalar(select(jobs.c.at).where(jobs.c.kind == KIND))
        assert at == begins(later(TODAY, 1))

    with_keeper(database_url, test)


def test_a_day_that_nobody_prepared_is_promised_when_somebody_wants_to_play_it(database_url: str) -> None:
    async def test(tavern: Tavern, keeper: DailyDealPlanner, time: MovingTime) -> None:
        time.go(days=400)
        row = await keeper.today()
        assert row.day == later(TODAY, 400)
        assert row.commitment == commitment(row.day, row.seed)

    with_keeper(database_url, test)
