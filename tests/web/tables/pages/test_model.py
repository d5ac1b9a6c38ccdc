"""The whole page of a table: what belongs to players and what to watchers."""

from dataclasses import replace
from operator import attrgetter

import pytest

from shanghaien.rules import BY_KEY, TRICK_CARDS
from shanghaien.web.tables.model import GameResult, Mode, SeatKind, Table, TableSeat
from shanghaien.web.tables.pages.page import TablePage, present
from shanghaien.web.tables.pages.seen_table import OpenChoice
from tests.web.tables.pages.positions import everybody, hot_seat, played, seen, table, watching, with_dice

PLAYERS = ["first", "second", "hot seat"]


def pages(shown: Table) -> dict[str, TablePage]:
    return {who: present(looking) for who, looking in everybody(shown).items()}


def who(shown: Table, fact: str) -> list[str]:
    """Everybody for whom a yes/no fact of the page holds."""
    return [name for name, page in pages(shown).items() if attrgetter(fact)(page)]


def test_only_players_may_correct_what_was_typed_of_real_dice() -> None:
    typed = replace(with_dice("225", "4"), mode=Mode.REAL_DICE, typed=1)
    assert who(typed, "tray.retype") == PLAYERS
    assert who(replace(typed, typed=0), "tray.retype") == []


def test_only_the_player_who_chose_last_may_take_it_back() -> None:
    shown = replace(with_dice("225", "4"), undo=1)
    assert who(shown, "tray.undo") == ["second", "hot seat"]
    assert who(replace(shown, undo=0), "tray.undo") == ["first", "hot seat"]
    assert who(replace(shown, undo=None), "tray.undo") == []


def test_only_players_may_resign_and_only_while_the_game_goes_on() -> None:
    shown = with_dice("225", "4")
    assert who(shown, "may_resign") == PLAYERS
    assert who(replace(shown, result=GameResult(0, (1, 0)), waits_for=None), "may_resign") == []
    free = replace(shown, chairs=(shown.chairs[0], TableSeat(SeatKind.OPEN)), waits_for=None)
    assert who(free, "may_resign") == []


def test_giving_up_is_asked_about_only_while_there_is_something_to_give_up() -> None:
    asked = OpenChoice.read(ask="resign")
    assert present(seen(with_dice("225", "4"), choice=asked)).resign
    over = replace(with_dice("225", "4"), result=GameResult(0, (1, 0)), waits_for=None)
    assert not present(seen(over, choice=asked)).resign


def test_the_page_is_yours_only_if_you_are_asked() -> None:
    assert who(with_dice("225", "4"), "yours") == ["first", "hot seat"]
    assert who(with_dice("225", "4", turn=1), "yours") == ["second", "hot seat"]


def test_the_title_says_whose_turn_it_is_to_everybody() -> None:
    titles = {name: page.title for name, page in pages(with_dice("225", "4")).items()}
    assert titles.pop("first") == "Your turn: Roll, or call Shanghai?"
    assert titles.pop("hot seat") == "Anna: Roll, or call Shanghai?"
    assert set(titles.values()) == {"Waiting for Anna"}


def test_a_watcher_knows_which_side_they_look_from() -> None:
    shown = pages(with_dice("225", "4"))
    assert [shown[name].watching for name in shown] == [False, False, False, True, True, True]
    assert [shown[name].side for name in shown] == ["", "", "", "", "a", "b"]
    assert [shown[name].neutral for name in shown] == [False, False, False, True, False, False]
    assert {page.names for page in shown.values()} == {("Anna", "Marta")}


def test_the_log_score_row_and_lines_are_those_of_the_same_side() -> None:
    for page in pages(with_dice("225", "4")).values():
        assert page.below.name == page.score.lower == page.taken[1].name
        assert page.above.name == page.score.upper == page.taken[0].name
        assert page.below.points == page.score.points[1]
        assert page.below.dice == 6 - sum(slot.lower.count for slot in page.row)
        assert page.above.dice == 6 - sum(slot.upper.count for slot in page.row)


@pytest.mark.rule(44)
def test_after_a_shanghai_the_round_that_ended_is_shown_until_somebody_rolls() -> None:
    turns = (
        "roll",
        "1-2",
        "place 1 left",
        "roll",
        "1-4",
        "place 4",
        "roll",
        "2-3",
        "place 2",
        "roll",
        "3-4",
        "place 3",
    )
    told = played(*turns, "shanghai", "ITA1", "ITA2", "ITA3", "ITA3", "ITA4", "TUR1")
    for page in pages(told).values():
        assert (page.told, page.round, page.pile) == (True, 1, 42)
    after = pages(played(*turns, "shanghai", "ITA1", "ITA2", "ITA3", "ITA3", "ITA4", "TUR1", "roll", "1-2"))
    assert {(page.told, page.round, page.pile) for page in after.values()} == {(False, 2, 36)}


def test_places_still_to_be_dealt_lie_face_down() -> None:
    state = played().state
    dealing = table(state.evolve(tavern=state.tavern[:2], phase="deal"))
    shown = present(watching(dealing))
    assert [position for position in range(6) if "card down" in shown.part(f"slot-{position}")] == [2, 3, 4, 5]


def test_whoever_waits_for_the_other_is_asked_for_a_name_and_shown_the_link() -> None:
    shown = with_dice("", "")
    free = replace(shown, chairs=(shown.chairs[0], TableSeat(SeatKind.OPEN)), waits_for=None)
    host = present(replace(seen(free), invitation="http://here/join/x"))
    assert (host.tray.waiting_as, host.question.invitation) == ("Anna", "http://here/join/x")
    assert present(watching(free)).tray.waiting_as is None
    assert present(watching(free)).question.invitation == ""


def test_what_a_trick_card_remembers_is_told_to_everybody() -> None:
    card = TRICK_CARDS[0].key
    remembering = table(played().state.evolve(memory=((card, 3),)))
    told = {page.tray.remembered for page in pages(remembering).values()}
    assert told == {(f"{BY_KEY[card].name} remembers: 3.",)}
    assert present(hot_seat(played())).tray.remembered == ()
