"""A change is worked out once: what is in memory after it is what the store tells when the game is loaded anew."""

import random
from pathlib import Path

import pytest

from shanghaien import rules
from shanghaien.rules import PRESETS, Options, Seat, outcome_text
from shanghaien.web.core.ids import PersonId
from shanghaien.web.tables import loading
from shanghaien.web.tables.change import Change
from shanghaien.web.tables.game import Game
from shanghaien.web.tables.model import Mode, SeatKind, Table
from shanghaien.web.tables.setup import OwnDice, Setup
from shanghaien.web.tables.store.writers import Addition
from tests.web.persons import ADA, BOB
from tests.web.tables.tavern import Tavern, in_tavern, opened, request

PEOPLE = (ADA, BOB)
SETUPS = {
    "hot-seat": Setup(Mode.HOT_SEAT, PRESETS["everything"], names=("Ada", "Bob")),
    "invite": Setup(Mode.INVITE, PRESETS["online"]),
    "real-dice": Setup(Mode.REAL_DICE, Options()),
    "bot": Setup(Mode.BOT, Options(), levels=("", "cabin-boy")),
    "bots": Setup(Mode.BOTS, PRESETS["everything"], levels=("cabin-boy", "captain")),
}


async def begun(tavern: Tavern, setup: Setup) -> Table:
    """A table at which both seats are taken, and whatever may be done before that has been done."""
    table = await tavern.create(setup, ADA, "" if setup.mode.adds_nothing else "from Ada")
    if setup.mode is Mode.INVITE:
        await tavern.seating.rename(request(table, ADA), "Ada L.")
        table = await tavern.seating.join(tavern.seating.invitation(table.id), BOB, "Bob", OwnDice(word="from Bob"))
    return table


def person_at(table: Table, seat: Seat) -> PersonId | None:
    """Who chooses for a seat; None for a bot."""
    if table.chairs[seat].kind is SeatKind.BOT:
        return None
    return PEOPLE[seat] if table.mode is Mode.INVITE else ADA


async def something(tavern: Tavern, table: Table, dice: random.Random) -> Table:
    """Any change that the table allows now, taking back more often than people do."""
    if table.typed and dice.random() < 0.2:
        return await tavern.tables.retype(request(table, ADA))
    if rules.is_chance(table.state):
        came = outcome_text(rules.draw(table.state, dice))
        return await tavern.tables.type_chance(request(table, ADA), came)
    if table.undo is not None and dice.random() < 0.3 and (person := person_at(table, table.undo)):
        return await tavern.tables.undo(request(table, person))
    seat = table.waits_for or 0
    if (person := person_at(table, seat)) is None:
        return await tavern.act_for_bot(table, seat, dice)
    if table.mode is Mode.BOT and dice.random() < 0.1:
        return await tavern.tables.note_help(request(table, person))
    return await tavern.act(table, person, dice=dice)


@pytest.mark.parametrize("setup", SETUPS.values(), ids=SETUPS)
def test_the_table_in_memory_is_the_one_in_the_store_after_every_change(tmp_path: Path, setup: Setup) -> None:
    async def visit(tavern: Tavern) -> None:
        dice, table = random.Random(5), await begun(tavern, setup)
        async with opened(tmp_path, memory=0) as reader:
            while not table.over:
                table = await something(tavern, table, dice)
                assert (await reader.tables.look(table.id))[0] == table

    in_tavern(tmp_path, visit)


def test_nothing_in_memory_changes_before_the_change_is_stored(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(SETUPS["hot-seat"], ADA)
        game, _ = await tavern.games.open(table.id)
        change = _rolled(game)
        assert change.after.state != table.state
        assert (game.table(), game.version) == (table, table.version)
        assert (await tavern.tables.look(table.id))[0] == table

    in_tavern(tmp_path, visit)


def test_a_move_is_played_once_and_its_events_are_those_of_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(SETUPS["hot-seat"], ADA)
        monkeypatch.setattr(loading, "replay", _never)
        played = await tavern.play_out(table, ADA, until=40)
        assert played.version > table.version
        assert all(entry.events for entry in played.log[table.version :] if entry.kind == "draw")

    in_tavern(tmp_path, visit)


def _never(*_: object) -> None:
    raise AssertionError("a change is taken in as it is, and not played again")


def test_a_change_that_was_read_while_it_was_stored_is_not_taken_in_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(SETUPS["hot-seat"], ADA)
        change, store = _rolled((await tavern.games.open(table.id))[0]), tavern.games.store
        append = store.append

        async def read_at_once(addition: Addition) -> None:
            await append(addition)
            read.append((await tavern.tables.look(table.id))[0])

        read: list[Table] = []
        monkeypatch.setattr(tavern.games, "alone_at_the_store", False)
        monkeypatch.setattr(store, "append", read_at_once)
        assert await tavern.games.change(change) == read[0]
        assert read[0].version == table.version + len(change.entries)
        assert (await tavern.tables.look(table.id))[0] is read[0]

    in_tavern(tmp_path, visit)


def _rolled(game: Game) -> Change:
    change = Change(game)
    change.act(game.asked or 0, rules.legal_actions(game.state)[0])
    return change
