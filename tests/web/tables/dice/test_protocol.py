"""Tables whose players hold their own chains: whose link is waited for, and that the record proves every draw."""

import random
from pathlib import Path

import pytest

from shanghaien import rules
from shanghaien.fairness.receipts import kept_in
from shanghaien.rules import PRESETS, Options, action_text
from shanghaien.web.bots.runner import asked_bot, games_at_bots
from shanghaien.web.run.check import check_games
from shanghaien.web.tables.errors import IdUsed, IllegalMove, LinkRefused
from shanghaien.web.tables.log import EntryKind
from shanghaien.web.tables.model import Mode, Table
from shanghaien.web.tables.setup import Setup
from tests.web.persons import ADA, BOB, EVE
from tests.web.tables import dice_pages
from tests.web.tables.dice_pages import DicePage, checked, creator, guest, names, open_awaited, play, set_up, sit_down
from tests.web.tables.tavern import Tavern, in_tavern, opened, request

FIRST_A = Options(first=rules.First.SEAT_A)
SETUPS = {
    "chosen": Setup(Mode.INVITE, Options(), names=("Ada", ""), seat=0),
    "drawn": Setup(Mode.INVITE, PRESETS["everything"], names=("Ada", ""), seat=None),
}
BOT = Setup(Mode.BOT, FIRST_A, names=("Ada", ""), seat=1, levels=("cabin-boy", ""))
HOT_SEAT = Setup(Mode.HOT_SEAT, FIRST_A)


@pytest.mark.parametrize("setup", SETUPS.values(), ids=SETUPS)
def test_a_game_by_invitation_with_both_chains_held_by_the_players_verifies_by_its_record_alone(
    tmp_path: Path, setup: Setup
) -> None:
    async def visit(tavern: Tavern) -> None:
        ada, bob = creator(), guest()
        table = await sit_down(tavern, bob, await set_up(tavern, ada, setup))
        table = await play(tavern, table, ada, bob)
        assert table.state.over
        assert names(checked(table)) == []
        for page in (ada, bob):
            assert names(checked(table, page.memory(table.id))) == []
            assert len(page.opened) > 10
        assert table.ledger is not None
        assert list(kept_in(ada.receipts + bob.receipts, table.ledger.contract, ada.key)) == []
        assert [note.name for note in checked(table).notes] == ["unwitnessed"]
        assert await check_games(tavern.games.database) == (1, [], [])

    in_tavern(tmp_path, visit)


@pytest.mark.parametrize("setup", [BOT, HOT_SEAT], ids=["bot", "hot-seat"])
def test_a_game_against_a_bot_or_on_one_screen_is_drawn_from_the_creators_chain_alone(
    tmp_path: Path, setup: Setup
) -> None:
    async def visit(tavern: Tavern) -> None:
        ada = creator()
        table = await play(tavern, await set_up(tavern, ada, setup), ada)
        assert table.ledger is not None
        assert set(table.ledger.groups) == {"c"}
        assert table.ledger.tips["creator-1"].number == len(table.ledger.groups) == len(ada.opened)
        assert names(checked(table, ada.memory(table.id))) == []
        assert checked(table).notes == ()
        assert await check_games(tavern.games.database) == (1, [], [])

    in_tavern(tmp_path, visit)


async def until_the_bot_rolls(tavern: Tavern, ada: DicePage) -> Table:
    table = await set_up(tavern, ada, BOT)
    assert asked_bot(table) == 0
    return ada.look(await tavern.act_for_bot(table, 0))


def test_a_bots_roll_waits_for_the_link_of_its_opponent_and_nobody_wakes_the_bot_meanwhile(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        told: list[Table] = []
        tavern.games.after_change.append(told.append)
        ada = creator()
        table = await until_the_bot_rolls(tavern, ada)
        assert (table.opens, table.waits_for, table.state.rolled) == (1, None, ())
        assert asked_bot(told[-1]) is None
        assert await games_at_bots(tavern.games.database, 0, 9) == []
        (line,) = (await tavern.tables.games_of(ADA)).games
        assert line.yours
        rolled = await open_awaited(tavern, table, ada)
        assert (rolled.opens, asked_bot(rolled)) == (None, 0)
        assert len(await games_at_bots(tavern.games.database, 0, 9)) == 1
        assert rolled.state.rolled
        (line,) = (await tavern.tables.games_of(ADA)).games
        assert not line.yours

    in_tavern(tmp_path, visit)


async def without_a_link(tavern: Tavern, ada: DicePage) -> Table:
    """Ada has rolled, and her page has sent no link with it."""
    table = await set_up(tavern, ada, HOT_SEAT)
    return ada.look(await tavern.tables.act(request(table, ADA), "roll"))


def test_a_choice_that_came_without_a_link_waits_and_goes_on_when_it_is_opened(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        ada = creator()
        waiting = await without_a_link(tavern, ada)
        assert (waiting.opens, waiting.waits_for, waiting.state.rolled) == (0, None, ())
        for refused in (tavern.tables.undo(request(waiting, ADA)), tavern.tables.act(request(waiting, ADA), "roll")):
            with pytest.raises(IllegalMove):
                await refused
        assert (await tavern.tables.look(waiting.id))[0] == waiting
        rolled = await open_awaited(tavern, waiting, ada)
        assert len(rolled.state.rolled) == 2
        assert names(checked(rolled, ada.memory(rolled.id))) == []

    in_tavern(tmp_path, visit)


def test_who_gives_up_on_one_screen_while_the_dice_are_waited_for_is_whoevers_turn_it_is(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        ada = creator()
        table = await set_up(tavern, ada, HOT_SEAT)
        while table.state.turn == 0 or "roll" not in map(action_text, rules.legal_actions(table.state)):
            table = await play(tavern, table, ada, seed=table.version, until=1)
        waiting = await tavern.tables.act(request(table, ADA), "roll")
        assert waiting.opens == 0
        over = await tavern.tables.resign(request(waiting, ADA))
        assert over.result is not None
        assert (over.result.resigned, over.result.winner) == (1, 0)
        assert names(checked(over)) == []

    in_tavern(tmp_path, visit)


def test_who_opens_a_link_twice_with_one_id_is_answered_and_draws_once(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        ada = creator()
        waiting = await without_a_link(tavern, ada)
        asked, link = request(waiting, ADA), ada.open(waiting, "roll")
        rolled = await tavern.tables.open_link(asked, link)
        assert await tavern.tables.open_link(asked, link) == rolled
        with pytest.raises(IdUsed):
            await tavern.tables.open_link(asked, ada.link(3))
        with pytest.raises(IllegalMove):
            await tavern.tables.open_link(request(rolled, ADA), ada.link(3))

    in_tavern(tmp_path, visit)


@pytest.mark.parametrize(
    "which", ["the one before", "the one after", "of another chain", "of nothing", "not hexadecimal"]
)
def test_a_link_that_is_not_the_next_is_refused_and_nothing_is_stored(tmp_path: Path, which: str) -> None:
    async def visit(tavern: Tavern) -> None:
        ada, stranger = creator(), DicePage("guest", EVE)
        waiting = await without_a_link(tavern, ada)
        stranger.commit(waiting.id)
        wrong = {
            "the one before": ada.link(1),
            "the one after": ada.link(3),
            "of another chain": stranger.link(2),
            "of nothing": "0" * 64,
            "not hexadecimal": "x",
        }
        with pytest.raises(LinkRefused):
            await tavern.tables.open_link(request(waiting, ADA), wrong[which])
        assert (await tavern.tables.look(waiting.id))[0] == waiting
        async with opened(tmp_path) as restarted:
            assert (await restarted.tables.look(waiting.id))[0] == waiting

    in_tavern(tmp_path, visit)


def test_a_choice_with_a_wrong_link_is_not_stored_either(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        ada = creator()
        table = await set_up(tavern, ada, HOT_SEAT)
        with pytest.raises(LinkRefused):
            await tavern.tables.act(request(table, ADA), "roll", ada.link(3))
        assert (await tavern.tables.look(table.id))[0] == table
        assert (await tavern.tables.act(request(table, ADA), "roll", ada.link(2))).state.rolled

    in_tavern(tmp_path, visit)


def test_only_the_player_who_is_waited_for_opens_a_link(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        ada, bob = creator(), guest()
        table = await sit_down(tavern, bob, await set_up(tavern, ada, Setup(Mode.INVITE, FIRST_A, seat=0)))
        waiting = await tavern.tables.act(request(table, ADA), "roll")
        assert waiting.opens == 0
        for person, link in ((BOB, bob.link(2)), (BOB, ada.link(1))):
            with pytest.raises(IllegalMove):
                await tavern.tables.open_link(request(waiting, person), link)
        assert (await tavern.tables.open_link(request(waiting, ADA), ada.link(1))).state.rolled

    in_tavern(tmp_path, visit)


def test_after_every_step_another_process_and_a_restart_tell_the_same_game(database_url: str) -> None:
    async def visit(_: Tavern) -> None:
        async with (
            opened(database_url, alone=False, name="one ") as one,
            opened(database_url, alone=False, name="two ") as two,
        ):
            ada, bob, dice = creator(), guest(), random.Random(4)
            table = await set_up(one, ada, SETUPS["drawn"])
            assert (await two.tables.look(table.id))[0] == table
            table = await sit_down(two, bob, table)
            for number in range(40):
                assert (await one.tables.look(table.id))[0] == table
                table = await dice_pages.step((one, two)[number % 2], table, dice, ada, bob)
            assert (await one.tables.look(table.id))[0] == (await two.tables.look(table.id))[0] == table
            async with opened(database_url) as restarted:
                assert (await restarted.tables.look(table.id))[0] == table
            assert table.ledger is not None
            assert len(table.ledger.groups) > 9
            assert len(table.groups) == len(table.ledger.groups)

    in_tavern(database_url, visit)


def test_every_link_of_the_log_is_opened_once_and_in_order(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        ada, bob = creator(), guest()
        table = await sit_down(tavern, bob, await set_up(tavern, ada, SETUPS["chosen"]))
        table = await play(tavern, table, ada, bob, until=60)
        links = [entry.text.split()[1] for entry in table.log if entry.kind is EntryKind.OPEN]
        for page in (ada, bob):
            mine = [page.link(number) for number in range(1, len(links))]
            used = [link for link in links if link in mine]
            assert used == mine[: len(used)]
            assert used

    in_tavern(tmp_path, visit)
