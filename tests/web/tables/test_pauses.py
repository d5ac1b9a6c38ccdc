"""Times in which no clock goes on: outages and vacations."""

import asyncio
from datetime import date
from itertools import pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shanghaien.web.core.errors import BadRequestError, DomainError
from shanghaien.web.core.ids import PersonId
from shanghaien.web.tables.clocks import DAYS_PACE, Pace, Pause, counted, merged, moment_after
from shanghaien.web.tables.log import EntryKind
from shanghaien.web.tables.model import Table
from shanghaien.web.tables.outage_watch import OutageHeartbeat
from shanghaien.web.tables.vacations import TooLong, days_between, span_of
from tests.web.moving_time import MovingTime
from tests.web.persons import ADA, BOB
from tests.web.tables.tavern import Tavern, opened
from tests.web.tables.test_clocks import BOTH, DAY, banks, seated, timed, turn

UTC, BERLIN = ZoneInfo("UTC"), ZoneInfo("Europe/Berlin")
MOMENTS = st.integers(0, 1000)
PAUSES = st.lists(st.builds(Pause, MOMENTS, MOMENTS), max_size=6)


@given(MOMENTS, MOMENTS, PAUSES)
def test_so_much_time_has_been_counted_at_the_moment_after_it(
    begins: int, milliseconds: int, pauses: list[Pause]
) -> None:
    at = moment_after(begins, milliseconds, pauses)
    assert counted(begins, at, pauses) == milliseconds


@given(MOMENTS, MOMENTS, PAUSES)
def test_what_is_counted_is_what_no_pause_covers(begins: int, ends: int, pauses: list[Pause]) -> None:
    covered = {at for pause in pauses for at in range(pause.begins, pause.ends)}
    assert counted(begins, ends, pauses) == sum(at not in covered for at in range(begins, ends))


@given(PAUSES)
def test_merged_pauses_never_touch(pauses: list[Pause]) -> None:
    apart = merged(pauses)
    assert all(before.ends < after.begins for before, after in pairwise(apart))


def deadline_of(table: Table) -> int:
    assert table.clocks is not None
    assert table.clocks.deadline is not None
    return table.clocks.deadline


def test_time_in_which_no_server_was_there_is_nobodys(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, time: MovingTime) -> None:
        beats = OutageHeartbeat(tavern.games)
        await beats.start()
        table = await turn(tavern, await seated(tavern, DAYS_PACE))
        asked, before = table.waits_for or 0, banks(table)
        time.go(hours=2)
        await beats.close()
        time.go(days=10)
        async with opened(tmp_path) as restarted:
            beats = OutageHeartbeat(restarted.games)
            await beats.start()
            again, _ = await restarted.tables.look(table.id)
            assert again.clocks is not None
            assert again.clocks.deadline == deadline_of(table) + 10 * DAY
            time.go(hours=1)
            again = await restarted.act(again, BOTH[asked])
            assert banks(again)[asked] <= before[asked] - 3 * 3_600_000 + DAY
            stored = await restarted.games.store.load(table.id)
            assert stored is not None
            assert [entry.used for entry in stored.entries if entry.used][-1] == 3 * 3_600_000
            await beats.close()

    timed(tmp_path, visit)


def test_a_vacation_keeps_what_is_left_and_never_fills_it(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, time: MovingTime) -> None:
        table = await turn(tavern, await seated(tavern, DAYS_PACE))
        away = table.waits_for or 0
        time.go(hours=12)
        left = deadline_of(table) - time.at
        await tavern.seating.vacations.announce(BOTH[away], date(2026, 11, 17), date(2026, 11, 19), UTC)
        table, _ = await tavern.tables.look(table.id)
        assert table.log[-1].kind is EntryKind.VACATION
        assert table.clocks is not None
        assert table.clocks.deadline == time.at + left + 3 * DAY
        time.go(days=2)
        await tavern.seating.vacations.end(BOTH[away], table.away(away)[0].begins, UTC)
        table, _ = await tavern.tables.look(table.id)
        assert table.clocks is not None
        assert table.clocks.deadline == time.at - 2 * DAY + left + 2 * DAY

    timed(tmp_path, visit)


def test_whoever_sits_down_on_vacation_says_so(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, time: MovingTime) -> None:
        for person in (ADA, BOB):
            await tavern.seating.vacations.announce(person, date(2026, 11, 18), date(2026, 11, 18), UTC)
        table = await seated(tavern, DAYS_PACE)
        assert table.away(0) == table.away(1) == (span_of(date(2026, 11, 18), date(2026, 11, 18), UTC),)
        other = await seated(tavern, Pace.read("days 86400 3600 86400"))
        assert other.away(0) == ()

    timed(tmp_path, visit)


def test_a_year_has_28_days_for_vacations(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, time: MovingTime) -> None:
        vacations = tavern.seating.vacations
        await vacations.announce(ADA, date(2026, 11, 20), date(2026, 12, 10), UTC)
        assert await vacations.left(ADA, 2026, UTC) == 7
        with pytest.raises(TooLong):
            await vacations.announce(ADA, date(2026, 12, 24), date(2027, 1, 10), UTC)
        await vacations.announce(ADA, date(2026, 12, 25), date(2027, 1, 10), UTC)
        assert (await vacations.left(ADA, 2026, UTC), await vacations.left(ADA, 2027, UTC)) == (0, 18)
        with pytest.raises(BadRequestError):
            await vacations.announce(ADA, date(2026, 12, 1), date(2026, 12, 1), UTC)
        with pytest.raises(DomainError):
            await vacations.announce(ADA, date(2026, 11, 1), date(2026, 11, 2), UTC)

    timed(tmp_path, visit)


def test_vacations_announced_at_once_have_one_year_s_days_between_them(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, time: MovingTime) -> None:
        vacations = tavern.seating.vacations
        months = [vacations.announce(ADA, date(2027, month, 1), date(2027, month, 28), UTC) for month in (1, 2, 3, 4)]
        refusals = await asyncio.gather(*months, return_exceptions=True)
        assert sum(isinstance(refusal, TooLong) for refusal in refusals) == 3
        assert await vacations.left(ADA, 2027, UTC) == 0

    timed(tmp_path, visit)


def test_a_seat_handed_on_to_another_browser_brings_no_more_days(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, time: MovingTime) -> None:
        table = await turn(tavern, await seated(tavern, DAYS_PACE))
        away, deadline = table.waits_for or 0, deadline_of(table)
        await tavern.seating.vacations.announce(BOTH[away], date(2026, 11, 17), date(2026, 12, 14), UTC)
        fresh = PersonId("fresh")
        await tavern.seating.carry(await tavern.seating.private_link(table.id, BOTH[away]), fresh)
        await tavern.seating.vacations.announce(fresh, date(2026, 12, 15), date(2026, 12, 31), UTC)
        table, _ = await tavern.tables.look(table.id)
        assert deadline_of(table) == deadline + 28 * DAY

    timed(tmp_path, visit)


def test_a_vacation_of_thousands_of_years_is_refused_at_once(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, time: MovingTime) -> None:
        announce = tavern.seating.vacations.announce
        with pytest.raises(TooLong):
            await announce(ADA, date(2026, 12, 31), date.max, UTC)
        with pytest.raises(BadRequestError, match="within a year"):
            await announce(ADA, date.max, date.max, UTC)

    timed(tmp_path, visit)


@pytest.mark.parametrize(("first", "last", "hours"), [
    (date(2026, 3, 29), date(2026, 3, 29), 23),
    (date(2026, 10, 25), date(2026, 10, 25), 25),
    (date(2028, 2, 28), date(2028, 3, 1), 72),
])  # fmt: skip
def test_days_are_whole_where_one_lives_though_clocks_change(first: date, last: date, hours: int) -> None:
    pause = span_of(first, last, BERLIN)
    assert pause.ends - pause.begins == hours * 3_600_000
    days = days_between(*pause, BERLIN)
    assert (days[0], days[-1]) == (first, last)
