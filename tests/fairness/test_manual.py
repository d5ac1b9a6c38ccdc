import pytest

from shanghaien import rules
from shanghaien.fairness.real_dice import read_outcomes, wanted
from shanghaien.rules import Malformed, Nation, Sailor, State, Trick

START = rules.new_game()
DEALING = rules.advance(START, 1).state
ROW = "AME1 ame2 shift SPA4, ita3 Both"


def rolling() -> State:
    state = DEALING
    for card in read_outcomes(DEALING, ROW):
        state = rules.advance(state, card).state
    return rules.apply(state, rules.Roll()).state


def test_who_starts_is_typed_as_a_letter() -> None:
    assert read_outcomes(START, "b") == [1]


def test_a_whole_row_can_be_typed_in_one_line() -> None:
    cards = read_outcomes(DEALING, ROW)
    assert cards[0] == Sailor(Nation.AMERICAN, 1)
    assert cards[-1] is Trick.BOTH_DICE
    assert len(cards) == 6


@pytest.mark.parametrize("text", ["3-5", "5-3", "53", "5 3", " 5, 3 "])
def test_dice_can_be_typed_as_people_write_them(text: str) -> None:
    assert read_outcomes(rolling(), text) == [(3, 5)]


@pytest.mark.parametrize("text", ["", "7-1", "3", "3-5-6", "AME3", "hello", "3.5"])
def test_what_can_not_have_been_rolled_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        read_outcomes(rolling(), text)


def test_a_card_that_is_gone_can_not_be_dealt_again() -> None:
    after = rules.advance(DEALING, Sailor(Nation.AMERICAN, 1)).state
    with pytest.raises(Malformed, match="none left in the pile"):
        read_outcomes(after, "AME1")


def test_more_cards_than_the_row_holds_are_refused() -> None:
    with pytest.raises(Malformed, match="too much"):
        read_outcomes(DEALING, ROW + " GER1")


def test_dice_are_no_card_though_they_are_equal_numbers() -> None:
    with pytest.raises(Malformed):
        read_outcomes(DEALING, "1-3")


def test_what_is_wanted_is_told_for_every_chance() -> None:
    assert "two dice" in wanted(rolling())
    assert "A or B" in wanted(START)
