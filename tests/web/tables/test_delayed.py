"""Whoever watches is behind as the players wish, by whatever way they look; the players never are."""

import asyncio
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

from shanghaien.rules import Options
from shanghaien.web.tables.clocks import LIVE_PACES
from shanghaien.web.tables.model import Mode, SeatKind, Table, Viewer
from shanghaien.web.tables.setup import Setup
from shanghaien.web.tables.stream import late_news_of, news_for
from tests.web.moving_time import MovingTime, moving_time
from tests.web.persons import ADA, BOB, EVE
from tests.web.tables.tavern import Tavern, in_tavern, opened

SETUP = Setup(Mode.INVITE, Options(first="a"), ("Ada", ""), 0, pace=LIVE_PACES[1], delay=60)


async def begun(tavern: Tavern, setup: Setup = SETUP) -> Table:
    table = await tavern.create(setup, ADA)
    return await tavern.seating.join(tavern.seating.invitation(table.id), BOB, "Bob")


async def played(tavern: Tavern, table: Table, time: MovingTime, moves: int) -> list[Table]:
    """So many choices, ten seconds between each; the table after each."""
    tables = []
    for _ in range(moves):
        time.go(seconds=10)
        table = await tavern.act(table, (ADA, BOB)[table.waits_for or 0])
        tables.append(table)
    return tables


def test_a_watcher_sees_what_was_there_a_minute_ago_and_a_player_what_is(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        with moving_time() as time:
            time.go(seconds=10)
            table = await begun(tavern)
            tables = await played(tavern, table, time, 9)
            for person in (EVE, None):
                late, viewer = await tavern.tables.look(table.id, person)
                assert not viewer.seats
                assert late.version == tables[2].version
                assert (late.state, late.log) == (tables[2].state, tables[2].log)
            assert (await tavern.tables.watch(table.id, ADA))[0].version == tables[2].version
            assert (await tavern.tables.look(table.id, BOB))[0] == tables[-1]
            time.go(seconds=60)
            assert (await tavern.tables.look(table.id, EVE))[0] == tables[-1]

    in_tavern(tmp_path, visit)


def test_clocks_run_for_a_watcher_as_they_ran_then(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        with moving_time() as time:
            table = await begun(tavern)
            tables = await played(tavern, table, time, 9)
            late, _ = await tavern.tables.look(table.id, EVE)
            then, shown = next(each for each in tables if each.version == late.version).clocks, late.clocks
            assert then is not None
            assert shown is not None
            assert shown.left == then.left
            assert shown.used_until(time.at) == then.used_until(time.at - 60_000)

    in_tavern(tmp_path, visit)


def test_who_has_just_sat_down_is_not_seen_to_sit_there(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        with moving_time() as time:
            table = await tavern.create(SETUP, ADA)
            time.go(seconds=30)
            await tavern.seating.join(tavern.seating.invitation(table.id), BOB, "Bob")
            time.go(seconds=30)
            late, _ = await tavern.tables.look(table.id, EVE)
            assert [chair.kind for chair in late.chairs] == [SeatKind.HUMAN, SeatKind.OPEN]
            time.go(seconds=30)
            late, _ = await tavern.tables.look(table.id, EVE)
            assert late.started
            assert late.chairs[1].name == "Bob"

    in_tavern(tmp_path, visit)


def test_the_end_is_late_too_and_then_nothing_is_hidden(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        with moving_time() as time:
            table = await begun(tavern)
            time.go(seconds=70)
            over = await tavern.play_out(table, ADA, BOB)
            assert over.over
            late, _ = await tavern.tables.look(table.id, EVE)
            assert not late.over
            assert len(late.dice_tags["Chance"]) < len(over.dice_tags["Chance"])
            time.go(seconds=61)
            assert (await tavern.tables.look(table.id, EVE))[0] == over

    in_tavern(tmp_path, visit)


def test_without_a_delay_everybody_sees_the_same(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await begun(tavern, replace(SETUP, delay=0))
        assert (await tavern.tables.look(table.id, EVE))[0] == (await tavern.tables.look(table.id, ADA))[0]

    in_tavern(tmp_path, visit)


def test_a_stream_brings_a_watcher_what_players_have_had_before(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await begun(tavern, replace(SETUP, delay=1))
        async with aclosing(late_news_of(tavern.tables, table.id)) as news:
            seen = [(await anext(news)).table.version]
            moved = await tavern.act(table, ADA)
            async with aclosing(news_for(tavern.tables, table.id, Viewer(frozenset({0})))) as own:
                assert (await anext(own)).table.version == moved.version
            assert (await tavern.tables.look(table.id, EVE))[0].version < moved.version
            async with asyncio.timeout(30):
                while seen[-1] < moved.version:
                    seen.append((await anext(news)).table.version)
            assert seen == sorted(seen)

    in_tavern(tmp_path, visit)


def test_a_late_table_is_the_same_in_another_process(empty_postgres: str) -> None:
    async def run() -> None:
        async with (
            opened(empty_postgres, alone=False, name="1") as one,
            opened(empty_postgres, alone=False, name="2") as two,
        ):
            with moving_time() as time:
                table = await begun(one)
                tables = await played(one, table, time, 9)
                for there in (one, two):
                    late, _ = await there.tables.look(table.id, EVE)
                    assert late.version == tables[2].version
                time.go(seconds=10)
                assert (await two.tables.look(table.id, EVE))[0].version == tables[3].version

    asyncio.run(run())
