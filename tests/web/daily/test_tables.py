"""Tables of a day: one for each person, the same dice for all, and closed to whoever has not played."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from shanghaien.fairness.day import DayProof, commitment, verify_day
from shanghaien.rules import Options, to_text
from shanghaien.web.core.errors import BadRequestError, DomainError
from shanghaien.web.core.ids import PersonId
from shanghaien.web.daily.store import DayRow, add_day
from shanghaien.web.daily.tables import LEVEL
from shanghaien.web.tables import loading
from shanghaien.web.tables.dice.daily_dice import begins, day_at, later, opens
from shanghaien.web.tables.errors import DamagedGame, IllegalMove, PlayFirst
from shanghaien.web.tables.model import Mode, SeatKind, Table
from shanghaien.web.tables.records import record_of
from shanghaien.web.tables.setup import SetupRequest
from tests.web.moving_time import MONDAY, moving_time
from tests.web.persons import ADA, BOB, EVE
from tests.web.tables.tavern import Tavern, opened, request

TODAY = day_at(MONDAY)
SEED = bytes(range(32))
DAY = DayRow(TODAY, 1, SEED, commitment(TODAY, SEED), 0)


def on_monday(where: str, use: Callable[[Tavern], Awaitable[None]]) -> None:
    """Let a day be promised, and use a tavern on it."""

    async def run() -> None:
        async with opened(where) as tavern:
            async with tavern.games.database.write() as connection:
                await add_day(connection, DAY)
            await use(tavern)

    with moving_time():
        asyncio.run(run())


async def finish(tavern: Tavern, table: Table, person: PersonId, seed: int = 1) -> Table:
    """Play a day to its end; the bot chooses at random too."""
    dice = random.Random(seed)
    while table.waits_for is not None:
        bot = table.chairs[table.waits_for].kind is SeatKind.BOT
        table = await (tavern.act_for_bot(table, 1, dice) if bot else tavern.act(table, person, dice=dice))
    return table


def test_whoever_begins_a_day_twice_comes_back_to_the_same_table(database_url: str) -> None:
    async def test(tavern: Tavern) -> None:
        first = await tavern.days.begin(DAY, ADA, "Ada")
        again = await tavern.days.begin(DAY, ADA, "Ada")
        other = await tavern.days.begin(DAY, BOB, "Bob")
        assert first.id == again.id != other.id
        assert (first.mode, first.day, first.chairs[1].level) == (Mode.DAY, TODAY, LEVEL)
        assert first.options == Options()

    on_monday(database_url, test)


def test_of_two_tabs_that_begin_at_once_in_two_processes_both_come_to_one_table(database_url: str) -> None:
    async def test(tavern: Tavern) -> None:
        async with opened(database_url, alone=False, name="other ") as other:
            taverns = (tavern, other, tavern, other)
            tables = await asyncio.gather(*(each.days.begin(DAY, ADA, "Ada") for each in taverns))
        assert len({table.id for table in tables}) == 1
        assert await tavern.games.store.people_of(tables[0].id) == [(0, ADA)]

    on_monday(database_url, test)


def test_two_people_meet_the_dice_that_follow_from_the_seed_however_they_play(database_url: str) -> None:
    async def test(tavern: Tavern) -> None:
        for person, seed in ((ADA, 1), (BOB, 2)):
            table = await finish(tavern, await tavern.days.begin(DAY, person, ""), person, seed)
            report = verify_day(DayProof(TODAY, DAY.commitment, SEED), record_of(table))
            assert report.ok
            assert len(report.draws) > 60

    on_monday(database_url, test)


def test_a_game_goes_on_with_the_same_dice_after_a_restart(database_url: str) -> None:
    async def test(tavern: Tavern) -> None:
        table = await tavern.days.begin(DAY, ADA, "Ada")
        for _ in range(6):
            bot = table.chairs[table.waits_for or 0].kind is SeatKind.BOT
            table = await (tavern.act_for_bot(table, 1) if bot else tavern.act(table, ADA))
        async with opened(database_url) as restarted:
            found, viewer = await restarted.tables.look(table.id, ADA)
            assert viewer.seats == {0}
            over = await finish(restarted, found, ADA)
        assert verify_day(DayProof(TODAY, DAY.commitment, SEED), record_of(over)).ok

    on_monday(database_url, test)


def test_no_table_or_record_tells_the_seed_before_the_day_is_open(database_url: str) -> None:
    async def test(tavern: Tavern) -> None:
        table = await tavern.days.begin(DAY, ADA, "Ada")
        over = await finish(tavern, table, ADA)
        for told in (table, over):
            assert SEED.hex() not in to_text(record_of(told))
            assert SEED.hex() not in repr(told)
            assert record_of(told).tags["Commitment"] == DAY.commitment
        with moving_time(opens(TODAY) - 1):
            assert "Seed" not in record_of((await tavern.tables.look(table.id, ADA))[0]).tags
        with moving_time(opens(TODAY)):
            tags = record_of((await tavern.tables.look(table.id, ADA))[0]).tags
            assert tags["Seed"] == SEED.hex()

    on_monday(database_url, test)


def test_others_games_are_closed_until_one_has_played_or_the_day_is_open(database_url: str) -> None:
    async def test(tavern: Tavern) -> None:
        table = await finish(tavern, await tavern.days.begin(DAY, ADA, "Ada"), ADA)
        own = await tavern.days.begin(DAY, BOB, "Bob")
        for nosy in (None, EVE, BOB):
            for look in (tavern.tables.look, tavern.tables.watch):
                with pytest.raises(PlayFirst):
                    await look(table.id, nosy)
        assert (await tavern.tables.watch(table.id, ADA))[1].seats == frozenset()
        await finish(tavern, own, BOB)
        assert (await tavern.tables.look(table.id, BOB))[0].over
        with pytest.raises(PlayFirst):
            await tavern.tables.look(table.id, EVE)
        with moving_time(opens(TODAY)):
            assert (await tavern.tables.look(table.id, None))[0].over

    on_monday(database_url, test)


def test_the_captains_line_is_closed_like_everybody_elses(database_url: str) -> None:
    async def test(tavern: Tavern) -> None:
        game = await tavern.days.begin_for_captain(DAY)
        assert game == await tavern.days.begin_for_captain(DAY)
        with pytest.raises(PlayFirst):
            await tavern.tables.look(game, ADA)
        await finish(tavern, await tavern.days.begin(DAY, ADA, ""), ADA)
        table, _ = await tavern.tables.look(game, ADA)
        assert [chair.level for chair in table.chairs] == ["captain", LEVEL]

    on_monday(database_url, test)


def test_the_bots_mood_is_the_same_for_everybody_in_the_same_position(database_url: str) -> None:
    async def test(tavern: Tavern) -> None:
        one, other = [await tavern.days.begin(DAY, person, "") for person in (ADA, BOB)]
        assert await tavern.tables.bot_seed_at(one) == await tavern.tables.bot_seed_at(other)
        moved = await (tavern.act_for_bot(one, 1) if one.waits_for == 1 else tavern.act(one, ADA))
        assert await tavern.tables.bot_seed_at(moved) != await tavern.tables.bot_seed_at(one)

    on_monday(database_url, test)


def test_a_game_that_began_before_midnight_belongs_to_its_day(database_url: str) -> None:
    async def test(tavern: Tavern) -> None:
        with moving_time(begins(later(TODAY, 1)) - 1000):
            table = await tavern.days.begin(DAY, ADA, "Ada")
        with moving_time(begins(later(TODAY, 1)) + 60_000):
            await finish(tavern, table, ADA)
            late = await tavern.days.begin(DAY, BOB, "Bob")
        tries = {person: await tavern.days.store.try_of(TODAY, person) for person in (ADA, BOB)}
        assert {person: each.ranked for person, each in tries.items() if each} == {ADA: True, BOB: False}
        assert late.day == TODAY

    on_monday(database_url, test)


def test_there_is_no_advice_and_no_rematch(database_url: str) -> None:
    async def test(tavern: Tavern) -> None:
        table = await tavern.days.begin(DAY, ADA, "Ada")
        while table.waits_for != 0:
            table = await tavern.act_for_bot(table, 1)
        with pytest.raises(IllegalMove):
            await tavern.tables.note_help(request(table, ADA))
        await finish(tavern, table, ADA)
        with pytest.raises(IllegalMove, match="tomorrow"):
            await tavern.seating.rematch(table.id, ADA)

    on_monday(database_url, test)


def test_what_was_chosen_can_be_taken_back_until_something_is_revealed(database_url: str) -> None:
    async def test(tavern: Tavern) -> None:
        table = await tavern.days.begin(DAY, ADA, "Ada")
        for _ in range(200):
            if table.undo == 0:
                break
            bot = table.waits_for == 1
            table = await (tavern.act_for_bot(table, 1) if bot else tavern.act(table, ADA))
        assert table.undo == 0
        undone = await tavern.tables.undo(request(table, ADA))
        over = await finish(tavern, undone, ADA)
        assert verify_day(DayProof(TODAY, DAY.commitment, SEED), record_of(over)).ok

    on_monday(database_url, test)


def test_nobody_sets_up_a_day_by_a_form() -> None:
    with pytest.raises(BadRequestError) as refusal:
        SetupRequest("day", Options()).checked()
    assert "day" not in str(refusal.value).split("not for")[0]
    assert isinstance(refusal.value, DomainError)


def test_a_row_whose_day_is_missing_is_not_played_with_other_dice(database_url: str) -> None:
    async def test(tavern: Tavern) -> None:
        table = await tavern.days.begin(DAY, ADA, "Ada")
        loaded, _ = await tavern.games.open(table.id)
        with pytest.raises(DamagedGame):
            loading.begin(replace(loaded.row, day=None))

    on_monday(database_url, test)
