"""The tray after a roll: what can be pressed, by whom, and what it sends."""

import pytest

from shanghaien.web.site.preferences import Preferences
from shanghaien.web.tables.model import Table
from shanghaien.web.tables.pages.question import question
from shanghaien.web.tables.pages.seen_table import OpenChoice
from tests.rules.positions import position, side
from tests.web.tables.pages.positions import everybody, hot_seat, played, seen, table


def rolled() -> Table:
    """Anna has rolled 2 and 4 and holds three tricks; she has no sailor."""
    return table(position(side("13", hand="shift both extra2"), side("22"), roll="24", extra_2=True))


def test_each_die_can_be_put_on_its_card_in_the_tray_and_in_the_row() -> None:
    asked = question(seen(rolled()))
    assert asked.heading == "Place one die"
    assert [(item.die, item.button.text, item.button.action) for item in asked.dice] == [
        (2, "card 2", "place 2"),
        (4, "card 4", "place 4"),
    ]
    assert [(ghost.die, ghost.action) for ghost in asked.ghosts] == [(2, "place 2"), (4, "place 4")]
    assert asked.dice[0].button.label == asked.ghosts[0].label == "Put the 2 on card 2"


def test_it_is_told_which_cards_a_die_would_win() -> None:
    assert question(seen(rolled())).hint == "With the 4 you would take the Chinese 3."


def test_at_a_hot_seat_table_the_same_can_be_pressed() -> None:
    there, here = question(hot_seat(rolled())), question(seen(rolled()))
    assert [item.button.action for item in there.dice] == [item.button.action for item in here.dice]
    assert [[half.link for half in card.halves] for card in there.tricks] == [
        [half.link for half in card.halves] for card in here.tricks
    ]


def test_nobody_else_can_press_anything() -> None:
    for who, looking in everybody(rolled()).items():
        asked = question(looking)
        if who not in ("first", "hot seat"):
            assert (asked.dice, asked.tricks, asked.buttons, asked.ends, asked.ghosts) == ((), (), (), (), ())
            assert asked.waiting
            assert asked.lying == (2, 4)


@pytest.mark.rule(45)
def test_every_half_of_a_trick_tells_what_it_does_and_what_pressing_it_does() -> None:
    shift, both, extra = question(seen(rolled())).tricks
    assert shift.label == "trick card “Two sailors” or “Die ±1”"
    sailors, plus = shift.halves
    assert (sailors.text, sailors.note, sailors.open) == ("Two sailors", "no sailor", False)
    assert (plus.text, plus.link) == ("Die ±1", "/t/g?half=shift.shift")
    assert plus.help == "One of the two dice becomes one higher or lower."
    assert plus.note == "one die up or down by 1"
    assert both.halves[1].action == "play both"
    assert [half.link for half in extra.halves] == ["/t/g?half=extra2.sharks", "/t/g?half=extra2.exchange"]


@pytest.mark.rule(15)
def test_once_the_trick_of_the_round_is_used_no_card_is_offered() -> None:
    used = table(position(side("13", hand="shift", used=True), side("22"), roll="24"))
    assert question(seen(used)).tricks == ()
    assert question(seen(used)).text == "Choose a die or a highlighted space."


@pytest.mark.rule(10)
def test_the_first_die_of_a_round_is_placed_with_either_end_in_one_press() -> None:
    first = played("roll", "2-5")
    asked = question(seen(first))
    assert asked.heading == "Where is number 1?"
    offered = [[(item.button.text, item.button.action) for item in group.dice] for group in asked.groups]
    assert offered == [
        [("Spanish 1", "place 2 left"), ("Chinese 4", "place 5 left")],
        [("Chinese 4", "place 2 right"), ("Spanish 1", "place 5 right")],
    ]
    assert asked.groups[1].dice[0].button.label == "Number 1 on the right, the 2 on the Chinese 4"
    assert [end.link for end in asked.ends] == ["/t/g?end=left", "/t/g?end=right"]
    chosen = question(seen(first, choice=OpenChoice.read(end="right")))
    assert [item.button.action for item in chosen.dice] == ["place 2 right", "place 5 right"]
    assert [(button.text, button.link) for button in chosen.buttons] == [("Other end", "/t/g?")]


def test_a_double_at_the_start_is_offered_once_for_each_end() -> None:
    asked = question(seen(played("roll", "3-3")))
    assert [[item.button.action for item in group.dice] for group in asked.groups] == [
        ["place 3 left"],
        ["place 3 right"],
    ]


@pytest.mark.rule(10)
def test_the_end_that_was_looked_at_stays_chosen_while_a_trick_is_looked_at_put_back_or_played() -> None:
    state = position(side(hand="shift again both", crews="FRE2"), side(), roll="25", end=None)
    chosen = OpenChoice.read(end="right")
    shift, again, both = question(seen(table(state), choice=chosen)).tricks
    assert shift.halves[1].link == "/t/g?end=right&half=shift.shift"
    assert again.halves[1].to == "/t/g/act?end=right"
    assert (both.halves[1].action, both.halves[1].to) == ("play both right", "")
    looked = question(seen(table(state), choice=OpenChoice.read(end="right", half="shift.shift")))
    assert looked.buttons[-1].link == "/t/g?end=right"
    assert {shift.higher.to for shift in looked.shifts} == {"/t/g/act?end=right"}


@pytest.mark.rule(27, 32)
def test_a_trick_that_is_worth_a_round_is_asked_about_once_more_unless_that_is_not_wanted() -> None:
    hand = side("13", hand="captain extra1")
    shown = table(position(hand, side("22"), roll="24", crazy_captain=True, extra_1=True))
    captain, extra = question(seen(shown)).tricks
    assert captain.halves[0].link == "/t/g?half=captain.captain"
    assert (extra.halves[0].link, extra.halves[1].action) == (
        "/t/g?half=extra1.no-shanghai",
        "play extra1 roll-all",
    )
    asked = question(seen(shown, choice=OpenChoice.read(half="captain.captain")))
    assert asked.heading == "Play “Crazy Captain” now?"
    assert asked.text.endswith("It works in this round only; then the card is out of the game.")
    assert [button.action for button in asked.buttons] == ["play captain", ""]
    at_once = question(seen(shown, preferences=Preferences(confirm=False))).tricks
    assert [card.halves[0].action for card in at_once] == ["play captain", "play extra1 no-shanghai"]
