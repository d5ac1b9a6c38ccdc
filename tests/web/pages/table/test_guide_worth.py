"""What the guide says about the cards that a roll reaches, from both sides."""

import pytest

from shanghaien.web.pages.shared.seen_table import OpenChoice
from shanghaien.web.pages.table.guide_worth import what_cards_change
from shanghaien.web.play.table import Table
from tests.rules.positions import position, side
from tests.web.pages.table.positions import hot_seat, seen, table

ROW = "AME1 FRE2 GER3 shift DUT4 TUR1"


def rolled(mine: str, theirs: str, roll: str, turn: int = 0) -> Table:
    crews = (side(crews=mine), side(crews=theirs))
    first, second = crews if turn == 0 else reversed(crews)
    return table(position(first, second, roll=roll, turn=turn, tavern=ROW, number=2))


@pytest.mark.rule(22)
@pytest.mark.parametrize("turn", [0, 1])
def test_overtaking_is_told_with_what_both_have_from_the_side_of_whoever_rolled(turn: int) -> None:
    sentence = what_cards_change(seen(rolled("GER1", "GER2", "13", turn), turn))
    assert sentence == (
        "Winning German 3 would change what its nation counts: for you from 0 to 2, for the other from 1 to 0."
    )
    assert what_cards_change(hot_seat(rolled("GER1", "GER2", "13", turn))) == sentence


def test_a_crew_that_is_ahead_already_gains_nothing() -> None:
    told = what_cards_change(seen(rolled("DUT3 DUT3", "DUT1", "55"), 0))
    assert told.startswith("Even Dutch 4 would change nothing in the score now.")


@pytest.mark.rule(23)
def test_a_trick_card_is_worth_its_point_where_nothing_else_gains() -> None:
    told = what_cards_change(seen(rolled("DUT3 DUT3", "DUT1", "45"), 0))
    assert told.startswith("A trick card is worth one point")


@pytest.mark.rule(10)
def test_before_an_end_is_named_the_one_that_is_chosen_counts() -> None:
    state = rolled("", "", "55").state.evolve(end=None)
    left = what_cards_change(seen(table(state), choice=OpenChoice.read(end="left")))
    right = what_cards_change(seen(table(state), choice=OpenChoice.read(end="right")))
    assert ("Dutch 4" in left, "French 2" in right) == (True, True)
