"""Who is looking at a table, for which seat they act, and what can be taken back of it."""

from dataclasses import replace
from pathlib import Path

import pytest

from shanghaien.rules import Options
from shanghaien.web.core.ids import GameId
from shanghaien.web.tables.errors import IllegalMove
from shanghaien.web.tables.model import GameResult, ListedGame, Mode, SeatKind, TableSeat, Viewer
from shanghaien.web.tables.setup import Setup
from tests.web.persons import ADA, BOB
from tests.web.tables.pages.positions import played
from tests.web.tables.tavern import Tavern, in_tavern, request

BOTH, NOBODY = Viewer(frozenset({0, 1})), Viewer()


def test_a_player_acts_for_their_own_seat_whoever_is_asked() -> None:
    for asked in (0, 1, None):
        shown = replace(played(), waits_for=asked)
        assert [Viewer(frozenset({seat})).acting_seat(shown) for seat in (0, 1)] == [0, 1]
        assert NOBODY.acting_seat(shown) is None


def test_on_one_screen_one_acts_for_whoever_is_asked_and_else_for_the_first() -> None:
    assert [BOTH.acting_seat(replace(played(), waits_for=asked)) for asked in (0, 1, None)] == [0, 1, 0]


def test_a_table_waits_for_the_seat_that_is_asked_and_for_no_watcher() -> None:
    shown = replace(played(), waits_for=1)
    assert [Viewer(frozenset({seat})).may_choose(shown) for seat in (0, 1)] == [False, True]
    assert BOTH.may_choose(shown)
    assert not NOBODY.may_choose(shown)
    assert not BOTH.may_choose(replace(shown, waits_for=None))


def test_a_game_is_ones_turn_in_the_list_only_while_it_goes_on() -> None:
    chairs = (TableSeat(SeatKind.HUMAN), TableSeat(SeatKind.HUMAN))
    game = ListedGame(GameId("g"), Mode.INVITE, chairs, frozenset({0}), 3, 0, None, 0)
    assert game.yours
    assert not replace(game, waits_for=1).yours
    assert not replace(game, waits_for=None).yours
    assert not replace(game, result=GameResult(0, (1, 0))).yours


def test_only_what_people_typed_can_be_corrected(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        for mode in (Mode.HOT_SEAT, Mode.BOT, Mode.BOTS):
            table = await tavern.tables.create(Setup(mode, Options(), levels=("cabin-boy",) * 2), ADA)
            assert len(table.state.tavern) == 6
            assert table.typed == 0
        by_hand = await tavern.tables.create(Setup(Mode.REAL_DICE, Options(first="a")), ADA)
        by_hand = await tavern.tables.type_chance(request(by_hand, ADA), "FRE4 SPA1 shift DUT3 CHI4 AME1")
        assert by_hand.typed == 6

    in_tavern(tmp_path, visit)


@pytest.mark.parametrize("mode", [Mode.HOT_SEAT, Mode.REAL_DICE])
def test_a_private_link_carries_both_seats_of_one_screen(tmp_path: Path, mode: Mode) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(Setup(mode, Options()), ADA)
        await tavern.seating.carry(await tavern.seating.private_link(table.id, ADA), BOB)
        assert (await tavern.tables.look(table.id, BOB))[1].seats == {0, 1}

    in_tavern(tmp_path, visit)


def test_a_private_link_of_two_screens_carries_its_own_seat_alone(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(Setup(Mode.BOT, Options(), seat=1, levels=("cabin-boy", "")), ADA)
        await tavern.seating.carry(await tavern.seating.private_link(table.id, ADA), BOB)
        assert (await tavern.tables.look(table.id, BOB))[1].seats == {1}

    in_tavern(tmp_path, visit)


def test_the_link_of_a_free_seat_is_offered_until_it_is_taken_and_to_no_watcher(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        waiting = await tavern.tables.create(Setup(Mode.INVITE, Options(), seat=1), ADA)
        own = Viewer(frozenset({1}))
        links = tavern.seating.links_of(waiting, own)
        assert set(links) == {"seat", "invitation"}
        assert links["seat"] == f"/seat/of/{waiting.id}"
        assert tavern.seating.invited_to(links["invitation"].removeprefix("/join/")) == waiting.id
        assert tavern.seating.links_of(waiting, NOBODY) == {}
        table = await tavern.seating.join(links["invitation"].removeprefix("/join/"), BOB, "Bob")
        assert set(tavern.seating.links_of(table, own)) == {"seat"}

    in_tavern(tmp_path, visit)


@pytest.mark.parametrize("mode", [Mode.HOT_SEAT, Mode.INVITE])
def test_people_get_no_advice_against_each_other(tmp_path: Path, mode: Mode) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(Setup(mode, Options(first="a")), ADA)
        if mode is Mode.INVITE:
            table = await tavern.seating.join(tavern.seating.invitation(table.id), BOB, "Bob")
        assert table.waits_for == 0
        with pytest.raises(IllegalMove, match="against a bot"):
            await tavern.tables.note_help(request(table, ADA))

    in_tavern(tmp_path, visit)


def test_the_list_of_ones_games_tells_of_each_what_kind_it_is_and_how_it_stands(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        for mode in (Mode.HOT_SEAT, Mode.INVITE, Mode.REAL_DICE):
            table = await tavern.tables.create(Setup(mode, Options(first="a"), names=("Ann", "Ben")), ADA)
            (line,) = (each for each in (await tavern.tables.games_of(ADA)).games if each.id == table.id)
            assert (line.mode, line.chairs, line.round) == (mode, table.chairs, 1)
            assert (line.waits_for, line.result) == (table.waits_for, None)
            assert line.seats == ({0} if mode is Mode.INVITE else {0, 1})

    in_tavern(tmp_path, visit)
