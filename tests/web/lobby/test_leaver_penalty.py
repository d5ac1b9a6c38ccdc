"""Whoever leaves others waiting at several tables has to wait themselves; whoever was left does not."""

from collections.abc import Awaitable, Callable

import pytest

from shanghaien.web.core import clock
from shanghaien.web.core.errors import LimitReached
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.jobs import JobRow
from shanghaien.web.lobby.offers import LEFT_TOO_OFTEN
from shanghaien.web.standings.result_log import ResultLog, ResultWriter
from shanghaien.web.tables.clocks import Pace, PaceKind
from shanghaien.web.tables.jobs import Deadlines
from shanghaien.web.tables.model import Table
from tests.web.lobby.quay import DAYS, LIVE, Quay, at_the_quay
from tests.web.persons import ADA, BOB
from tests.web.standings.games import both_choose
from tests.web.tables.tavern import request

SHORT = Pace(PaceKind.LIVE, 60, 0)
End = Callable[[Quay, Table], Awaitable[object]]


async def give_up(quay: Quay, table: Table) -> None:
    """Bob has seen enough of it."""
    await quay.tavern.tables.resign(request(table, BOB))


async def give_up_later(quay: Quay, table: Table) -> None:
    """Bob loses, as people do."""
    played = await both_choose(quay.tavern, table, ADA, BOB)
    await give_up(quay, played)


async def let_time_run_out(quay: Quay, table: Table) -> None:
    """Whoever is asked does nothing."""
    began = clock.now()
    with clock.set_clock(lambda: began + 61_000):
        await Deadlines(quay.tavern.games).end_time(JobRow(1, "clock", table.id, "", 0, 0, 1))


async def meet(quay: Quay, end: End, *, asked: PersonId | None = None, times: int = LEFT_TOO_OFTEN) -> None:
    """Ada offers tables, Bob sits down, and each game ends so; if it matters, when a certain player is asked."""
    log = ResultLog(quay.tavern.games, ResultWriter(quay.database))
    while times:
        table = await quay.sit_down(await quay.offer(ADA, pace=SHORT), BOB)
        wanted = asked is None or table.waits_for == (ADA, BOB).index(asked)
        await (end if wanted else give_up_later)(quay, table)
        await log.take_in(table.id)
        times -= wanted


@pytest.mark.parametrize("end", [give_up, let_time_run_out])
def test_whoever_sits_down_and_leaves_at_once_has_to_wait(database_url: str, end: End) -> None:
    async def visit(quay: Quay) -> None:
        await meet(quay, end, asked=BOB, times=LEFT_TOO_OFTEN - 1)
        await quay.sit_down(await quay.offer(ADA), BOB)
        await meet(quay, end, asked=BOB, times=1)
        table, by_letter = await quay.offer(ADA), await quay.offer(ADA, pace=DAYS)
        for attempt in (quay.sit_down(table, BOB), quay.offer(BOB)):
            with pytest.raises(LimitReached):
                await attempt
        await quay.sit_down(by_letter, BOB)

    at_the_quay(database_url, visit)


def test_whoever_waited_for_them_plays_on(database_url: str) -> None:
    async def visit(quay: Quay) -> None:
        await meet(quay, let_time_run_out, asked=ADA)
        await quay.offer(BOB, pace=LIVE)
        with pytest.raises(LimitReached):
            await quay.offer(ADA, pace=LIVE)

    at_the_quay(database_url, visit)


def test_whoever_loses_games_that_both_have_played_does_not_have_to_wait(database_url: str) -> None:
    async def visit(quay: Quay) -> None:
        await meet(quay, give_up_later)
        await quay.offer(BOB)

    at_the_quay(database_url, visit)
