"""Setting a table up and sitting down with a chain of one's own: what is fixed, drawn and refused before the first card."""

from dataclasses import replace
from pathlib import Path

import pytest

from shanghaien.fairness import setup_fields
from shanghaien.rules import PRESETS, Options
from shanghaien.web.run.check import check_games
from shanghaien.web.tables.errors import LinkRefused
from shanghaien.web.tables.model import Mode
from shanghaien.web.tables.setup import OwnDice, Setup
from tests.web.persons import ADA, BOB
from tests.web.tables.dice.test_protocol import BOT, HOT_SEAT, SETUPS
from tests.web.tables.dice_pages import DicePage, checked, creator, guest, names, open_awaited, set_up, sit_down
from tests.web.tables.tavern import Tavern, in_tavern


@pytest.mark.parametrize("wrong", ["no link", "another link", "no end"])
def test_who_sits_down_with_an_end_but_without_its_first_link_is_refused_and_the_seat_stays_free(
    tmp_path: Path, wrong: str
) -> None:
    async def visit(tavern: Tavern) -> None:
        bob = guest()
        table = await set_up(tavern, creator(), SETUPS["drawn"])
        token, own = tavern.seating.invitation(table.id), bob.own_dice(table.id)
        given = {
            "no link": OwnDice(own.end),
            "another link": OwnDice(own.end, bob.link(2)),
            "no end": OwnDice("x", own.link),
        }
        with pytest.raises(Exception, match=r"does not fit|64 hexadecimal digits"):
            await tavern.seating.join(token, BOB, "Bob", given[wrong])
        assert (await tavern.tables.look(table.id))[0] == table
        assert (await tavern.seating.join(token, BOB, "Bob", own)).started

    in_tavern(tmp_path, visit)


@pytest.mark.parametrize("setup", [BOT, HOT_SEAT], ids=["bot", "hot-seat"])
def test_a_table_that_was_set_up_without_the_first_link_waits_for_it_before_the_first_card(
    tmp_path: Path, setup: Setup
) -> None:
    async def visit(tavern: Tavern) -> None:
        ada, reserved = creator(), await tavern.tables.reserve()
        own = OwnDice(ada.commit(reserved.id))
        waiting = await tavern.tables.create(replace(setup, dice=own), ADA, reserved.token)
        assert (waiting.opens, waiting.waits_for, waiting.state.tavern) == (waiting.creator, None, ())
        assert (await tavern.tables.games_of(ADA)).games[0].yours
        assert await check_games(tavern.games.database) == (1, [], [])
        table = await open_awaited(tavern, waiting, ada)
        assert len(table.state.tavern) == 6
        assert names(checked(table, ada.memory(table.id))) == []

    in_tavern(tmp_path, visit)


def test_a_drawn_seat_needs_the_first_link_at_once(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        reserved = await tavern.tables.reserve()
        own = OwnDice(creator().commit(reserved.id))
        with pytest.raises(LinkRefused):
            await tavern.tables.create(replace(SETUPS["drawn"], dice=own), ADA, reserved.token)
        assert (await tavern.tables.games_of(ADA)).games == []

    in_tavern(tmp_path, visit)


@pytest.mark.parametrize("mode", [Mode.INVITE, Mode.BOT])
def test_a_drawn_seat_is_the_first_draw_of_the_game_and_comes_out_both_ways(tmp_path: Path, mode: Mode) -> None:
    async def visit(tavern: Tavern) -> None:
        seats = []
        for number in range(12):
            ada, bob = DicePage("creator", ADA, f"word {number}"), guest()
            setup = Setup(mode, Options(), names=("Ada", ""), seat=None, levels=("", "deckhand"))
            table = await set_up(tavern, ada, setup)
            table = await sit_down(tavern, bob, table) if mode is Mode.INVITE else table
            assert table.chairs[table.creator].name == "Ada"
            assert (await tavern.tables.look(table.id, ADA))[1].seats == {table.creator}
            draw = checked(table).draws[0]
            assert (draw.draw.index, draw.draw.purpose, draw.ok) == ("0.0", "seat", True)
            assert names(checked(table)) == []
            seats.append(table.creator)
        assert set(seats) == {0, 1}

    in_tavern(tmp_path, visit)


def test_a_chain_that_the_server_offers_to_hold_is_nobodys_own(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        reserved = await tavern.tables.reserve()
        own = OwnDice(reserved.chains.creator_held)
        with pytest.raises(Exception, match="64 hexadecimal digits"):
            await tavern.tables.create(Setup(Mode.INVITE, Options(), dice=own), ADA, reserved.token)

    in_tavern(tmp_path, visit)


def test_what_was_agreed_to_is_what_the_form_asked_for(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await set_up(tavern, ada := creator(), SETUPS["drawn"])
        assert table.ledger is not None
        contract = table.ledger.contract
        assert (contract.setup, contract.mode, contract.seat) == (
            setup_fields(PRESETS["everything"]),
            "invite",
            "drawn",
        )
        assert (contract.creator.kind, contract.creator.end) == ("person", ada.chains["creator-1"].end)
        assert contract.creator.word == "Ahoy"

    in_tavern(tmp_path, visit)
