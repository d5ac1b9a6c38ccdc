import random

import pytest

from shanghaien import rules
from shanghaien.fairness.typed_outcomes import CANT_COME, NOTHING_TYPED, TOO_MUCH, Mistyped, read_outcomes
from shanghaien.rules import PILE_TRICKS, Nation, Sailor, State

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
    assert cards[-1] == PILE_TRICKS[-1]
    assert len(cards) == 6


@pytest.mark.parametrize("text", ["3-5", "5-3", "53", "5 3", " 5, 3 "])
def test_dice_can_be_typed_as_people_write_them(text: str) -> None:
    assert read_outcomes(rolling(), text) == [(3, 5)]


@pytest.mark.parametrize("text", ["", "7-1", "3", "3-5-6", "AME3", "hello", "3.5"])
def test_what_can_not_have_been_rolled_is_refused(text: str) -> None:
    with pytest.raises(Mistyped):
        read_outcomes(rolling(), text)


def test_a_card_that_is_gone_can_not_be_dealt_again() -> None:
    after = rules.advance(DEALING, Sailor(Nation.AMERICAN, 1)).state
    with pytest.raises(Mistyped, match="none of it is left in the pile"):
        read_outcomes(after, "AME1")


def test_more_cards_than_the_row_holds_are_refused() -> None:
    with pytest.raises(Mistyped, match="too much"):
        read_outcomes(DEALING, ROW + " GER1")


def test_dice_are_no_card_though_they_are_equal_numbers() -> None:
    with pytest.raises(Mistyped):
        read_outcomes(DEALING, "1-3")


@pytest.mark.parametrize(
    ("text", "told", "word"),
    [("", NOTHING_TYPED, None), (ROW + " GER1", TOO_MUCH, "GER1"), ("AME1 x AME2", CANT_COME, "x")],
)
def test_a_refusal_names_the_word_and_can_be_said_in_any_language(text: str, told: str, word: str | None) -> None:
    with pytest.raises(Mistyped) as refused:
        read_outcomes(DEALING, text)
    assert refused.value.text == told
    assert refused.value.values.get("word") == word
    assert told % refused.value.values == str(refused.value)


def test_whatever_chance_brings_can_be_typed_as_it_is_written() -> None:
    rng = random.Random(1)
    options = rules.Options(**dict.fromkeys(rules.EXPANSIONS, True))
    for step in rules.play(options, (lambda state: rng.choice(rules.legal_actions(state)),) * 2, rng):
        if rules.is_chance(step.before):
            assert read_outcomes(step.before, rules.step_text(step.step)) == [step.step]


def test_every_step_of_chance_says_what_is_to_be_typed() -> None:
    chances = [step for step in rules.STEPS.values() if isinstance(step, rules.Chance)]
    assert len(chances) >= 5
    assert all(step.typed and step.drawn for step in chances)
