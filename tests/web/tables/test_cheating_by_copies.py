"""A server that goes back to a copy in silence: the same links give the same dice, and whoever remembers more says so."""

import shutil
from dataclasses import replace
from pathlib import Path

from shanghaien import rules
from shanghaien.fairness.receipts import Receipt, contradictions, is_signed
from shanghaien.web.core.ids import GameId
from shanghaien.web.tables.model import Table
from tests.web.persons import ADA
from tests.web.tables.dice_pages import DicePage, checked, creator, names, play, set_up
from tests.web.tables.tavern import Tavern, in_tavern, request
from tests.web.tables.test_cheating_server import BOT, HOT_SEAT, played_by_both


def test_a_link_that_was_seen_and_dropped_gives_the_same_dice_when_it_comes_again(tmp_path: Path) -> None:
    ada, before, after = creator(), tmp_path / "before", tmp_path / "after"
    before.mkdir()
    rolls: list[tuple[int, ...]] = []

    async def begin(tavern: Tavern) -> None:
        table = await play(tavern, await set_up(tavern, ada, HOT_SEAT), ada, until=24)
        while "roll" not in [rules.action_text(action) for action in rules.legal_actions(table.state)]:
            table = await play(tavern, table, ada, until=1)

    async def roll(tavern: Tavern) -> None:
        (line,) = (await tavern.tables.games_of(ADA)).games
        table = (await tavern.tables.look(line.id))[0]
        rolled = await tavern.tables.act(request(table, ADA), "roll", ada.open(table, "roll"))
        rolls.append(rolled.state.rolled)

    in_tavern(before, begin)
    shutil.copytree(before, after)
    for folder in (before, after):
        in_tavern(folder, roll)
    assert rolls[0] == rolls[1] != ()


def test_a_bots_choice_that_was_exchanged_once_the_link_was_seen_is_named_by_the_players_page(tmp_path: Path) -> None:
    ada, before, after = creator(), tmp_path / "before", tmp_path / "after"
    before.mkdir()

    async def bot_to_choose(tavern: Tavern) -> None:
        table = await set_up(tavern, ada, BOT)
        while not (table.waits_for == 0 and table.state.round == 1 and _may(table, "roll") and _may(table, "shanghai")):
            table = await play(tavern, table, ada, seed=table.version, until=1)

    async def shown(tavern: Tavern) -> None:
        waiting = await _choose(tavern, "roll")
        links.append(ada.open(waiting, "roll"))
        ada.look(await tavern.tables.open_link(request(waiting, ADA), links[0]))

    async def stored(tavern: Tavern) -> None:
        waiting = await _choose(tavern, "shanghai")
        table = await tavern.tables.open_link(request(waiting, ADA), links[0])
        assert names(checked(table)) == []
        group = max(ada.opened)
        assert names(checked(table, ada.memory(table.id))) == [f"choice {group}"]

    links: list[str] = []
    in_tavern(before, bot_to_choose)
    shutil.copytree(before, after)
    in_tavern(before, shown)
    in_tavern(after, stored)


def _may(table: Table, text: str) -> bool:
    return text in [rules.action_text(action) for action in rules.legal_actions(table.state)]


async def _choose(tavern: Tavern, text: str) -> Table:
    """A choice of the bot's in the only game there is."""
    (line,) = (await tavern.tables.games_of(ADA)).games
    loaded, _ = await tavern.games.open(line.id)
    return await tavern.tables.choose(loaded, 0, text)


def test_a_game_that_was_taken_back_to_an_earlier_state_in_silence_is_another_history_for_its_players(
    tmp_path: Path,
) -> None:
    before, after = tmp_path / "before", tmp_path / "after"
    before.mkdir()
    pages: list[DicePage] = []

    async def begin(tavern: Tavern) -> None:
        pages.extend((await played_by_both(tavern, 30))[1:])

    async def go_on(tavern: Tavern) -> None:
        (line,) = (await tavern.tables.games_of(ADA)).games
        await play(tavern, (await tavern.tables.look(line.id))[0], *pages, seed=1, until=12)

    async def again(tavern: Tavern) -> None:
        (line,) = (await tavern.tables.games_of(ADA)).games
        forgetful = [replace(page, opened={}, seen={}) for page in pages]
        table = await play(tavern, (await tavern.tables.look(line.id))[0], *forgetful, seed=2, until=40)
        assert names(checked(table)) == []
        told = [name for page in pages for name in names(checked(table, page.memory(table.id)))]
        assert any(name.startswith(("history", "opening", "choice")) for name in told), told

    in_tavern(before, begin)
    shutil.copytree(before, after)
    in_tavern(before, go_on)
    in_tavern(after, again)


def test_a_reservation_that_is_used_again_from_a_copy_gives_two_contracts_and_two_logs_signed_with_one_key(
    tmp_path: Path,
) -> None:
    before, after = tmp_path / "before", tmp_path / "after"
    before.mkdir()
    tokens: list[tuple[str, str, GameId]] = []
    receipts: list[Receipt] = []

    async def reserve(tavern: Tavern) -> None:
        reserved = await tavern.tables.reserve()
        tokens.append((reserved.token, reserved.key, reserved.id))

    async def use(tavern: Tavern) -> None:
        token, _, game = tokens[0]
        page = DicePage("creator", ADA, f"word {len(receipts)}")
        table = await tavern.tables.create(replace(HOT_SEAT, dice=page.own_dice(game)), ADA, token)
        receipts.append(Receipt.read(table.receipt))

    in_tavern(before, reserve)
    shutil.copytree(before, after)
    for folder in (before, after):
        in_tavern(folder, use)
    assert all(is_signed(receipt, tokens[0][1]) for receipt in receipts)
    assert {check.name for check in contradictions(receipts)} == {"two-contracts", "two-logs"}
