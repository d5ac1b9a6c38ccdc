"""The questions that trick cards put: who is asked, what is told, and that every answer can be pressed."""

import pytest

from shanghaien.rules import Options
from shanghaien.web.tables.model import Table
from shanghaien.web.tables.pages.buttons import Question
from shanghaien.web.tables.pages.question import question
from shanghaien.web.tables.pages.seen_table import OpenChoice
from tests.rules.positions import after, position, side
from tests.web.tables.pages.positions import everybody, hot_seat, played, seen, table, watching

ALL = Options(first="a", crazy_captain=True, extra_1=True, extra_2=True, extra_3=True)
CAPTAIN = ("roll", "1-2", "play captain", "place 1 left", "roll", "3-4")


def pressed(asked: Question) -> list[tuple[str, str]]:
    return [(button.text, button.action) for button in asked.buttons]


def objection(*steps: str) -> Table:
    """Anna has played her Crazy Captain, and Marta announces something."""
    return played(*CAPTAIN, *steps, options=ALL)


@pytest.mark.rule(28)
def test_the_captain_hears_what_is_announced_sees_the_dice_and_lets_it_be_or_objects() -> None:
    asked = question(seen(objection("place 3"), 0))
    assert asked.heading == "Marta puts a 3 on the trick card “Die ±1”. Object?"
    assert asked.text.startswith("If you object, the die is taken back and both are rolled again.")
    assert "you may object once in each of your opponent’s turns" in asked.text
    assert pressed(asked) == [("Allow it", "allow"), ("Object!", "object")]
    assert [button.style for button in asked.buttons] == ["btn-roll btn-big", "btn-big"]
    assert (asked.lying, asked.lying_of) == ((3, 4), "them")


@pytest.mark.rule(30, 31)
def test_each_kind_of_announcement_tells_what_an_objection_does() -> None:
    trick = question(seen(objection("play extra1 no-shanghai"), 0))
    assert trick.heading == "Marta plays “No Shanghai”. Object?"
    assert trick.text.startswith("If you object, the card goes back to the hand for this turn.")
    state = position(side("12", force="captain"), side("34"), turn=1, crazy_captain=True)
    call = question(seen(table(after(state, "shanghai")), 0))
    assert call.heading == "Marta calls Shanghai. Object?"
    assert call.text.startswith("If you object, the dice must be rolled instead.")


def test_only_the_captain_is_asked_and_the_others_read_what_is_waited_for() -> None:
    for who, looking in everybody(objection("place 3")).items():
        asked = question(looking)
        if who in ("first", "hot seat"):
            assert pressed(asked) == [("Allow it", "allow"), ("Object!", "object")]
            continue
        assert (asked.buttons, asked.dice, asked.waiting) == ((), (), True)
        announces = "You put" if who == "second" else "Marta puts"
        assert asked.heading == f"{announces} a 3 on the trick card “Die ±1”."
        assert asked.text == "The Crazy Captain may object. This page updates by itself."
        assert asked.lying == (3, 4)
        assert asked.about == (2,)


@pytest.mark.rule(38)
def test_a_double_shows_the_dice_and_lets_one_roll_again_or_take_the_card() -> None:
    state = position(side("1"), side("2"), extra_3=True)
    asked = question(seen(table(after(state, "roll, 4-4"))))
    assert asked.heading == "You rolled a double"
    assert asked.text == (
        "Roll one of the dice again, or take the Double: that ends your turn and no die is placed. "
        "The Double lies in the middle."
    )
    assert pressed(asked) == [("Roll one die again", "one"), ("Take the Double", "take")]
    assert (asked.lying, asked.lying_of) == ((4, 4), "me")


@pytest.mark.rule(38)
def test_it_is_told_who_holds_the_double() -> None:
    other = question(seen(table(after(position(side("1"), side("2", hand="double"), extra_3=True), "roll, 4-4"))))
    assert other.text.endswith("Marta holds The Double.")
    assert pressed(other) == [("Roll one die again", "one"), ("Take the Double", "take")]
    own = question(seen(table(after(position(side("1", hand="double"), side("2"), extra_3=True), "roll, 4-4"))))
    assert own.text == "You hold the Double already: roll one of the dice again."
    assert pressed(own) == [("Roll one die again", "one")]


@pytest.mark.rule(10, 38)
def test_in_the_first_turn_of_a_round_taking_the_double_names_an_end() -> None:
    asked = question(seen(played("roll", "3-3", options=ALL)))
    assert [(button.text, button.note, button.action) for button in asked.buttons] == [
        ("Roll one die again", "", "one"),
        ("Take the Double", "1 is on the left", "take left"),
        ("Take the Double", "1 is on the right", "take right"),
    ]
    assert asked.text.endswith("you also choose which end is number 1.")


@pytest.mark.rule(34)
def test_one_of_all_dice_rolled_goes_back() -> None:
    state = after(
        position(side("26", hand="extra1"), side("1"), roll="33", extra_1=True), "play extra1 roll-all, 1-4-4-6"
    )
    asked = question(seen(table(state)))
    assert asked.heading == "Which die goes back?"
    assert asked.text == "Press the die that goes back to you; all the others are placed."
    assert [(item.die, item.button.text, item.button.action) for item in asked.dice] == [
        (1, "goes back", "keep 1"),
        (4, "goes back", "keep 4"),
        (4, "goes back", "keep 4"),
        (6, "goes back", "keep 6"),
    ]
    assert asked.dice[0].button.label == "Take the 1 back, place all the others"
    assert asked.lying == ()


@pytest.mark.rule(10, 34)
def test_in_the_first_turn_of_a_round_the_end_is_chosen_before_the_die() -> None:
    shown = played("roll", "2-5", "play extra1 roll-all", "3-4", options=ALL)
    asked = question(seen(shown))
    assert asked.heading == "Where is number 1?"
    assert [(item.button.text, item.button.open) for item in asked.dice] == [("not yet", False)] * 2
    assert [end.link for end in asked.ends] == ["/t/g?end=left", "/t/g?end=right"]
    chosen = question(seen(shown, choice=OpenChoice.read(end="right")))
    assert [item.button.action for item in chosen.dice] == ["keep 3 right", "keep 4 right"]
    assert [button.text for button in chosen.buttons] == ["Other end"]


def test_at_a_hot_seat_table_whoever_is_asked_sits_below_and_is_called_by_name() -> None:
    asked = question(hot_seat(objection("place 3")))
    assert asked.heading == "Marta puts a 3 on the trick card “Die ±1”. Object?"
    assert asked.lying_of == "them"
    watched = question(watching(objection("place 3"), 1))
    assert watched.lying_of == "me"
