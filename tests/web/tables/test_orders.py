"""Automatic moves: what is forced plays itself, never past a row that was shared out (R44)."""

from pathlib import Path

import pytest

from shanghaien import rules
from shanghaien.rules import Roll
from shanghaien.web.core.ids import GameId
from shanghaien.web.core.jobs import JobRow
from shanghaien.web.tables.change import GRACE_MS
from shanghaien.web.tables.clocks import DAYS_PACE, Pace
from shanghaien.web.tables.errors import IllegalMove
from shanghaien.web.tables.jobs import Deadlines
from shanghaien.web.tables.log import EntryKind
from shanghaien.web.tables.model import NO_ORDERS, Orders, Table, standing_order_for
from shanghaien.web.tables.moves import MOST_TIMES
from tests.web.moving_time import MovingTime
from tests.web.tables.tavern import Tavern, request
from tests.web.tables.test_clocks import BOTH, due_rows, seated, timed

BOTH_ORDERS = Orders(forced=True, roll=True)


async def carried_out(tavern: Tavern, table: Table) -> Table:
    """The table after what is ordered there was done, as often as it is."""
    for row in await due_rows(tavern, "order"):
        job = JobRow(1, "order", str(row["subject"]), str(row["payload"]), 0, 0, 1)
        await Deadlines(tavern.games).carry_out(job)
        await Deadlines(tavern.games).carry_out(job)
    return (await tavern.tables.look(table.id))[0]


def test_over_days_what_is_forced_is_done_by_itself_and_nothing_else(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, time: MovingTime) -> None:
        table, done = await seated(tavern, DAYS_PACE), 0
        while table.waits_for is not None:
            seat, before = table.waits_for, table
            only = len(rules.legal_actions(table.state)) == 1 and table.state.last is None
            table = await carried_out(tavern, table)
            assert (table.version > before.version) == only
            if only:
                done += 1
                assert table.log[before.version].seat == seat
            else:
                table = await tavern.act(table, BOTH[seat])
        assert done > 10
        assert table.over

    timed(tmp_path, visit)


def test_after_a_shanghai_the_next_player_rolls_themselves_so_that_they_have_seen_it(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, time: MovingTime) -> None:
        table = await seated(tavern, DAYS_PACE)
        while table.state.last is None:
            table = await tavern.act(table, BOTH[table.waits_for or 0])
        assert standing_order_for(table.state, BOTH_ORDERS) is None
        assert await due_rows(tavern, "order") == []
        if rules.legal_actions(table.state) == (Roll(),):
            assert standing_order_for(table.state.evolve(last=None), BOTH_ORDERS) == Roll()

    timed(tmp_path, visit)


def test_an_order_waits_so_that_the_choice_before_it_can_be_taken_back(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, time: MovingTime) -> None:
        table = await seated(tavern, DAYS_PACE)
        while not await due_rows(tavern, "order"):
            table = await tavern.act(table, BOTH[table.waits_for or 0])
        [row] = await due_rows(tavern, "order")
        assert row["at"] == time.at + GRACE_MS
        if table.undo is not None:
            table = await tavern.tables.undo(request(table, BOTH[table.undo]))
            assert await carried_out(tavern, table) == table

    timed(tmp_path, visit)


def test_each_player_says_what_they_want_and_at_one_sitting_it_is_nothing(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, time: MovingTime) -> None:
        table = await seated(tavern, Pace.read("live 300 10"))
        assert table.orders == (NO_ORDERS, NO_ORDERS)
        table = await tavern.tables.order(request(table, BOTH[1]), Orders(forced=True))
        assert table.orders == (NO_ORDERS, Orders(forced=True))
        assert table.log[-1].kind is EntryKind.ORDERS
        loaded = await tavern.games.store.load(GameId(table.id))
        assert loaded is not None
        assert loaded.entries[-1].text == "forced"

    timed(tmp_path, visit)


def test_who_wants_to_roll_themselves_is_left_the_dice(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, time: MovingTime) -> None:
        table = await seated(tavern, DAYS_PACE)
        for seat in (0, 1):
            table = await tavern.tables.order(request(table, BOTH[seat]), Orders(forced=True))
        while table.waits_for is not None and table.state.round < 3:
            if rules.legal_actions(table.state) == (Roll(),):
                assert await carried_out(tavern, table) == table
            table = await tavern.act(table, BOTH[table.waits_for])

    timed(tmp_path, visit)


def test_nobody_lets_the_game_move_on_by_orders_again_and_again(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, time: MovingTime) -> None:
        table = await seated(tavern, DAYS_PACE)
        other = BOTH[1 - (table.waits_for or 0)]
        for number in range(MOST_TIMES[EntryKind.ORDERS]):
            table = await tavern.tables.order(request(table, other), BOTH_ORDERS if number % 2 else NO_ORDERS)
        with pytest.raises(IllegalMove, match="very often"):
            await tavern.tables.order(request(table, other), NO_ORDERS)

    timed(tmp_path, visit)
