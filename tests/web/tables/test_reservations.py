"""What the server commits to before a game: used once, by whoever has its token, for a day, and not after a restore."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select, update

from shanghaien.fairness.receipts import Receipt, is_signed
from shanghaien.rules import Options
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.signing import Randomness
from shanghaien.web.run.restore import start_afresh
from shanghaien.web.tables.dice.reservations import Reservations
from shanghaien.web.tables.errors import BadLink, NoReservation, NotYours
from shanghaien.web.tables.model import Mode, Table
from shanghaien.web.tables.setup import OwnDice, Setup
from shanghaien.web.tables.store import schema
from tests.web.persons import ADA, EVE
from tests.web.tables.dice_pages import DicePage, creator, set_up
from tests.web.tables.tavern import Tavern, in_tavern, opened

HOT_SEAT = Setup(Mode.HOT_SEAT, Options())
INVITE = Setup(Mode.INVITE, Options(), names=("Ada", ""))
TOO_OLD = "This form is too old; open it again"


def database_of(tavern: Tavern) -> Database:
    return tavern.games.database


async def log_of(tavern: Tavern) -> list[tuple[str, str, str]]:
    """The public log: kind, game, hash."""
    kept = schema.commitments.c
    async with database_of(tavern).read() as connection:
        rows = await connection.execute(select(kept.kind, kept.game, kept.hash).order_by(kept.epoch, kept.number))
        return [(row.kind, row.game, row.hash) for row in rows]


async def how_many(tavern: Tavern, table: Any) -> int:
    async with database_of(tavern).read() as connection:
        return int((await connection.execute(select(func.count()).select_from(table))).scalar_one())


def test_a_reservation_is_signed_and_stands_in_the_public_log_before_anybody_adds_anything(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        reserved = await tavern.tables.reserve()
        receipt = Receipt.read(reserved.receipt)
        assert (receipt.game_id, receipt.reservation, receipt.contract) == (reserved.id, reserved.chains.hash, "-")
        assert is_signed(receipt, reserved.key)
        assert await log_of(tavern) == [("reservation", reserved.id, reserved.chains.hash)]

    in_tavern(tmp_path, visit)


def test_a_game_has_the_ends_that_were_shown_and_its_contract_is_signed_and_logged(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        ada = creator()
        table = await set_up(tavern, ada, HOT_SEAT)
        assert table.ledger is not None
        contract, receipt = table.ledger.contract, Receipt.read(table.receipt)
        assert contract.reservation.hash == ada.reservation
        assert (receipt.reservation, receipt.contract) == (ada.reservation, contract.hash)
        assert is_signed(receipt, ada.key)
        assert await log_of(tavern) == [
            ("reservation", table.id, contract.reservation.hash),
            ("contract", table.id, contract.hash),
        ]

    in_tavern(tmp_path, visit)


def test_a_game_to_which_nobody_adds_anything_is_logged_with_its_reservation_all_the_same(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(HOT_SEAT, ADA)
        assert [(kind, game) for kind, game, _ in await log_of(tavern)] == [
            ("reservation", table.id),
            ("contract", table.id),
        ]
        assert await how_many(tavern, schema.reservations) == 0

    in_tavern(tmp_path, visit)


def test_real_dice_are_nothing_to_commit_to(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(Setup(Mode.REAL_DICE, Options()), ADA)
        assert (table.ledger, table.receipt) == (None, "")
        assert await log_of(tavern) == []

    in_tavern(tmp_path, visit)


def test_a_reservation_is_used_once_and_the_same_form_sent_again_leads_to_the_same_game(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        reserved = await tavern.tables.reserve()
        table = await tavern.tables.create(INVITE, ADA, reserved.token)
        assert table.id == reserved.id
        assert await how_many(tavern, schema.reservations) == 0
        assert await tavern.tables.create(INVITE, ADA, reserved.token) == table
        assert await tavern.tables.create(HOT_SEAT, ADA, reserved.token) == table
        with pytest.raises(NotYours):
            await tavern.tables.create(INVITE, EVE, reserved.token)
        assert len(await log_of(tavern)) == 2

    in_tavern(tmp_path, visit)


def test_whoever_has_the_token_uses_the_reservation_and_nobody_makes_one_up(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        reserved = await tavern.tables.reserve()
        for token in ("made-up", reserved.id, tavern.signer.sign("join", reserved.id)):
            with pytest.raises(BadLink, match=TOO_OLD):
                await tavern.tables.create(INVITE, ADA, token)
        assert (await tavern.tables.create(INVITE, EVE, reserved.token)).id == reserved.id

    in_tavern(tmp_path, visit)


@pytest.mark.parametrize("dice", [OwnDice(word="mine"), OwnDice("e" * 64, "f" * 64)], ids=["word", "chain"])
def test_nobody_adds_to_dice_to_which_the_server_has_not_committed_itself(tmp_path: Path, dice: OwnDice) -> None:
    async def visit(tavern: Tavern) -> None:
        with pytest.raises(NoReservation, match="reserve the game first"):
            await tavern.tables.create(replace(INVITE, dice=dice), ADA)
        assert (await tavern.tables.games_of(ADA)).games == []

    in_tavern(tmp_path, visit)


def test_a_reservation_runs_out_and_goes_when_others_are_made(database_url: str) -> None:
    async def visit(tavern: Tavern) -> None:
        old, kept = await tavern.tables.reserve(), schema.reservations
        async with database_of(tavern).write() as connection:
            await connection.execute(update(kept).values(until=kept.c.until - 25 * 3600 * 1000))
        with pytest.raises(BadLink, match=TOO_OLD):
            await tavern.tables.create(INVITE, ADA, old.token)
        fresh = await tavern.tables.reserve()
        assert await how_many(tavern, kept) == 1
        assert (await tavern.tables.create(INVITE, ADA, fresh.token)).id == fresh.id

    in_tavern(database_url, visit)


def test_a_reservation_is_void_once_a_copy_was_restored(database_url: str) -> None:
    async def visit(tavern: Tavern) -> None:
        reserved = await tavern.tables.reserve()
        await start_afresh(database_of(tavern))
        with pytest.raises(BadLink, match=TOO_OLD):
            await tavern.tables.create(INVITE, ADA, reserved.token)
        assert (await tavern.tables.games_of(ADA)).games == []

    in_tavern(database_url, visit)


def test_what_is_refused_leaves_the_reservation_as_it_was(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        reserved = await tavern.tables.reserve()
        drawn = replace(INVITE, seat=None, dice=OwnDice("e" * 64, "f" * 64))
        for setup in (drawn, replace(INVITE, dice=OwnDice("x")), replace(INVITE, dice=OwnDice(word="\n"))):
            with pytest.raises(Exception, match=r"does not fit|visible characters"):
                await tavern.tables.create(setup, ADA, reserved.token)
        assert len(await log_of(tavern)) == 1
        assert (await tavern.tables.create(INVITE, ADA, reserved.token)).id == reserved.id

    in_tavern(tmp_path, visit)


def test_of_two_who_use_one_reservation_at_the_same_time_one_gets_the_game(database_url: str) -> None:
    async def run() -> None:
        async with (
            opened(database_url, alone=False, name="one ") as one,
            opened(database_url, alone=False, name="two ") as two,
        ):
            reserved = await one.tables.reserve()
            pages = [DicePage("creator", person) for person in (ADA, EVE)]
            setups = [replace(HOT_SEAT, dice=page.own_dice(reserved.id)) for page in pages]
            asks = [
                tavern.tables.create(setup, page.person, reserved.token)
                for tavern in (one, two, one)
                for setup, page in zip(setups, pages, strict=True)
            ]
            outcomes = await asyncio.gather(*asks, return_exceptions=True)
            tables = [outcome for outcome in outcomes if isinstance(outcome, Table)]
            assert len(tables) == 3
            assert all(table == tables[0] for table in tables)
            assert sum(isinstance(outcome, NotYours) for outcome in outcomes) == 3
            assert len(await log_of(one)) == 2

    asyncio.run(run())


def test_the_secrets_of_one_game_are_other_ones_every_time(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        randomness = Randomness()
        randomness.new_game = lambda: "game"  # type: ignore[method-assign]
        reservations = Reservations(database_of(tavern), tavern.signer, randomness)
        secrets = [reservations.unpromised().secrets for _ in range(2)]
        assert len({every[at : at + 32] for every in secrets for at in (0, 32, 64)}) == 6

    in_tavern(tmp_path, visit)


def test_a_form_that_is_sent_twice_makes_one_game_and_another_persons_makes_another(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        first, again = [await tavern.tables.create(HOT_SEAT, ADA, form="a form") for _ in range(2)]
        other = await tavern.tables.create(HOT_SEAT, EVE, form="a form")
        assert again == first
        assert other.id != first.id

    in_tavern(tmp_path, visit)
