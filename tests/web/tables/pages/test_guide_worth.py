"""What the guide says about the cards that a roll reaches, from both sides."""

import pytest

from shanghaien.web.tables.model import Table
from shanghaien.web.tables.pages import guide_remarks as guide_worth
from tests.rules.positions import position, side
from tests.web.tables.pages.positions import hot_seat, seen, table

ROW = "AME1 FRE2 GER3 shift DUT4 TUR1"
REMARKS = (
    guide_worth.changes_for_both,
    guide_worth.changes_for_one,
    guide_worth.helps_the_opponent,
    guide_worth.trick_card_in_reach,
    guide_worth.changes_nothing,
)


def rolled(mine: str, theirs: str, roll: str, turn: int = 0) -> Table:
    crews = (side(crews=mine), side(crews=theirs))
    first, second = crews if turn == 0 else reversed(crews)
    return table(position(first, second, roll=roll, turn=turn, tavern=ROW, number=2))


def told(shown: Table, viewer: int = 0) -> list[str]:
    """Every remark that fits; only one of them can be true at a time."""
    return [remark(seen(shown, viewer)) for remark in REMARKS if remark(seen(shown, viewer))]


@pytest.mark.rule(22)
@pytest.mark.parametrize("turn", [0, 1])
def test_overtaking_is_told_with_what_both_have_from_the_side_of_whoever_rolled(turn: int) -> None:
    shown = rolled("GER1", "GER2", "13", turn)
    assert told(shown, turn) == [
        "Winning the German 3 would change this nation’s score: yours from 0 to 2, your opponent’s from 1 to 0."
    ]
    assert guide_worth.changes_for_both(hot_seat(shown)) == told(shown, turn)[0]


@pytest.mark.rule(22)
def test_what_does_not_change_is_left_out() -> None:
    assert told(rolled("", "", "55")) == [
        "Winning the Dutch 4 would gain you points: this nation would count 4 for you, not 0."
    ]
    assert told(rolled("", "GER4 GER2", "33")) == [
        "Winning the German 3 would cost your opponent points: this nation would count 3 for them, not 6."
    ]


@pytest.mark.rule(22)
def test_a_crew_that_would_stay_the_weaker_one_only_helps_the_opponent() -> None:
    assert told(rolled("AME1", "AME4", "11")) == [
        "Careful: even with the American 1 your crew would stay the weaker one. It would count 2 for your opponent, not 1."
    ]


def test_a_crew_that_is_ahead_already_gains_nothing() -> None:
    (sentence,) = told(rolled("DUT3 DUT3", "DUT1", "55"))
    assert sentence.startswith("Even the Dutch 4 would change nothing in the score now.")


@pytest.mark.rule(23)
def test_a_trick_card_is_worth_its_point_where_nothing_else_gains() -> None:
    (sentence,) = told(rolled("DUT3 DUT3", "DUT1", "45"))
    assert sentence.startswith("A trick card is worth one point")


@pytest.mark.rule(10)
def test_before_an_end_is_named_no_card_has_a_number() -> None:
    assert told(table(rolled("", "", "55").state.evolve(end=None))) == []
