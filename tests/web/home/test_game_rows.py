"""The list of one's games, from either seat and for whoever only watches."""

from datetime import UTC, datetime
from typing import Any

from shanghaien.rules import Nation
from shanghaien.web.core.i18n import language_context
from shanghaien.web.core.ids import GameId
from shanghaien.web.home.routes import GameLink, game_row
from shanghaien.web.tables.model import GameResult, ListedCard, ListedGame, Mode, SeatKind, TableSeat
from shanghaien.web.tables.words.drawings import pictures

ANNA, MARTA = TableSeat(SeatKind.HUMAN, "Anna"), TableSeat(SeatKind.HUMAN, "Marta")
NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
AN_HOUR_AGO = int(NOW.timestamp() * 1000) - 3_600_000


def listed(
    *seats: int,
    mode: Mode = Mode.INVITE,
    waits_for: int | None = 0,
    result: GameResult | None = None,
    chairs: tuple[TableSeat, TableSeat] = (ANNA, MARTA),
    points: tuple[int, int] | None = None,
    **more: Any,
) -> GameLink:
    told = points or (result.points if result else None)
    game = ListedGame(GameId("g"), mode, chairs, frozenset(seats), 3, waits_for, result, AN_HOUR_AGO, told, **more)
    return game_row(game, NOW)


def test_each_player_reads_the_others_name_and_whose_turn_it_is() -> None:
    first, second = listed(0), listed(1)
    assert (first.who, first.sub, first.waits) == ("Marta", "Round 3 of 8 · your turn", True)
    assert (second.who, second.sub, second.waits) == ("Anna", "Round 3 of 8 · your opponent’s turn", False)
    assert first.href == "/t/g"
    assert first.when == "1 hour ago"


def test_ones_own_points_stand_first() -> None:
    won = GameResult(0, (12, 9))
    first, second = listed(0, result=won, waits_for=None), listed(1, result=won, waits_for=None)
    assert (first.points, first.sub, first.over) == ((12, 9), "You won", True)
    assert (second.points, second.sub, second.over) == ((9, 12), "You lost", True)
    assert listed(0, result=GameResult(None, (9, 9)), waits_for=None).sub == "A draw"


def test_a_running_game_tells_its_points_as_they_stand_if_they_are_known() -> None:
    assert [listed(seat, points=(7, 5)).points for seat in (0, 1)] == [(7, 5), (5, 7)]
    assert listed(0).points is None


def test_a_running_game_shows_its_row_from_the_side_of_whoever_looks() -> None:
    cards = (ListedCard(Nation.TURKISH, 0), ListedCard(None, 1), ListedCard(Nation.DUTCH, None))
    first, second = (listed(seat, tavern=cards).row for seat in (0, 1))
    assert first is not None
    assert second is not None
    assert [(card.nation, card.of) for card in first.cards] == [("tr", "me"), ("", "them"), ("nl", "")]
    assert [card.of for card in second.cards] == ["them", "me", ""]
    assert second.said == "The row now: you take 1, Anna 1"
    assert listed(0).row is None


def test_where_both_are_at_one_screen_the_row_names_both() -> None:
    row = listed(0, 1, mode=Mode.HOT_SEAT, tavern=(ListedCard(None, 0),)).row
    assert row is not None
    assert row.said == "The row now: Anna takes 1, Marta 0"


def test_a_clock_says_whose_time_it_counts() -> None:
    deadline = AN_HOUR_AGO + 6 * 3_600_000
    own, other = (listed(seat, deadline=deadline, by_letter=True) for seat in (0, 1))
    assert (own.left, own.left_for, own.low) == ("5 h 00", "left", True)
    assert (other.left, other.left_for) == ("5 h 00", "for Anna")


def test_a_game_of_a_day_says_so_whether_it_goes_on_or_is_over() -> None:
    for result, said in ((None, "Round 3 of 8 · your turn"), (GameResult(0, (12, 9)), "You won")):
        row = listed(0, mode=Mode.DAY, day="2026-11-16", result=result)
        assert row.sub == f"Deal of the day, 16 November · {said}"


def test_games_on_one_screen_and_between_bots_name_both() -> None:
    for mode, seats in ((Mode.HOT_SEAT, (0, 1)), (Mode.REAL_DICE, (0, 1)), (Mode.BOTS, ())):
        row = listed(*seats, mode=mode, result=GameResult(0, (12, 9)), waits_for=None)
        assert (row.who, row.sub) == ("Anna and Marta", "Finished")


def test_an_invitation_that_nobody_has_taken_is_told_so() -> None:
    row = listed(0, chairs=(ANNA, TableSeat(SeatKind.OPEN)), waits_for=None)
    assert (row.who, row.sub, row.waits) == ("Open invitation", "The link has not been used yet", False)


def test_the_four_pictures_show_sailors_and_a_trick_card() -> None:
    assert [face.value for face in pictures()] == [3, 4, 4, 0, 1]
    assert len(pictures()[3].halves) == 2


def test_how_long_ago_it_was_is_told_in_the_language_of_the_page() -> None:
    with language_context("de"):
        assert listed(0).when == "vor 1 Stunde"


def test_a_game_that_changed_just_now_or_by_a_faster_clock_was_a_moment_ago() -> None:
    game = ListedGame(
        GameId("g"), Mode.INVITE, (ANNA, MARTA), frozenset({0}), 3, 0, None, int(NOW.timestamp() * 1000) + 5000
    )
    assert game_row(game, NOW).when == "1 second ago"
