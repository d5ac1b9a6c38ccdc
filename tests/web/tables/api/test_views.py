"""A table in plain values, as programs of both seats and of a watcher get it."""

from dataclasses import replace

import pytest

from shanghaien.rules import EXPANSIONS, End, Options, Trick
from shanghaien.web.core.errors import DomainError
from shanghaien.web.core.ids import GameId
from shanghaien.web.tables.api.schemas import NewGame
from shanghaien.web.tables.api.views import game_view, listed_view, setup_from
from shanghaien.web.tables.model import GameResult, ListedGame, Mode, SeatKind, TableSeat, Viewer
from tests.rules.positions import after, position, side
from tests.web.tables.pages.positions import played, table

FIRST, SECOND, WATCHER = Viewer(frozenset({0})), Viewer(frozenset({1})), Viewer()
ANNA = side("135", hand="shift captain", crews="SPA3 FRE1 FRE+wild")
MARTA = side("2", hand="both", crews="GER4", force="captain")
ASKED = table(after(position(ANNA, MARTA, roll="24", crazy_captain=True, extra_wild=True, extra_3=True), "place 4"))


def test_each_seat_is_told_which_is_theirs_and_what_only_they_may_do() -> None:
    game = replace(ASKED, undo=0)
    first, second, watcher = (game_view(game, viewer, None) for viewer in (FIRST, SECOND, WATCHER))
    assert (first.yours, second.yours, watcher.yours) == (["A"], ["B"], [])
    assert (first.legal, second.legal, watcher.legal) == ([], ["object", "allow"], [])
    assert (first.undo, second.undo, watcher.undo) == (True, False, False)
    assert {view.waits_for for view in (first, second, watcher)} == {"B"}
    assert game_view(game, Viewer(frozenset({0, 1})), None).yours == ["A", "B"]


def test_the_position_is_the_same_for_everybody_and_nothing_of_it_is_left_out() -> None:
    views = [game_view(ASKED, viewer, None).state for viewer in (FIRST, SECOND, WATCHER)]
    assert views[0] == views[1] == views[2]
    state = views[0]
    assert (state.phase, state.round, state.starter, state.turn) == ("objection", 1, "A", "A")
    assert state.tavern == ["AME1", "FRE2", "GER3", "CHI3", "DUT4", "TUR1"]
    assert (state.end, state.face_down, state.rolled) == ("left", [], [2, 4])
    assert (state.middle, state.announced) == (["double"], "place 4")
    assert state.points == [(1 + 2) + 3 + 2, 4 + 1]
    assert sum(state.pile.values()) == sum(ASKED.state.pile) > 30
    assert 0 not in state.pile.values()


def test_what_each_player_has_stands_with_the_right_seat() -> None:
    anna, marta = game_view(ASKED, WATCHER, None).state.players
    assert (anna.hand, anna.crews, anna.wilds) == (["shift", "captain"], {"FRE": [1], "SPA": [3]}, {"FRE": 1})
    assert (anna.dice, anna.supply, anna.trick_used, anna.in_force) == ([1, 0, 1, 0, 1, 0], 3, False, None)
    assert (marta.hand, marta.crews, marta.wilds) == (["both"], {"GER": [4]}, {})
    assert (marta.dice, marta.supply, marta.trick_used, marta.in_force) == ([0, 1, 0, 0, 0, 0], 5, True, "captain")


def test_what_has_not_been_said_yet_is_nothing() -> None:
    fresh = game_view(played(), WATCHER, None)
    assert (fresh.state.end, fresh.state.announced, fresh.result, fresh.rematch) == (None, None, None, None)
    turned = table(position(face_down=(4,), end=End.RIGHT, extra_2=True))
    assert (game_view(turned, WATCHER, None).state.face_down, game_view(turned, WATCHER, None).state.end) == (
        [4],
        "right",
    )


def test_every_expansion_is_named_whether_it_is_on_or_off() -> None:
    options = game_view(ASKED, WATCHER, None).options
    assert {name: options[name] for name in EXPANSIONS} == {
        name: name in ("extra_wild", "crazy_captain", "extra_3") for name in EXPANSIONS
    }
    assert (options["tricks"], options["first"], options["starter"]) == ([3, 3, 2], "a", "after-shanghai")


def test_a_result_names_the_winner_and_who_gave_up() -> None:
    for won, told in (
        (GameResult(1, (3, 9)), ("B", [3, 9], None)),
        (GameResult(None, (5, 5)), (None, [5, 5], None)),
        (GameResult(1, (9, 3), 0), ("B", [9, 3], "A")),
    ):
        result = game_view(replace(ASKED, result=won), WATCHER, None).result
        assert result is not None
        assert (result.winner, result.points, result.resigned) == told


def test_the_log_begins_after_the_version_that_was_seen() -> None:
    game = played("roll", "1-2")
    whole = game_view(game, WATCHER, None).log
    assert [entry.number for entry in whole] == list(range(1, 9))
    assert [(entry.kind, entry.seat, entry.text) for entry in whole[-2:]] == [
        ("act", "A", "roll"),
        ("draw", None, "1-2"),
    ]
    assert [entry.number for entry in game_view(game, WATCHER, None, since=7).log] == [8]
    undone = replace(game, log=(*game.log[:-1], replace(game.log[-1], undone=True, at=77)))
    last = game_view(undone, WATCHER, None).log[-1]
    assert (last.undone, last.at) == (True, 77)
    assert not game_view(undone, WATCHER, None).log[0].undone


def test_a_game_in_the_list_says_whose_it_is_and_whether_it_is_over() -> None:
    chairs = (TableSeat(SeatKind.HUMAN, "Ann"), TableSeat(SeatKind.BOT, "", "captain"))
    game = ListedGame(GameId("g"), Mode.BOT, chairs, frozenset({0}), 3, 1, None, 99)
    view = listed_view(game)
    assert (view.id, view.mode, view.yours, view.round, view.waits_for) == ("g", "bot", ["A"], 3, "B")
    assert (view.over, view.updated) == (False, 99)
    assert [(seat.kind, seat.name, seat.level) for seat in view.seats] == [("human", "Ann", ""), ("bot", "", "captain")]
    over = listed_view(replace(game, result=GameResult(0, (1, 0)), waits_for=None))
    assert (over.over, over.waits_for) == (True, None)


def test_what_a_program_asks_for_reaches_the_table() -> None:
    wanted = NewGame(
        mode="bots", options={"extra_2": True, "first": "b"}, level="captain", level_b="boatswain", contribution="mine"
    )
    setup = setup_from(wanted)
    assert (setup.mode, setup.options) == (Mode.BOTS, Options(extra_2=True, first="b"))
    assert (setup.levels, setup.dice.word) == (("captain", "boatswain"), "mine")
    assert setup_from(NewGame(mode="bots", level="captain")).levels == ("captain", "captain")
    seated = setup_from(NewGame(mode="hot-seat", name="Ann", name_b="Ben"))
    assert (seated.names, seated.seat) == (("Ann", "Ben"), 0)
    assert [setup_from(NewGame(seat=seat)).seat for seat in ("a", "b")] == [0, 1]


@pytest.mark.parametrize("options", [{"extra_99": True}, {"first": "c"}, {"tricks": [9, 9, 9]}])
def test_options_that_do_not_exist_are_refused(options: dict[str, bool | str | list[int]]) -> None:
    with pytest.raises(DomainError):
        setup_from(NewGame(options=options))


def test_what_is_refused_names_what_there_is() -> None:
    with pytest.raises(
        DomainError, match="There is no option 'extra_99'; there are tricks, first, starter, extra_wild"
    ):
        setup_from(NewGame(options={"extra_99": True}))
    assert Trick("wild") in ASKED.state.players[0].wilds[1]
