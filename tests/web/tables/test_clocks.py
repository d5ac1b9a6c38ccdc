"""Clocks follow from the log: who is asked spends, whoever ends a turn gains, and a replay gives the same."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy import select

from shanghaien.rules import Options
from shanghaien.web.core.clock import now
from shanghaien.web.core.database import schema as database_schema
from shanghaien.web.core.errors import BadRequestError
from shanghaien.web.core.jobs import JobStore
from shanghaien.web.tables.clocks import DAYS_PACE, LIVE_PACES, Pace
from shanghaien.web.tables.errors import IllegalMove
from shanghaien.web.tables.jobs import Deadlines
from shanghaien.web.tables.log import EntryKind
from shanghaien.web.tables.model import NO_ORDERS, Mode, Table
from shanghaien.web.tables.moves import flag_fall
from shanghaien.web.tables.setup import Setup, SetupRequest
from tests.web.moving_time import MovingTime, moving_time
from tests.web.persons import ADA, BOB
from tests.web.tables.tavern import Tavern, in_tavern, opened, request

MINUTE, DAY = 60_000, 86_400_000
LIVE = Pace.read("live 300 10")
BOTH = (ADA, BOB)


async def seated(tavern: Tavern, pace: Pace) -> Table:
    """A game between Ada and Bob, both there, with the dice held by the server."""
    table = await tavern.create(Setup(Mode.INVITE, Options(), ("Ada", ""), pace=pace), ADA)
    return await tavern.seating.join(tavern.seating.invitation(table.id), BOB, "Bob")


async def turn(tavern: Tavern, table: Table) -> Table:
    """Play until the turn has passed on."""
    whose, round_ = table.state.turn, table.state.round
    while (table.state.turn, table.state.round) == (whose, round_) and table.waits_for is not None:
        table = await tavern.act(table, BOTH[table.waits_for])
    return table


async def when_due(tavern: Tavern, table: Table) -> Table:
    """Do what the clock of a table has due, and look at it again."""
    game, _ = await tavern.games.open(table.id)
    change = flag_fall(game, now())
    return table if change is None else await tavern.games.change(change)


def banks(table: Table) -> tuple[int, int]:
    assert table.clocks is not None
    return table.clocks.left


@pytest.mark.parametrize("pace", [*LIVE_PACES, DAYS_PACE])
def test_a_pace_is_written_as_it_is_read(pace: Pace) -> None:
    assert Pace.read(str(pace)) == pace


@pytest.mark.parametrize(
    "text",
    ["live", "live 0 5", "live 300", "days 1 1", "days 100 1 50", "blitz 1 1", "live 300 10 vacation", "live ٣ 1"],
)
def test_what_is_no_pace_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(BadRequestError):
        Pace.read(text)


@pytest.mark.parametrize("mode", ["bots", "real-dice", "bot", "hot-seat"])
def test_days_are_for_people_who_sit_elsewhere(mode: str) -> None:
    with pytest.raises(BadRequestError):
        SetupRequest(mode, Options(), pace=str(DAYS_PACE)).checked()


def test_only_the_clock_of_whoever_is_asked_runs_and_the_end_of_a_turn_fills_it(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, time: MovingTime) -> None:
        table = await seated(tavern, LIVE)
        first = table.state.turn
        assert banks(table) == (5 * MINUTE, 5 * MINUTE)
        assert table.clocks is not None
        assert (table.clocks.running, table.clocks.deadline) == (first, time.at + 5 * MINUTE)
        time.go(seconds=40)
        table = await turn(tavern, table)
        assert banks(table)[first] == 5 * MINUTE - 40_000 + 10_000
        assert banks(table)[1 - first] == 5 * MINUTE
        time.go(seconds=7)
        table = await turn(tavern, table)
        assert banks(table)[1 - first] == 5 * MINUTE - 7_000 + 10_000

    timed(tmp_path, visit)


def test_a_restart_and_a_replay_give_the_same_clocks(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, time: MovingTime) -> None:
        table = await seated(tavern, LIVE)
        for seconds in range(1, 25):
            time.go(seconds=seconds)
            table = await tavern.act(table, BOTH[table.waits_for or 0])
        async with opened(tmp_path) as restarted:
            again, _ = await restarted.tables.look(table.id)
        assert again.clocks == table.clocks
        assert banks(table) != (5 * MINUTE, 5 * MINUTE)

    timed(tmp_path, visit)


def test_taking_a_choice_back_takes_back_what_it_brought_but_not_the_time_it_took(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, time: MovingTime) -> None:
        table = await seated(tavern, LIVE)
        first = table.state.turn
        time.go(seconds=20)
        before, table = table, await tavern.act(table, BOTH[first])
        while table.state.turn == first and table.waits_for == first:
            before, table = table, await tavern.act(table, BOTH[first])
        if table.undo is None:
            pytest.fail("the turn did not end by placing a die")
        assert banks(table)[first] == banks(before)[first] + 10_000
        table = await tavern.tables.undo(request(table, BOTH[first]))
        assert banks(table)[first] == 5 * MINUTE - 20_000

    timed(tmp_path, visit)


def test_whoever_takes_a_choice_back_pays_for_the_time_that_the_opponent_waited(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, time: MovingTime) -> None:
        table = await seated(tavern, LIVE)
        first = table.state.turn
        while table.waits_for == first:
            before, table = table, await tavern.act(table, BOTH[first])
        last = next(entry.text for entry in reversed(table.log) if entry.kind is EntryKind.ACT)
        for _ in range(5):
            time.go(seconds=2)
            table = await tavern.tables.order(request(table, BOTH[first]), NO_ORDERS)
            time.go(seconds=2)
            table = await tavern.tables.undo(request(table, BOTH[first]))
            table = await tavern.act(table, BOTH[first], last)
        assert banks(table)[1 - first] == 5 * MINUTE
        assert banks(table)[first] == banks(before)[first] + 10_000 - 5 * 4_000

    timed(tmp_path, visit)


def test_a_bank_of_days_holds_no_more_than_its_cap(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, time: MovingTime) -> None:
        table = await seated(tavern, DAYS_PACE)
        for _ in range(10):
            time.go(hours=1)
            table = await turn(tavern, table)
        assert max(banks(table)) <= 5 * DAY
        assert min(banks(table)) > 4 * DAY

    timed(tmp_path, visit)


def test_in_a_game_of_one_sitting_a_move_that_comes_late_loses_it(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, time: MovingTime) -> None:
        table = await seated(tavern, LIVE)
        for _ in range(4):
            table = await turn(tavern, table)
        late = table.waits_for
        assert late is not None
        time.go(seconds=400)
        with pytest.raises(IllegalMove, match="time was up"):
            await tavern.act(table, BOTH[late])
        over, _ = await tavern.tables.look(table.id)
        assert over.result is not None
        assert (over.result.winner, over.result.reason) == (1 - late, "time")
        assert over.log[-1].kind is EntryKind.TIME_OUT

    timed(tmp_path, visit)


def test_a_game_of_one_sitting_that_has_hardly_begun_is_called_off(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, time: MovingTime) -> None:
        table = await turn(tavern, await seated(tavern, LIVE))
        time.go(seconds=301)
        over = await when_due(tavern, table)
        assert over.result is not None
        assert (over.result.winner, over.result.reason) == (None, "abandoned")

    timed(tmp_path, visit)


def test_over_days_the_opponent_chooses_and_a_late_move_counts_until_then(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, time: MovingTime) -> None:
        table = await turn(tavern, await seated(tavern, DAYS_PACE))
        late = table.waits_for
        assert late is not None
        time.go(days=4)
        table = await when_due(tavern, table)
        assert table.clocks is not None
        assert (table.clocks.up, table.clocks.deadline) == (late, time.at + 7 * DAY)
        with pytest.raises(IllegalMove):
            await tavern.tables.claim_win(request(table, BOTH[late]))
        table = await tavern.tables.give_time(request(table, BOTH[1 - late]))
        assert table.clocks is not None
        assert (table.clocks.up, table.clocks.left[late]) == (None, DAY)
        time.go(days=1.5)
        table = await when_due(tavern, table)
        table = await tavern.act(table, BOTH[late])
        assert table.clocks is not None
        assert table.clocks.up is None
        with pytest.raises(IllegalMove):
            await tavern.tables.abandon(request(table, BOTH[1 - late]))

    timed(tmp_path, visit)


@pytest.mark.parametrize(("choice", "reason"), [("claim_win", "time"), ("abandon", "abandoned")])
def test_whoever_waits_may_take_the_win_or_call_the_game_off(tmp_path: Path, choice: str, reason: str) -> None:
    async def visit(tavern: Tavern, time: MovingTime) -> None:
        table = await turn(tavern, await seated(tavern, DAYS_PACE))
        late = table.waits_for or 0
        time.go(days=4)
        table = await when_due(tavern, table)
        over = await getattr(tavern.tables, choice)(request(table, BOTH[1 - late]))
        assert over.result is not None
        assert over.result.reason == reason
        assert over.result.winner == (1 - late if reason == "time" else None)

    timed(tmp_path, visit)


def test_after_seven_more_days_the_server_decides_for_the_win(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, time: MovingTime) -> None:
        table = await turn(tavern, await seated(tavern, DAYS_PACE))
        late = table.waits_for or 0
        time.go(days=4)
        table = await when_due(tavern, table)
        time.go(days=6.9)
        assert await when_due(tavern, table) is table
        time.go(days=0.2)
        over = await when_due(tavern, table)
        assert over.result is not None
        assert (over.result.winner, over.log[-1].text) == (1 - late, "server")

    timed(tmp_path, visit)


def test_the_rematch_has_the_same_pace(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, time: MovingTime) -> None:
        table = await seated(tavern, LIVE)
        table = await tavern.tables.resign(request(table, ADA))
        assert (await tavern.seating.rematch(table.id, ADA)).pace == LIVE

    timed(tmp_path, visit)


def test_a_clock_stands_while_a_bot_thinks(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, time: MovingTime) -> None:
        setup = Setup(Mode.BOT, Options(), ("Ada", ""), 0, ("", "cabin-boy"), pace=LIVE)
        table = await tavern.create(setup, ADA)
        while table.waits_for == 0:
            table = await tavern.act(table, ADA)
        assert table.clocks is not None
        assert (table.clocks.running, table.clocks.deadline) == (None, None)
        before = banks(table)
        time.go(hours=1)
        table = await tavern.act_for_bot(table, 1)
        assert banks(table) == before

    timed(tmp_path, visit)


def test_the_end_of_time_is_due_with_the_move_and_moves_with_the_next(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, time: MovingTime) -> None:
        deadlines = Deadlines(tavern.games)
        table = await turn(tavern, await seated(tavern, DAYS_PACE))
        assert table.clocks is not None
        [row] = await due_rows(tavern, "clock")
        assert (row["subject"], row["at"]) == (table.id, table.clocks.deadline)
        time.go(days=20)
        claimed = await JobStore(tavern.games.database).claim(["clock"], 5, 1000)
        for each in claimed:
            await deadlines.end_time(each)
            await deadlines.end_time(each)
        again, _ = await tavern.tables.look(table.id)
        assert [entry.kind for entry in again.log].count(EntryKind.TIME_UP) == 1
        [row] = await due_rows(tavern, "clock")
        assert row["at"] == time.at + 7 * DAY

    timed(tmp_path, visit)


async def due_rows(tavern: Tavern, kind: str) -> list[dict[str, object]]:
    async with tavern.games.database.connect() as connection:
        rows = await connection.execute(select(database_schema.jobs).where(database_schema.jobs.c.kind == kind))
        return [dict(row) for row in rows.mappings()]


def timed(where: Path, visit: Callable[[Tavern, MovingTime], Awaitable[None]]) -> None:
    """Run one visit under a clock that moves by hand."""
    with moving_time() as time:
        in_tavern(where, lambda tavern: visit(tavern, time))
