"""A request that is sent twice counts once; an id that comes with something else is refused, and nothing is done."""

from pathlib import Path

import pytest

from shanghaien.rules import Options
from shanghaien.web.core.errors import BadRequestError
from shanghaien.web.tables.errors import IdUsed
from shanghaien.web.tables.model import Mode
from shanghaien.web.tables.requests import TableRequest
from shanghaien.web.tables.setup import Setup
from tests.web.persons import ADA, BOB
from tests.web.tables.tavern import Tavern, in_tavern, request

HOT_SEAT = Setup(Mode.HOT_SEAT, Options(first="a"))
REAL_DICE = Setup(Mode.REAL_DICE, Options(first="a"))
INVITE = Setup(Mode.INVITE, Options(first="a"), names=("Ada", ""))


def test_a_choice_with_the_id_of_another_one_is_refused(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(HOT_SEAT, ADA)
        asked = request(table, ADA)
        rolled = await tavern.tables.act(asked, "roll")
        assert await tavern.tables.act(asked, "roll") == rolled
        for text in (f"place {rolled.state.rolled[0]} left", "shanghai", "no move at all"):
            with pytest.raises(IdUsed):
                await tavern.tables.act(asked, text)
        for other in (tavern.tables.undo, tavern.tables.resign):
            with pytest.raises(IdUsed):
                await other(asked)
        assert (await tavern.tables.look(table.id))[0] == rolled

    in_tavern(tmp_path, visit)


def test_the_same_choice_in_other_letters_is_a_repeat(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(HOT_SEAT, ADA)
        asked = request(table, ADA)
        rolled = await tavern.tables.act(asked, "roll")
        assert await tavern.tables.act(asked, "  roll ") == rolled

    in_tavern(tmp_path, visit)


def test_what_was_asked_is_still_known_after_a_restart(tmp_path: Path) -> None:
    async def before(tavern: Tavern) -> None:
        table = await tavern.tables.create(HOT_SEAT, ADA)
        asked.append(request(table, ADA))
        await tavern.tables.act(asked[0], "roll")

    async def after(tavern: Tavern) -> None:
        assert (await tavern.tables.act(asked[0], "roll")).state.rolled
        with pytest.raises(IdUsed):
            await tavern.tables.resign(asked[0])

    asked: list[TableRequest] = []
    in_tavern(tmp_path, before)
    in_tavern(tmp_path, after)


def test_typed_dice_and_cards_are_compared_as_they_are_meant(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(REAL_DICE, ADA)
        dealt = request(table, ADA)
        cards = "AME3 ame3 shift SPA1 both ITA4"
        table = await tavern.tables.type_chance(dealt, cards)
        table = await tavern.act(table, ADA, "roll")
        rolled = request(table, ADA)
        table = await tavern.tables.type_chance(rolled, "35")
        for asked, text in ((dealt, cards), (dealt, cards.replace(" ", ",")), (rolled, "3-5"), (rolled, "3 5")):
            assert await tavern.tables.type_chance(asked, text) == table
        for asked, text in ((dealt, "AME3 SPA1"), (rolled, "36"), (rolled, cards)):
            with pytest.raises(IdUsed):
                await tavern.tables.type_chance(asked, text)

    in_tavern(tmp_path, visit)


def test_a_name_with_the_id_of_another_name_is_refused(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        asked = request(await tavern.tables.create(INVITE, ADA), ADA)
        named = await tavern.seating.rename(asked, "Anna")
        assert await tavern.seating.rename(asked, " Anna ") == named
        with pytest.raises(IdUsed):
            await tavern.seating.rename(asked, "Hanna")

    in_tavern(tmp_path, visit)


def test_the_other_players_id_is_nobody_elses(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(INVITE, ADA)
        table = await tavern.seating.join(tavern.seating.invitation(table.id), BOB, "Bob")
        asked, other = (ADA, BOB) if table.waits_for == 0 else (BOB, ADA)
        await tavern.tables.act(request(table, asked, "once"), "roll")
        with pytest.raises(BadRequestError, match="Your opponent"):
            await tavern.tables.act(request(table, other, "once"), "roll")

    in_tavern(tmp_path, visit)
