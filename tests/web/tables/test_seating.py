"""Who gets which seat: by setting up, by invitation, by private link, and again for a rematch."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from shanghaien.rules import Options
from shanghaien.web.core.errors import BadRequestError
from shanghaien.web.core.ids import PersonId
from shanghaien.web.people.names import clean_name
from shanghaien.web.tables.errors import BadLink, IllegalMove, NotYours, SeatTaken
from shanghaien.web.tables.model import Mode, SeatKind, Table, TableSeat
from shanghaien.web.tables.setup import OwnDice, Setup
from tests.web.persons import ADA, BOB, EVE
from tests.web.tables.tavern import Tavern, in_tavern, request

INVITE = Setup(Mode.INVITE, Options(), names=("Ada", ""))


WORDS = [word.encode().hex() for word in ("from Ada", "from Bob")]


async def joined(tavern: Tavern) -> Table:
    table = await tavern.create(INVITE, ADA, "from Ada")
    return await tavern.seating.join(tavern.seating.invitation(table.id), BOB, "Bob", OwnDice(word="from Bob"))


def test_nothing_is_dealt_before_both_have_had_their_word(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        waiting = await tavern.tables.create(INVITE, ADA)
        assert not waiting.started
        assert waiting.state.tavern == ()
        assert waiting.waits_for is None
        table = await joined(tavern)
        assert table.started
        assert len(table.state.tavern) == 6
        assert [table.dice_tags[name].split()[-1] for name in ("Creator", "Guest")] == WORDS

    in_tavern(tmp_path, visit)


def test_an_invitation_is_good_for_one_person(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(INVITE, ADA)
        token = tavern.seating.invitation(table.id)
        people = [PersonId(f"person {number}") for number in range(5)]
        asks = (tavern.seating.join(token, person, person) for person in people)
        outcomes = await asyncio.gather(*asks, return_exceptions=True)
        seated = [person for person, outcome in zip(people, outcomes, strict=True) if isinstance(outcome, Table)]
        assert len(seated) == 1
        assert sum(isinstance(outcome, SeatTaken) for outcome in outcomes) == 4
        assert (await tavern.tables.look(table.id, seated[0]))[1].seats == {1}

    in_tavern(tmp_path, visit)


def test_joining_twice_or_joining_oneself_changes_nothing(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        waiting = await tavern.tables.create(INVITE, ADA)
        token = tavern.seating.invitation(waiting.id)
        assert await tavern.seating.join(token, ADA, "Ada") == waiting
        table = await tavern.seating.join(token, BOB, "Bob")
        assert await tavern.seating.join(token, BOB, "Robert", OwnDice(word="late")) == table

    in_tavern(tmp_path, visit)


@pytest.mark.parametrize("purpose", ["seat", "guest", "reserve"])
def test_a_text_signed_for_something_else_is_no_invitation(tmp_path: Path, purpose: str) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(INVITE, ADA)
        for token in (tavern.signer.sign(purpose, table.id), table.id, "", "a.b"):
            with pytest.raises(BadLink):
                await tavern.seating.join(token, BOB, "Bob")

    in_tavern(tmp_path, visit)


@pytest.mark.parametrize("text", [" ", "x" * 101, "two\nlines", "\u202e"])
def test_what_is_no_word_for_the_dice_is_refused_and_the_seat_stays_free(tmp_path: Path, text: str) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(INVITE, ADA)
        with pytest.raises(BadRequestError):
            await tavern.seating.join(tavern.seating.invitation(table.id), BOB, "Bob", OwnDice(word=text))
        assert (await tavern.tables.look(table.id))[0] == table

    in_tavern(tmp_path, visit)


def test_only_the_seat_that_is_asked_may_choose(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await joined(tavern)
        asked = (ADA, BOB)[table.waits_for or 0]
        other = {ADA: BOB, BOB: ADA}[asked]
        with pytest.raises(IllegalMove):
            await tavern.tables.act(request(table, other), "roll")
        assert (await tavern.tables.act(request(table, asked), "roll")).state.rolled

    in_tavern(tmp_path, visit)


def test_only_one_s_own_choice_can_be_taken_back(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await joined(tavern)
        asked = (ADA, BOB)[table.waits_for or 0]
        other = {ADA: BOB, BOB: ADA}[asked]
        rolled = await tavern.act(table, asked, "roll")
        placed = await tavern.act(rolled, asked, f"place {rolled.state.rolled[0]} left")
        with pytest.raises(IllegalMove):
            await tavern.tables.undo(request(placed, other))
        assert (await tavern.tables.undo(request(placed, asked))).state == rolled.state

    in_tavern(tmp_path, visit)


def test_a_private_link_carries_the_seat_and_no_other(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await joined(tavern)
        phone = PersonId("bob's phone")
        await tavern.seating.carry(await tavern.seating.private_link(table.id, BOB), phone)
        assert (await tavern.tables.look(table.id, phone))[1].seats == {1}
        assert [line.id for line in (await tavern.tables.games_of(phone)).games] == [table.id]
        with pytest.raises(BadLink):
            await tavern.seating.carry(tavern.seating.invitation(table.id), EVE)

    in_tavern(tmp_path, visit)


def test_a_rematch_swaps_the_seats_and_asks_the_other_first(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        over = await tavern.tables.resign(request(await joined(tavern), ADA))
        offered = await tavern.seating.rematch(over.id, ADA)
        assert [chair.name for chair in offered.chairs] == ["", "Ada"]
        assert (await tavern.tables.look(over.id))[0].rematch == offered.id
        assert [line.id for line in (await tavern.tables.games_of(BOB)).games] == [offered.id, over.id]
        assert await tavern.seating.rematch(over.id, BOB) == offered
        with pytest.raises(NotYours):
            await tavern.seating.rematch(over.id, EVE)
        table = await tavern.seating.join(tavern.seating.invitation(offered.id), BOB, "Bob")
        assert [chair.name for chair in table.chairs] == ["Bob", "Ada"]
        assert table.started

    in_tavern(tmp_path, visit)


def test_a_rematch_that_was_made_but_not_told_is_found_again(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        over = await tavern.tables.resign(request(await joined(tavern), ADA))
        swapped = replace(INVITE, names=("", "Ada"), seat=1, swapped=True)
        made = await tavern.tables.creation.create(swapped, ADA, rematch_of=over.id)  # and then the plug was pulled
        assert (await tavern.seating.rematch(over.id, BOB)).id == made.id
        assert (await tavern.tables.look(over.id))[0].rematch == made.id
        assert (await tavern.tables.look(made.id, BOB))[1].seats == {0}

    in_tavern(tmp_path, visit)


def test_a_rematch_against_a_bot_begins_at_once(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        setup = Setup(Mode.BOT, Options(), names=("Ada", ""), levels=("", "deckhand"))
        over = await tavern.tables.resign(request(await tavern.tables.create(setup, ADA), ADA))
        again = await tavern.seating.rematch(over.id, ADA)
        assert again.chairs == (TableSeat(SeatKind.BOT, "", "deckhand"), TableSeat(SeatKind.HUMAN, "Ada"))
        assert again.started
        assert (await tavern.tables.look(again.id, ADA))[1].seats == {1}

    in_tavern(tmp_path, visit)


def test_there_is_no_rematch_of_a_game_that_goes_on(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await joined(tavern)
        with pytest.raises(IllegalMove):
            await tavern.seating.rematch(table.id, ADA)

    in_tavern(tmp_path, visit)


def test_games_that_wait_for_a_person_come_first(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        over = await tavern.tables.resign(request(await joined(tavern), ADA))
        open_game = await tavern.tables.create(INVITE, ADA)
        waiting = await tavern.tables.create(Setup(Mode.HOT_SEAT, Options()), ADA)
        await tavern.seating.join(tavern.seating.invitation(open_game.id), BOB, "Bob")
        lines = (await tavern.tables.games_of(ADA)).games
        assert lines[0].yours
        assert waiting.id in {lines[0].id, lines[1].id}
        assert lines[-1].id == over.id
        assert (await tavern.tables.games_of(EVE)).games == []

    in_tavern(tmp_path, visit)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Ada \t Lovelace ", "Ada Lovelace"),
        ("\u202eevil\x00", "evil"),
        ("", ""),
        ("x" * 99, "x" * 24),
        ("<b>", "<b>"),
        ("\u3164\u115f\u2800", ""),
        ("x" + "\u0330" * 20, "x\u0330\u0330"),
    ],
)
def test_a_name_is_one_short_visible_line(given: str, kept: str) -> None:
    assert clean_name(given) == kept
