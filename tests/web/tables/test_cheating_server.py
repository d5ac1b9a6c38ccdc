"""A server that cheats at its tables is found by whoever checks the record, or has kept what their page remembers."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from shanghaien import rules
from shanghaien.fairness import Chain
from shanghaien.fairness.receipts import Receipt, contradictions, is_signed, kept_in
from shanghaien.rules import Options
from shanghaien.web.core.ids import GameId
from shanghaien.web.tables import create
from shanghaien.web.tables.create import FixedDice, commit_to_dice
from shanghaien.web.tables.dice.protocol import GameDice, ServerChains
from shanghaien.web.tables.dice.reservations import Reservations, ReservedDice
from shanghaien.web.tables.model import Mode, Table
from shanghaien.web.tables.setup import Setup
from tests.web.persons import ADA
from tests.web.tables.cheating_dice import AsksNobodyForTheBotsRolls, GrindsTheBotsRolls, SkipsItsOwnLinks
from tests.web.tables.dice_pages import DicePage, checked, creator, guest, names, open_awaited, play, set_up, sit_down
from tests.web.tables.digests import put_digests_right
from tests.web.tables.tavern import Tavern, in_tavern, request

FIRST_A = Options(first=rules.First.SEAT_A)
BOT = Setup(Mode.BOT, FIRST_A, names=("Ada", ""), seat=1, levels=("cabin-boy", ""))
INVITE = Setup(Mode.INVITE, FIRST_A, names=("Ada", ""), seat=0)
HOT_SEAT = Setup(Mode.HOT_SEAT, FIRST_A)


@pytest.mark.parametrize(
    ("dice", "found"),
    [
        (GrindsTheBotsRolls, "outcomes"),
        (SkipsItsOwnLinks, "outcomes"),
        (AsksNobodyForTheBotsRolls, "owner "),
    ],
)
def test_whatever_a_server_does_about_its_bots_rolls_the_record_alone_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dice: type[GameDice], found: str
) -> None:
    monkeypatch.setattr("shanghaien.web.tables.loading.GameDice", dice)

    async def visit(tavern: Tavern) -> None:
        ada = creator()
        table = await play(tavern, await set_up(tavern, ada, BOT), ada)
        assert table.state.over
        assert any(name.startswith(found) for name in names(checked(table))), names(checked(table))

    in_tavern(tmp_path, visit)


@pytest.mark.parametrize("mode", [Mode.BOT, Mode.INVITE])
def test_a_seat_that_the_server_chose_instead_of_drawing_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: Mode
) -> None:
    def chosen(setup: Setup, reserved: ReservedDice, rematch_of: GameId | None) -> FixedDice:
        fixed = commit_to_dice(setup, reserved, rematch_of)
        return replace(fixed, creator=1 - fixed.creator)

    monkeypatch.setattr(create, "commit_to_dice", chosen)

    async def visit(tavern: Tavern) -> None:
        setup = Setup(mode, Options(), names=("Ada", ""), seat=None, levels=("", "deckhand"))
        ada, bob = creator(), guest()
        table = await set_up(tavern, ada, setup)
        table = await sit_down(tavern, bob, table) if mode is Mode.INVITE else table
        assert names(checked(table)) == ["seat"]

    in_tavern(tmp_path, visit)


async def played_by_both(tavern: Tavern, until: int = 10_000) -> tuple[Table, DicePage, DicePage]:
    ada, bob = creator(), guest()
    table = await sit_down(tavern, bob, await set_up(tavern, ada, INVITE))
    return await play(tavern, table, ada, bob, until=until), ada, bob


def test_options_that_were_changed_after_the_fact_do_not_fit_the_dice_nor_the_receipt(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table, ada, _ = await played_by_both(tavern, 8)
        changed = replace(table, options=Options.from_dict(table.options.as_dict() | {"starter": "alternate"}))
        assert all(name.startswith("outcome") for name in names(checked(changed)))
        assert len(names(checked(changed))) > 5
        assert "receipt" in names(checked(changed, ada.memory(table.id)))
        assert table.ledger is not None
        other = replace(table.ledger.contract, setup=("1", "8-0-0", "a", "after-shanghai", "none"))
        assert [check.name for check in kept_in(ada.receipts, other, ada.key)] == ["receipt"]

    in_tavern(tmp_path, visit)


class ExchangedReservations(Reservations):
    """Makes other chains when it has seen what the player brings, and pretends that it was these from the start."""

    async def find(self, game: GameId) -> ReservedDice | None:
        found = await super().find(game)
        secrets = self._randomness.new_secrets(f"{game} again")
        chains = ServerChains(game, secrets)
        return None if found is None else ReservedDice(chains.reserved, secrets, chains)


def test_chains_that_were_exchanged_once_the_players_was_known_speak_against_the_servers_own_receipt(
    tmp_path: Path,
) -> None:
    async def visit(tavern: Tavern) -> None:
        kept = tavern.tables.reservations
        exchanged = ExchangedReservations(tavern.games.database, tavern.signer, kept._randomness)
        tavern.tables.creation._reservations = exchanged
        ada = creator()
        table = await play(tavern, await set_up(tavern, ada, HOT_SEAT), ada, until=20)
        assert "reservation" in names(checked(table, ada.memory(table.id)))
        assert all(is_signed(Receipt.read(line), ada.key) for line in ada.receipts)
        told = [check.name for check in contradictions([Receipt.read(line) for line in ada.receipts])]
        assert told == ["two-reservations"]

    in_tavern(tmp_path, visit)


def everything_stored(folder: Path) -> bytes:
    """All that a server has kept of anything, as one heap of bytes."""
    return b"".join(file.read_bytes() for file in sorted(folder.iterdir()) if file.is_file())


@pytest.mark.parametrize("setup", [BOT, HOT_SEAT], ids=["bot's roll", "player's roll"])
def test_a_server_that_waits_for_a_link_has_nothing_from_which_the_roll_could_follow(
    tmp_path: Path, setup: Setup
) -> None:
    ada = creator()

    async def until_a_roll(tavern: Tavern) -> None:
        table = await play(tavern, await set_up(tavern, ada, setup), ada, until=24)
        while table.opens is None:
            if table.waits_for == 0 and setup is BOT:
                table = await tavern.act_for_bot(table, 0)
            else:
                table = await tavern.act(table, ADA)

    in_tavern(tmp_path, until_a_roll)
    heap, used = everything_stored(tmp_path), len(ada.opened)
    assert ada.link(used).encode() in heap
    for number in range(used + 1, 1025):
        link = ada.link(number)
        assert link.encode() not in heap
        assert bytes.fromhex(link) not in heap


def test_a_chain_to_which_the_server_committed_in_a_players_name_is_noted_and_named_by_their_page(
    tmp_path: Path,
) -> None:
    async def visit(tavern: Tavern) -> None:
        table, ada, bob = await played_by_both(tavern, 20)
        assert table.ledger is not None
        forged = DicePage("creator", ADA, chains=dict(ada.chains))
        forged.chains["creator-2"] = Chain(bytes(32), table.id, "creator-2")
        end = forged.chains["creator-2"].end
        table = await tavern.tables.commit_anew(request(table, ADA), end)
        table = await play(tavern, table, forged, bob, until=20)
        assert names(checked(table)) == []
        assert "anew creator" in [note.name for note in checked(table).notes]
        place = table.ledger.recommitments[0].group if table.ledger else -1
        assert f"anew {place}" in names(checked(table, ada.memory(table.id)))
        assert names(checked(table, bob.memory(table.id))) == []

    in_tavern(tmp_path, visit)


def test_a_chain_that_the_server_took_over_by_itself_is_noted_and_named_by_the_players_page(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        ada = creator()
        table = await play(tavern, await set_up(tavern, ada, BOT), ada, until=20)
        assert table.ledger is not None
        place = len(table.ledger.groups)
        table = await tavern.tables.commit_anew(request(table, ADA))  # which nobody had asked for
        table = await play(tavern, table, DicePage("creator", ADA), until=20)
        assert names(checked(table)) == []
        assert [note.name for note in checked(table).notes] == ["anew creator"]
        assert f"anew {place}" in names(checked(table, ada.memory(table.id)))

    in_tavern(tmp_path, visit)


def test_outcomes_that_were_changed_in_the_store_with_every_digest_put_right_are_named(tmp_path: Path) -> None:
    games: list[Table] = []

    async def begin(tavern: Tavern) -> None:
        ada = creator()
        games.append(await tavern.tables.act(request(await set_up(tavern, ada, HOT_SEAT), ADA), "roll", ada.link(2)))

    async def look(tavern: Tavern) -> None:
        table = (await tavern.tables.look(games[0].id))[0]
        assert table.state.rolled == wished
        assert names(checked(table)) == ["outcome 1.0"]

    in_tavern(tmp_path, begin)
    wished = (6, 6) if games[0].state.rolled != (6, 6) else (5, 5)
    with closing(sqlite3.connect(tmp_path / "games.db")) as connection, connection:
        last = "kind = 'draw' AND number = (SELECT max(number) FROM entries)"
        connection.execute(f"UPDATE entries SET text = ? WHERE {last}", ("-".join(map(str, wished)),))  # noqa: S608 - our own words
    in_tavern(tmp_path, put_digests_right)
    in_tavern(tmp_path, look)


def test_a_link_of_the_server_that_was_changed_in_the_store_makes_the_game_unreadable(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        ada = creator()
        waiting = await tavern.tables.act(request(await set_up(tavern, ada, HOT_SEAT), ADA), "roll")
        table = await open_awaited(tavern, waiting, ada)
        games.append(table.id)

    async def look(tavern: Tavern) -> None:
        with pytest.raises(Exception, match="damaged"):
            await tavern.tables.look(games[0])

    games: list[GameId] = []
    in_tavern(tmp_path, visit)
    with closing(sqlite3.connect(tmp_path / "games.db")) as connection, connection:
        connection.execute(
            "UPDATE entries SET text = substr(text, 2, 63) || '0' || substr(text, 65) WHERE kind = 'open'"
        )
    in_tavern(tmp_path, put_digests_right)
    in_tavern(tmp_path, look)
