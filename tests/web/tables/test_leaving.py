"""Somebody has gone: their seats are given up one by one, and whoever shares a seat plays on."""

from sqlalchemy import select, update

from shanghaien.rules import Options
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.jobs import JobRow
from shanghaien.web.run.check import check_games
from shanghaien.web.tables.change import Change
from shanghaien.web.tables.clocks import Pace
from shanghaien.web.tables.jobs import DepartureJob
from shanghaien.web.tables.log import NAMES_A_PLAYER, EntryKind
from shanghaien.web.tables.model import A_SAILOR, Mode, Table
from shanghaien.web.tables.setup import Setup
from shanghaien.web.tables.store import schema
from tests.web.persons import ADA, BOB
from tests.web.tables.tavern import Tavern, in_tavern, request
from tests.web.tables.test_two_processes import in_two

INVITE = Setup(Mode.INVITE, Options(), names=("Ada", ""), seat=0)
GONE = JobRow(1, "leave", ADA, "", 0, 0, 1)
PHONE = PersonId("phone")


async def joined(tavern: Tavern, setup: Setup = INVITE) -> Table:
    table = await tavern.create(setup, ADA)
    return await tavern.seating.join(tavern.seating.invitation(table.id), BOB, "Bob")


async def leave(tavern: Tavern) -> None:
    """What is due when somebody has gone, done twice as after a crash."""
    for _ in range(2):
        await DepartureJob(tavern.games).carry_out(GONE)


async def people_at(tavern: Tavern) -> set[str]:
    async with tavern.games.database.read() as connection:
        return set(await connection.scalars(select(schema.seated.c.person)))


def test_a_running_game_is_given_up_and_a_finished_one_keeps_its_result(database_url: str) -> None:
    async def visit(tavern: Tavern) -> None:
        running, over = await joined(tavern), await tavern.play_out(await joined(tavern), ADA, BOB)
        await leave(tavern)
        resigned, _ = await tavern.tables.look(running.id)
        kept, viewer = await tavern.tables.look(over.id, BOB)
        assert resigned.result is not None
        assert (resigned.result.winner, resigned.result.resigned) == (1, 0)
        assert (kept.result, set(viewer.seats)) == (over.result, {1})
        assert [table.chairs[0].name for table in (resigned, kept)] == [A_SAILOR, A_SAILOR]
        assert [table.chairs[1].name for table in (resigned, kept)] == ["Bob", "Bob"]
        assert await people_at(tavern) == {BOB}

    in_tavern(database_url, visit)


def test_whoever_has_the_same_seat_by_a_private_link_plays_on_by_the_same_clock(database_url: str) -> None:
    async def visit(tavern: Tavern) -> None:
        pace = Pace.read("days 259200 86400 432000")
        table = await joined(tavern, Setup(Mode.INVITE, Options(), names=("Ada", ""), seat=0, pace=pace))
        await tavern.seating.carry(await tavern.seating.private_link(table.id, ADA), PHONE)
        await leave(tavern)
        after, viewer = await tavern.tables.look(table.id, PHONE)
        assert (after.result, set(viewer.seats), after.chairs[0].name) == (None, {0}, A_SAILOR)
        assert after.waits_for == table.waits_for
        assert after.clocks is not None
        assert table.clocks is not None
        assert after.clocks.deadline == table.clocks.deadline
        assert (await tavern.play_out(after, PHONE, BOB, until=6)).version > after.version

    in_tavern(database_url, visit)


def test_a_game_without_anybody_else_is_nobody_s_and_a_link_to_the_seat_is_worth_nothing(database_url: str) -> None:
    async def visit(tavern: Tavern) -> None:
        alone = await tavern.create(Setup(Mode.HOT_SEAT, Options(), names=("Ada", "Guest of hers")), ADA)
        await tavern.seating.private_link(alone.id, ADA)
        await leave(tavern)
        assert await people_at(tavern) == set()
        async with tavern.games.database.read() as connection:
            assert list(await connection.scalars(select(schema.links.c.hash))) == []
        table, _ = await tavern.tables.look(alone.id)
        assert [chair.name for chair in table.chairs] == [A_SAILOR, A_SAILOR]

    in_tavern(database_url, visit)


async def everything_stored(tavern: Tavern) -> str:
    """All rows of all tables about games, as text."""
    async with tavern.games.database.read() as connection:
        tables = [schema.games, schema.seats, schema.entries, schema.seated]
        return repr([tuple(row) for table in tables for row in await connection.execute(select(table))])


async def call_off(tavern: Tavern, table: Table) -> None:
    change = Change((await tavern.games.open(table.id))[0])
    change.note(EntryKind.CALLED_OFF, 0)
    await tavern.games.change(change)


async def damage(tavern: Tavern, table: Table) -> None:
    async with tavern.games.database.write() as connection:
        await connection.execute(update(schema.games).where(schema.games.c.id == table.id).values(digest="1 x"))
    tavern.games.forget(table.id)


def test_a_name_is_gone_from_all_that_is_stored_and_every_game_still_adds_up(database_url: str) -> None:
    async def visit(tavern: Tavern) -> None:
        running, over = await joined(tavern), await tavern.play_out(await joined(tavern), ADA, BOB)
        hot_seat = await tavern.create(Setup(Mode.HOT_SEAT, Options(), names=("Ada", "Ada too")), ADA)
        renamed = await tavern.create(INVITE, ADA)
        await tavern.seating.rename(request(renamed, ADA), "Ada the Great")
        called_off, damaged = await tavern.create(INVITE, ADA), await tavern.create(INVITE, ADA)
        await call_off(tavern, called_off)
        await damage(tavern, damaged)
        assert "Ada" in await everything_stored(tavern)
        await leave(tavern)
        stored = await everything_stored(tavern)
        assert "Ada" not in stored
        assert "Bob" in stored
        found = await check_games(tavern.games.database)
        assert (found.games, [each.game for each in found.damages]) == (6, [damaged.id])
        for table in (running, over, hot_seat):
            tavern.games.forget(table.id)
            after, _ = await tavern.tables.look(table.id)
            names = {entry.text for entry in after.log if entry.kind in NAMES_A_PLAYER}
            assert names <= {A_SAILOR, "Bob"}

    in_tavern(database_url, visit)


def test_another_process_that_knows_the_game_forgets_the_name_and_plays_on(empty_postgres: str) -> None:
    async def visit(one: Tavern, two: Tavern) -> None:
        table = await joined(one)
        await one.seating.carry(await one.seating.private_link(table.id, ADA), PHONE)
        seen, _ = await two.tables.look(table.id, PHONE)
        assert "Ada" in {entry.text for entry in seen.log}
        await DepartureJob(one.games).carry_out(GONE)
        for tavern in (two, one):
            after, _ = await tavern.tables.look(table.id, PHONE)
            assert {entry.text for entry in after.log if entry.kind in NAMES_A_PLAYER} == {A_SAILOR, "Bob"}
            await tavern.play_out(after, PHONE, BOB, until=after.version + 3)
        assert (await check_games(one.games.database)).damages == []

    in_two(empty_postgres, visit)
