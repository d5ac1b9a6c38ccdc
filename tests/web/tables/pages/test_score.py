"""The score on the slate and the cards taken, from both seats and for watchers."""

import pytest

from shanghaien.web.tables.model import Table
from shanghaien.web.tables.pages.score_table import CrewScore, cards_taken, score_table
from tests.rules.positions import position, side
from tests.web.tables.pages.positions import FROM_THE_FIRST, FROM_THE_SECOND, everybody, hot_seat, played, seen, table

AMERICAN, FRENCH, GERMAN, CHINESE, DUTCH, TURKISH, SPANISH, ITALIAN = range(8)


def example() -> Table:
    """Worked example 2 of R24: Anna has 7 points, Marta 8."""
    anna = side(crews="SPA3 SPA+wild SPA+wild FRE1 FRE4 AME1 AME2 AME3 CHI1")
    marta = side(hand="shift", crews="FRE2 FRE3 AME3 AME4 CHI3 CHI3 CHI4")
    return table(position(anna, marta, tavern="DUT1 DUT2 DUT3 TUR1 TUR2 ITA4", extra_wild=True))


def crew(who: str, nation: int) -> CrewScore:
    return score_table(everybody(example())[who]).crews[nation]


@pytest.mark.rule(24)
@pytest.mark.parametrize("who", FROM_THE_FIRST)
def test_the_first_seat_sees_its_own_crews_below_and_the_others_above(who: str) -> None:
    shown = score_table(everybody(example())[who])
    assert shown.points == (8, 7)
    assert shown.tricks == (1, 0)
    american = crew(who, AMERICAN)
    assert (american.theirs, american.mine) == (7, 6)
    assert [face.value for face in american.their_cards] == [4, 3]
    assert [face.value for face in american.my_cards] == [3, 2, 1]
    assert (american.counts, american.counts_for) == (6, "them")


@pytest.mark.rule(24)
@pytest.mark.parametrize("who", FROM_THE_SECOND)
def test_the_second_seat_sees_the_same_the_other_way_round(who: str) -> None:
    shown = score_table(everybody(example())[who])
    assert shown.points == (7, 8)
    assert shown.tricks == (0, 1)
    american = crew(who, AMERICAN)
    assert (american.theirs, american.mine) == (6, 7)
    assert [face.value for face in american.their_cards] == [3, 2, 1]
    assert [face.value for face in american.my_cards] == [4, 3]
    assert (american.counts, american.counts_for) == (6, "me")


def test_the_names_stand_over_the_crews_that_are_theirs() -> None:
    tables = {who: score_table(looking) for who, looking in everybody(example()).items()}
    names = {who: (shown.upper, shown.lower) for who, shown in tables.items()}
    assert names == {
        "first": ("Marta", "You"),
        "second": ("Anna", "You"),
        "hot seat": ("Marta", "Anna"),
        "watcher": ("Marta", "Anna"),
        "watcher beside the first": ("Marta", "Anna"),
        "watcher beside the second": ("Anna", "Marta"),
    }


def test_a_crew_that_only_one_has_counts_in_full_and_equal_ones_not_at_all() -> None:
    assert (crew("first", SPANISH).counts, crew("first", SPANISH).counts_for) == (7, "me")
    assert (crew("second", SPANISH).counts, crew("second", SPANISH).counts_for) == (7, "them")
    assert (crew("first", FRENCH).counts, crew("first", FRENCH).counts_for) == (0, "")


@pytest.mark.rule(47)
def test_the_reason_is_told_to_you_or_by_name() -> None:
    assert crew("first", SPANISH).why == "Only you have any: you keep them, 7 points."
    assert crew("second", SPANISH).why == "Only Anna has any and keeps them, 7 points."
    assert crew("second", CHINESE).why == "You are stronger: you discard your crew and take the weaker one, 1 point."
    assert crew("watcher", CHINESE).why == "Marta is stronger, discards that crew and takes the weaker one, 1 point."
    assert crew("watcher", FRENCH).why == "Equally strong: both discard theirs, no points."
    assert crew("watcher", GERMAN).why == "Nobody has a sailor of this nation."
    assert crew("first", SPANISH).counts_label == "for you"
    assert crew("watcher", SPANISH).counts_label == "for Anna"


@pytest.mark.rule(46)
def test_what_is_still_to_come_counts_the_table_and_the_pile() -> None:
    for looking in everybody(played()).values():
        shown = score_table(looking)
        assert (shown.cards_left, shown.points_left, shown.tricks_left) == (48, 8 * 13 + 8, 8)
        assert [(each.cards_left, each.points_left) for each in shown.crews] == [(5, 13)] * 8
        assert [face.value for face in shown.crews[TURKISH].to_come] == [4, 3, 3, 2, 1]


@pytest.mark.rule(47)
def test_the_cards_taken_stand_beside_whoever_took_them() -> None:
    other, own = cards_taken(seen(example(), 0))
    assert (other.name, other.of, own.name, own.of) == ("Marta", "them", "You", "me")
    assert [face.label for face in own.cards][-3:] == ["Spanish 3", "Spanish 2 (trick card)", "Spanish 2 (trick card)"]
    assert [face.label for face in other.cards][:2] == ["American 4", "American 3"]
    assert ([half.name for half in other.tricks], own.tricks) == (["Die ±1"], ())
    below_second = cards_taken(seen(example(), 1))[1]
    assert [face.label for face in below_second.cards] == [face.label for face in other.cards]


def test_at_a_hot_seat_table_whoever_is_to_move_is_below() -> None:
    other, own = cards_taken(hot_seat(example()))
    assert (other.name, own.name) == ("Marta", "Anna")
    assert len(own.cards) == 9


def test_who_has_taken_nothing_yet_is_told_so() -> None:
    assert [hold.none for hold in cards_taken(seen(played(), 0))] == ["nothing yet", "nothing yet"]
    assert [hold.cards for hold in cards_taken(seen(played(), 0))] == [(), ()]
