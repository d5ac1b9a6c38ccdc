"""The dice of a rematch: fixed anew before it, with the game before it named and the seats swapped."""

import asyncio
from pathlib import Path

import pytest

from shanghaien.rules import Options
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.tables.errors import BadLink, NoReservation
from shanghaien.web.tables.model import Mode, Table
from shanghaien.web.tables.setup import OwnDice, Setup
from tests.web.persons import ADA, BOB
from tests.web.tables.dice_pages import DicePage, agree, checked, creator, guest, names, play, set_up, sit_down
from tests.web.tables.tavern import Tavern, in_tavern, opened, request
from tests.web.tables.test_reservations import log_of

INVITE = Setup(Mode.INVITE, Options(), names=("Ada", ""), seat=None)
HOT_SEAT = Setup(Mode.HOT_SEAT, Options(), names=("Ada", "Bob"))
BOT = Setup(Mode.BOT, Options(), names=("Ada", ""), seat=None, levels=("", "deckhand"))
BOTS = Setup(Mode.BOTS, Options(), levels=("cabin-boy", "captain"))


async def again(tavern: Tavern, over: GameId, page: DicePage) -> Table:
    """A rematch as a page asks for it: what the server commits to is seen first."""
    reserved = await tavern.tables.reserve()
    page.see(reserved)
    table = await tavern.seating.rematch(over, page.person, page.own_dice(reserved.id), reserved.token)
    assert table.id == reserved.id
    agree(page, table)
    return page.look(table)


async def given_up(tavern: Tavern, table: Table) -> Table:
    return await tavern.tables.resign(request(table, ADA))


def fixed(table: Table) -> tuple[str, str]:
    """How the creator came by their seat, and after which game."""
    assert table.ledger is not None
    return table.ledger.contract.seat, table.ledger.contract.after


@pytest.mark.parametrize("setup", [HOT_SEAT, BOT], ids=["hot-seat", "bot"])
def test_a_rematch_of_a_rematch_swaps_the_seats_back_and_each_names_the_game_before_it(
    tmp_path: Path, setup: Setup
) -> None:
    async def visit(tavern: Tavern) -> None:
        first = await given_up(tavern, await set_up(tavern, creator(), setup))
        second = await again(tavern, first.id, creator())
        third = await again(tavern, (await given_up(tavern, second)).id, ada := creator())
        assert [table.creator for table in (second, third)] == [1 - first.creator, first.creator]
        letters = ["ab"[table.creator] for table in (second, third)]
        assert fixed(second) == (f"swapped-{letters[0]}", first.id)
        assert fixed(third) == (f"swapped-{letters[1]}", second.id)
        assert third.chairs == first.chairs
        over = await play(tavern, third, ada)
        assert names(checked(over, ada.memory(over.id))) == []

    in_tavern(tmp_path, visit)


@pytest.mark.parametrize("who", ["creator", "guest"])
def test_whoever_asks_for_the_rematch_is_its_creator_and_has_the_other_seat(tmp_path: Path, who: str) -> None:
    async def visit(tavern: Tavern) -> None:
        ada, bob = creator(), guest()
        before = await given_up(tavern, await sit_down(tavern, bob, await set_up(tavern, ada, INVITE)))
        person, other = (ADA, BOB) if who == "creator" else (BOB, ADA)
        seat = (await tavern.tables.look(before.id, person))[1].seats
        asking, asked = DicePage("creator", person), DicePage("guest", other)
        table = await sit_down(tavern, asked, await again(tavern, before.id, asking))
        assert {table.creator} == {1 - min(seat)}
        assert fixed(table) == (f"swapped-{'ab'[table.creator]}", before.id)
        assert (await tavern.tables.look(table.id, person))[1].seats == {table.creator}
        over = await play(tavern, table, asking, asked)
        for page in (asking, asked):
            assert names(checked(over, page.memory(over.id))) == []

    in_tavern(tmp_path, visit)


def test_in_a_rematch_of_two_bots_each_is_named_at_the_seat_that_it_has(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(BOTS, ADA)
        for _ in range(400):
            table = table if table.over else await tavern.act_for_bot(table, table.waits_for or 0)
        swapped = await tavern.seating.rematch(table.id, ADA)
        assert [chair.level for chair in swapped.chairs] == ["captain", "cabin-boy"]
        assert fixed(swapped) == ("swapped-b", table.id)
        assert swapped.dice_tags["Creator"].startswith("B bot:cabin-boy ")
        assert swapped.dice_tags["Guest"].startswith("A bot:captain ")
        assert names(checked(swapped)) == []

    in_tavern(tmp_path, visit)


@pytest.mark.parametrize("dice", [OwnDice(word="mine"), OwnDice("e" * 64, "f" * 64)], ids=["word", "chain"])
def test_nobody_adds_to_a_rematch_before_the_server_has_committed_itself(tmp_path: Path, dice: OwnDice) -> None:
    async def visit(tavern: Tavern) -> None:
        over = await given_up(tavern, await set_up(tavern, creator(), HOT_SEAT))
        with pytest.raises(NoReservation):
            await tavern.seating.rematch(over.id, ADA, dice)
        with pytest.raises(BadLink):
            await tavern.seating.rematch(over.id, ADA, dice, "made-up")
        assert (await tavern.tables.look(over.id))[0].rematch is None

    in_tavern(tmp_path, visit)


def test_who_asks_without_script_entrusts_their_chain_and_the_proof_says_so(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        over = await given_up(tavern, await set_up(tavern, creator(), HOT_SEAT))
        table = await tavern.seating.rematch(over.id, ADA)
        assert [note.name for note in checked(table).notes] == ["entrusted creator", "no-word creator"]
        assert [(kind, game) for kind, game, _ in await log_of(tavern)][2:] == [
            ("reservation", table.id),
            ("contract", table.id),
        ]

    in_tavern(tmp_path, visit)


def test_two_who_ask_at_once_with_a_reservation_each_come_to_one_game(database_url: str) -> None:
    async def run() -> None:
        async with (
            opened(database_url, alone=False, name="one ") as one,
            opened(database_url, alone=False, name="two ") as two,
        ):
            over = await given_up(one, await sit_down(one, guest(), await set_up(one, creator(), INVITE)))
            pages = {person: DicePage("creator", person) for person in (ADA, BOB)}
            reserved = {person: await one.tables.reserve() for person in pages}
            asks = [
                tavern.seating.rematch(
                    over.id, person, pages[person].own_dice(reserved[person].id), reserved[person].token
                )
                for tavern, person in ((one, ADA), (two, BOB))
            ]
            first, second = await asyncio.gather(*asks)
            assert first == second
            asked = next(page for person, page in pages.items() if person not in _sitting(first))
            late = DicePage("guest", asked.person)
            table = await play(one, await sit_down(one, late, first), *_pages(pages, first), late, until=20)
            assert names(checked(table, late.memory(table.id))) == []

    asyncio.run(run())


def _sitting(table: Table) -> set[PersonId]:
    return {{"Ada": ADA, "Bob": BOB}[chair.name] for chair in table.chairs if chair.name}


def _pages(pages: dict[PersonId, DicePage], table: Table) -> list[DicePage]:
    return [pages[person] for person in _sitting(table)]
