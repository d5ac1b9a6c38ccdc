"""A rematch between two people: one press by each, names kept, seats swapped; an offer can be withdrawn."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from shanghaien.rules import EXPANSIONS, Options
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.tables.errors import IllegalMove, NotYours
from shanghaien.web.tables.model import Mode, Table
from shanghaien.web.tables.rematch import Rematches
from shanghaien.web.tables.seating import MOST_REMATCHES
from shanghaien.web.tables.setup import OwnDice, Setup
from tests.web.persons import ADA, BOB, EVE
from tests.web.tables.dice_pages import DicePage, checked, names, play
from tests.web.tables.tavern import Tavern, in_tavern, opened, request

ALL = Options(**dict.fromkeys(EXPANSIONS, True))
INVITE = Setup(Mode.INVITE, Options(), names=("Ada", ""))


def rematches(tavern: Tavern) -> Rematches:
    return Rematches(tavern.tables, tavern.seating)


async def over(tavern: Tavern, setup: Setup = INVITE) -> Table:
    table = await tavern.tables.create(setup, ADA)
    table = await tavern.seating.join(tavern.seating.invitation(table.id), BOB, "Bob")
    return await tavern.tables.resign(request(table, ADA))


async def seat_of(tavern: Tavern, table: Table, person: PersonId) -> int:
    return min((await tavern.tables.look(table.id, person))[1].seats)


def called(table: Table) -> list[str]:
    return [chair.name for chair in table.chairs]


@pytest.mark.parametrize(("first", "second"), [(ADA, BOB), (BOB, ADA)], ids=["creator first", "guest first"])
def test_one_press_by_each_seats_both_three_times_in_a_row(tmp_path: Path, first: PersonId, second: PersonId) -> None:
    async def visit(tavern: Tavern) -> None:
        table, ask = await over(tavern), rematches(tavern).ask
        for turn in range(3):
            before = await seat_of(tavern, table, ADA)
            assert (await ask(table.id, first)).id == table.id
            begun = await ask(table.id, second)
            assert begun.started
            assert len(begun.state.tavern) == 6
            assert called(begun) == (["Bob", "Ada"] if turn % 2 == 0 else ["Ada", "Bob"])
            assert await seat_of(tavern, begun, ADA) == 1 - before
            assert (await ask(table.id, first)).id == begun.id
            table = await tavern.tables.resign(request(begun, ADA))

    in_tavern(tmp_path, visit)


def test_whoever_looks_at_the_finished_game_is_told_of_each_press(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await over(tavern)
        offered = await rematches(tavern).ask(table.id, ADA)
        begun = await rematches(tavern).ask(table.id, BOB)
        told = (await tavern.tables.look(table.id))[0]
        assert table.version < offered.version < told.version
        assert told.rematch == begun.id

    in_tavern(tmp_path, visit)


def test_an_offer_that_was_withdrawn_is_as_if_there_had_been_none(database_url: str) -> None:
    async def visit(tavern: Tavern) -> None:
        table, again = await over(tavern), rematches(tavern)
        first = (await again.ask(table.id, ADA)).rematch
        with pytest.raises(NotYours):
            await again.withdraw(table.id, BOB)
        await again.withdraw(table.id, ADA)
        assert (await tavern.tables.look(table.id))[0].rematch is None
        second = (await again.ask(table.id, BOB)).rematch
        assert second not in {None, first}
        assert (await again.ask(table.id, ADA)).id == second
        with pytest.raises(IllegalMove):
            await again.withdraw(table.id, BOB)

    in_tavern(database_url, visit)


def test_an_offer_that_is_called_off_at_its_own_table_is_withdrawn_too(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await over(tavern)
        offer = (await rematches(tavern).ask(table.id, ADA)).rematch
        assert offer is not None
        await tavern.seating.call_off(request((await tavern.tables.look(offer))[0], ADA))
        assert (await tavern.tables.look(table.id))[0].rematch is None
        assert (await rematches(tavern).ask(table.id, BOB)).rematch not in {None, offer}

    in_tavern(tmp_path, visit)


def test_a_server_that_stopped_while_an_offer_was_withdrawn_leaves_no_dead_end(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table, again = await over(tavern), rematches(tavern)
        offer = (await again.ask(table.id, ADA)).rematch
        assert offer is not None
        await again._call_off(offer, 1)  # and then the plug was pulled
        assert await again.offered((await tavern.tables.look(table.id))[0], BOB) is None
        made = (await again.ask(table.id, BOB)).rematch
        assert made not in {None, offer}
        assert (await again.ask(table.id, ADA)).id == made

    in_tavern(tmp_path, visit)


def test_both_who_press_at_the_same_moment_come_to_one_game_with_their_own_chains(database_url: str) -> None:
    async def run() -> None:
        async with (
            opened(database_url, alone=False, name="one ") as one,
            opened(database_url, alone=False, name="two ") as two,
        ):
            table = await over(one)
            pages = {person: DicePage("creator", person) for person in (ADA, BOB)}
            asks = []
            for tavern, person in ((one, ADA), (two, BOB)):
                reserved = await tavern.tables.reserve()
                dice = pages[person].own_dice(reserved.id)
                asks.append(rematches(tavern).ask(table.id, person, dice, reserved.token))
            assert {answer.id for answer in await asyncio.gather(*asks)} == {table.id}
            offer = (await one.tables.look(table.id))[0].rematch
            assert offer is not None
            begun = await _pressed_again(one, table.id, offer, pages)
            assert begun.started
            assert sorted(called(begun)) == ["Ada", "Bob"]

    asyncio.run(run())


async def _pressed_again(tavern: Tavern, game: GameId, offer: GameId, pages: dict[PersonId, DicePage]) -> Table:
    """What the page of the slower one does by itself: it is shown the offer of the other, and agrees to its dice."""
    made = (await tavern.tables.look(offer))[0]
    slower = BOB if "Ada" in called(made) else ADA
    late = DicePage("guest", slower)
    begun = await rematches(tavern).ask(game, slower, late.own_dice(offer), offer=offer)
    faster = pages[ADA if slower is BOB else BOB]
    over = await play(tavern, begun, faster, late, until=20)
    assert names(checked(over, late.memory(over.id))) == []
    return begun


def test_a_press_for_an_offer_that_is_gone_makes_no_other(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table, again = await over(tavern), rematches(tavern)
        offer = (await again.ask(table.id, ADA)).rematch
        assert offer is not None
        await again.withdraw(table.id, ADA)
        answer = await again.ask(table.id, BOB, DicePage("guest", BOB).own_dice(offer), offer=offer)
        assert (answer.id, answer.rematch) == (table.id, None)

    in_tavern(tmp_path, visit)


@pytest.mark.parametrize(
    "setup",
    [
        Setup(Mode.BOT, Options(), names=("Ada", ""), levels=("", "deckhand")),
        Setup(Mode.HOT_SEAT, Options(), names=("Ada", "Bob")),
        Setup(Mode.REAL_DICE, Options(), names=("Ada", "Bob")),
    ],
    ids=["bot", "hot-seat", "real dice"],
)
def test_at_one_screen_or_against_a_bot_one_press_is_enough(tmp_path: Path, setup: Setup) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.resign(request(await tavern.tables.create(setup, ADA), ADA))
        again = await rematches(tavern).ask(table.id, ADA)
        assert again.started
        assert again.id != table.id
        assert called(again) == called(table)[::-1]

    in_tavern(tmp_path, visit)


def test_the_options_of_the_game_are_kept(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await over(tavern, replace(INVITE, options=ALL))
        await rematches(tavern).ask(table.id, ADA)
        assert (await rematches(tavern).ask(table.id, BOB)).options == ALL

    in_tavern(tmp_path, visit)


def test_nobody_else_has_a_part_in_it(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await over(tavern)
        with pytest.raises(NotYours):
            await rematches(tavern).ask(table.id, EVE)
        await rematches(tavern).ask(table.id, ADA)
        with pytest.raises(NotYours):
            await rematches(tavern).ask(table.id, EVE, OwnDice())
        with pytest.raises(NotYours):
            await rematches(tavern).withdraw(table.id, EVE)

    in_tavern(tmp_path, visit)


def test_nobody_offers_and_withdraws_a_rematch_again_and_again(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table, again = await over(tavern), rematches(tavern)
        for _ in range(MOST_REMATCHES):
            await again.ask(table.id, BOB)
            await again.withdraw(table.id, BOB)
        with pytest.raises(IllegalMove, match="often enough"):
            await again.ask(table.id, BOB)
        await again.ask(table.id, ADA)
        assert (await again.ask(table.id, BOB)).started

    in_tavern(tmp_path, visit)
