"""What the guide says in a position: the remark that fits it best."""

from dataclasses import replace

import pytest

from shanghaien.web.tables.log import EntryKind, SeenEntry
from shanghaien.web.tables.model import Table
from shanghaien.web.tables.pages.guide import comment
from shanghaien.web.tables.pages.seen_table import OpenChoice
from tests.rules.positions import after, position, side
from tests.web.tables.pages.positions import ME, hot_seat, played, seen, table, with_dice

ROUND_OF_BOB = ("roll", "1-4", "place 1 left", "roll", "2-2", "place 2")
"""Anna has put the first die of round 1, and Bob his."""


def said(shown: Table, viewer: int = ME) -> str:
    return comment(seen(shown, viewer))


def test_the_first_remark_tells_how_a_turn_goes() -> None:
    assert said(played()).startswith("Roll two dice.")


def test_whoever_starts_is_told_to_choose_the_end_and_with_the_next_die_what_wins_a_card() -> None:
    assert "from which end" in said(played("roll", "2-5"))
    later = played(*ROUND_OF_BOB, "roll", "2-5")
    assert said(later).startswith("Most dice on a card wins it.")


def test_while_a_choice_lies_half_open_the_guide_is_silent() -> None:
    assert comment(seen(played("roll", "2-5"), ME, choice=OpenChoice.read(end="left"))) == ""


def test_a_remark_is_made_once_in_a_game_and_stays_as_long_as_its_question() -> None:
    first = played()
    assert said(first) == said(first) != ""
    assert said(played(*ROUND_OF_BOB)).startswith("Roll again.")
    again = played(*ROUND_OF_BOB, "roll", "3-4", "place 3", "roll", "5-5", "place 5")
    assert "right now" in said(again)


def test_what_was_said_of_a_choice_that_was_taken_back_may_be_said_again() -> None:
    made = played(*ROUND_OF_BOB, "roll", "2-5", "place 2")
    back = SeenEntry(len(made.log) + 1, EntryKind.UNDO, ME, "", 0)
    log = (*made.log[:-1], replace(made.log[-1], undone=True), back)
    assert said(table(played(*ROUND_OF_BOB, "roll", "2-5").state, log)).startswith("Most dice on a card wins it.")


@pytest.mark.rule(11)
def test_a_lead_in_the_row_is_a_reason_to_call_and_the_opponents_dice_one_to_hurry() -> None:
    assert "call Shanghai to keep it" in said(with_dice("1122", "3"))
    assert "may call Shanghai after it" in said(with_dice("34", "1144"))
    assert "not ahead yet" in said(with_dice("33", "4"))


@pytest.mark.rule(12)
def test_a_tied_card_is_told_with_the_pips_beside_it() -> None:
    assert said(with_dice("34", "35")) == (
        "Card 3 is tied, so your dice on the cards next to it are added up: you have 4 there, your opponent has 0."
    )


@pytest.mark.rule(11)
def test_who_has_too_few_dice_hears_that_they_must_call_and_the_opponent_that_it_is_their_last_turn() -> None:
    assert "have to call" in said(with_dice("11223", "3"))
    assert "must call Shanghai next" in said(with_dice("12", "33445"))


def test_the_second_seat_hears_the_same_of_its_own_dice() -> None:
    assert "call Shanghai to keep it" in said(with_dice("3", "1122", turn=1), 1)
    assert "call Shanghai to keep it" in comment(hot_seat(with_dice("3", "1122", turn=1)))


@pytest.mark.rule(15)
def test_who_holds_a_trick_card_hears_once_that_it_may_be_played_first() -> None:
    state = position(side("1", hand="shift"), side("2"), roll="24")
    shown = table(state, played(*ROUND_OF_BOB, "roll", "2-4").log)
    assert said(shown).startswith("Most dice")  # nothing about dice on cards has been said yet
    more = played(*ROUND_OF_BOB, "roll", "2-4", "place 2", "roll", "5-6", "place 5", "roll", "2-4")
    assert said(table(state, more.log)) == (
        "You may play one trick card before you place a die: press its upper or lower half."
    )


@pytest.mark.rule(22)
@pytest.mark.parametrize(
    ("mine", "theirs", "told"),
    [
        ("DUT3 DUT4", "DUT1", "Dutch: your crew is worth 7, your opponent’s 1. So it scores 1, and more"),
        ("DUT1", "DUT3", "Dutch: your opponent is stronger, 3 to 1, and as it stands scores your 1."),
        ("DUT3", "DUT3", "Dutch: 3 to 3. Equal crews score nothing"),
        ("DUT3", "", "Dutch: only you have these sailors."),
    ],
)
def test_crews_are_told_of_when_a_round_begins_and_there_is_nothing_nearer_to_say(
    mine: str, theirs: str, told: str
) -> None:
    state = position(side(crews=mine), side("1", crews=theirs), number=2)
    assert said(table(state, played().log)).startswith("Roll two dice.")
    assert said(table(state, played("roll", "2-5").log)).startswith(told)


def test_at_a_question_of_a_trick_card_the_guide_leads_to_the_cards_own_sentence() -> None:
    shown = table(after(position(side("1"), side("2"), extra_3=True), "roll, 4-4"))
    assert said(shown).startswith("An expansion card gives you a choice.")


@pytest.mark.rule(32)
def test_where_nobody_may_call_the_guide_says_to_roll() -> None:
    assert said(table(position(side("12"), side("3", force="extra1"), extra_1=True))) == (
        "Nobody may call Shanghai right now, so roll on."
    )


@pytest.mark.rule(21)
def test_the_last_round_is_announced() -> None:
    assert said(table(position(number=8))).startswith("The last round begins.")
