"""The row of six cards, from both seats and for watchers."""

import pytest

from shanghaien.rules import End, takings_now
from shanghaien.web.tables.pages.row import Ghost, row
from tests.rules.positions import position, side
from tests.web.tables.pages.positions import (
    FROM_THE_FIRST,
    FROM_THE_SECOND,
    everybody,
    hot_seat,
    played,
    seen,
    table,
    watching,
    with_dice,
)


@pytest.mark.rule(42)
def test_own_dice_lie_below_in_red_and_the_others_above_in_blue_whatever_the_seat() -> None:
    shown = with_dice("225", "4")
    for viewer, own in ((0, 2), (1, 0)):
        slot = row(seen(shown, viewer))[1]
        assert (slot.lower.of, slot.lower.count) == ("me", own)
        assert slot.upper.of == "them"


@pytest.mark.rule(42)
def test_both_players_see_the_row_the_same_way_round() -> None:
    shown = with_dice("225", "4")
    assert [slot.label for slot in row(seen(shown, 0))] == [slot.label for slot in row(seen(shown, 1))]


def test_at_a_hot_seat_table_whoever_is_to_move_sits_below() -> None:
    assert row(hot_seat(with_dice("2", "33", turn=1)))[2].lower.count == 2
    assert row(hot_seat(with_dice("2", "33", turn=0)))[2].lower.count == 0


@pytest.mark.rule(12)
def test_each_card_tells_who_would_take_it_as_the_rules_decide() -> None:
    shown = with_dice("2235", "33466")
    for slot, taking in zip(row(seen(shown)), takings_now(shown.state), strict=True):
        assert slot.takes == {0: "me", 1: "them", None: "none"}[taking.taker]


def test_a_tie_names_the_pips_of_the_neighbours() -> None:
    slot = row(seen(with_dice("25", "245")))[4]
    assert slot.tie
    assert slot.why == "A tie, 1 die each. The dice next to it add up to: Marta 4, you 0."


def test_cards_have_no_number_before_the_end_is_named() -> None:
    assert {slot.number for slot in row(seen(played("roll", "2-5")))} == {None}


@pytest.mark.rule(44)
def test_the_row_that_was_shared_out_stays_until_somebody_rolls() -> None:
    first = (
        "roll",
        "1-2",
        "place 1 left",
        "roll",
        "1-2",
        "place 1",
        "roll",
        "2-3",
        "place 2",
        "roll",
        "3-4",
        "place 3",
    )
    deal = ("ITA1", "ITA2", "ITA3", "ITA3", "ITA4", "TUR1")
    told = played(*first, "shanghai", *deal)
    assert row(seen(told))[0].label == "Card 1: French 4"
    assert row(seen(told))[1].lower.tally == "1"
    assert row(seen(played(*first, "shanghai", *deal, "roll", "1-2")))[0].face.name == "Italian"


@pytest.mark.parametrize("who", FROM_THE_FIRST)
def test_from_the_first_seat_annas_dice_lie_below_and_martas_above(who: str) -> None:
    slots = row(everybody(with_dice("225", "4"))[who])
    assert [slot.lower.count for slot in slots] == [0, 2, 0, 0, 1, 0]
    assert [slot.upper.count for slot in slots] == [0, 0, 0, 1, 0, 0]
    assert [slot.takes for slot in slots] == ["none", "me", "none", "them", "me", "none"]


@pytest.mark.parametrize("who", FROM_THE_SECOND)
def test_from_the_second_seat_it_is_the_other_way_round(who: str) -> None:
    slots = row(everybody(with_dice("225", "4"))[who])
    assert [slot.lower.count for slot in slots] == [0, 0, 0, 1, 0, 0]
    assert [slot.upper.count for slot in slots] == [0, 2, 0, 0, 1, 0]
    assert [slot.takes for slot in slots] == ["none", "them", "none", "me", "them", "none"]


def test_who_would_take_a_card_is_told_to_you_or_by_name() -> None:
    titles = {who: row(looking)[1].why_title for who, looking in everybody(with_dice("225", "4")).items()}
    assert titles["first"] == "You would take it"
    assert {titles[who] for who in titles if who != "first"} == {"Anna would take it"}
    assert row(seen(with_dice("225", "4")))[0].why_title == "Nobody would take it"
    assert row(seen(with_dice("225", "4"), 1))[1].why == "Anna 2, you 0: most dice wins."
    assert row(watching(with_dice("225", "4")))[1].why == "Marta 0, Anna 2: most dice wins."


def test_dice_are_counted_in_words_beside_the_right_name() -> None:
    slot = row(seen(with_dice("225", "4")))[1]
    assert (slot.lower.label, slot.upper.label) == ("You: 2 dice", "Marta: 0 dice")
    assert row(watching(with_dice("225", "4"), 1))[3].lower.label == "Marta: 1 die"


@pytest.mark.rule(10)
def test_a_row_counted_from_the_right_is_numbered_so_for_everybody() -> None:
    shown = table(position(side("1"), side("6"), end=End.RIGHT))
    for looking in everybody(shown).values():
        assert [slot.number for slot in row(looking)] == [6, 5, 4, 3, 2, 1]


@pytest.mark.rule(35)
def test_a_card_that_lies_face_down_is_taken_by_nobody_and_says_so() -> None:
    shown = table(position(side("44"), side("2"), face_down=(4,), extra_2=True))
    for looking in everybody(shown).values():
        slot = row(looking)[3]
        assert (slot.face.down, slot.takes, slot.label) == (True, "none", "Card 4: Chinese 3, face down")
        assert slot.why == "Face down: out of the game, whatever dice are on it."


def test_a_place_where_a_die_may_go_can_be_pressed_and_no_other() -> None:
    ghosts = (Ghost(2, "place 2", "Put the 2 on card 2"),)
    slots = row(seen(with_dice("225", "4")), ghosts)
    assert [slot.ghost for slot in slots] == [None, ghosts[0], None, None, None, None]


@pytest.mark.rule(12, 44)
def test_the_pips_that_decide_a_tie_stand_beside_the_dice_of_whom_they_belong_to() -> None:
    shown = with_dice("25", "245")
    for looking in everybody(shown).values():
        tied = row(looking)[4]
        by_colour = {tied.upper.of: tied.upper.beside, tied.lower.of: tied.lower.beside}
        annas = "me" if looking.below == 0 else "them"
        assert by_colour == {annas: "(0)", "me" if annas == "them" else "them": "(4)"}
    decided = row(seen(shown))[3]
    assert (decided.upper.beside, decided.lower.beside) == ("", "")
    assert not decided.tie


def test_before_the_end_is_named_nobody_takes_anything_and_nothing_is_tied() -> None:
    for looking in everybody(played("roll", "2-5")).values():
        for slot in row(looking):
            assert (slot.takes, slot.tie, slot.ghost, slot.why_title) == ("none", False, None, slot.label)
            assert (slot.upper.count, slot.lower.count, slot.upper.beside, slot.lower.beside) == (0, 0, "", "")
            assert slot.why == "The cards get their numbers with the first die of the round."
