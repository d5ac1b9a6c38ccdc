"""The tray of half a trick card, by what its act asks for."""

import pytest

from shanghaien.web.tables.model import Table
from shanghaien.web.tables.pages.buttons import Question
from shanghaien.web.tables.pages.question import question
from shanghaien.web.tables.pages.seen_table import OpenChoice
from tests.rules.positions import position, side
from tests.web.tables.pages.positions import everybody, played, seen, table


def rolled() -> Table:
    hand = side("13", hand="shift both extra2", crews="FRE4 SPA1")
    return table(position(hand, side("22"), roll="24", extra_2=True))


def asked(half: str, end: str = "", shown: Table | None = None) -> Question:
    return question(seen(shown or rolled(), choice=OpenChoice.read(end=end, half=half)))


@pytest.mark.rule(16)
def test_a_crew_is_chosen_by_its_flag_and_shows_what_it_becomes() -> None:
    tray = asked("shift.sailors")
    assert tray.heading == "Which crew do they join?"
    assert tray.text == "The card joins one of your crews as a sailor of value 2."
    offered = {item.name: (item.button.text, item.button.action) for item in tray.nations}
    assert offered["French"] == ("4 → 6", "play shift sailors FRE")
    assert offered["Spanish"] == ("1 → 3", "play shift sailors SPA")
    assert offered["Dutch"] == ("no sailor", "")
    assert len(offered) == 8


def test_what_a_crew_becomes_is_told_even_where_the_other_may_object() -> None:
    hand = side("13", hand="shift", crews="FRE4")
    shown = table(position(hand, side("22", force="captain"), roll="24", crazy_captain=True))
    assert asked("shift.sailors", shown=shown).nations[1].button.text == "4 → 6"


@pytest.mark.rule(17)
def test_a_die_goes_up_or_down_within_one_and_six() -> None:
    tray = asked("shift.shift")
    assert (tray.heading, tray.text) == ("Which die, up or down?", "Then place the changed die or the other.")
    assert [(s.die, s.lower.action, s.higher.action) for s in tray.shifts] == [
        (2, "play shift 2-", "play shift 2+"),
        (4, "play shift 4-", "play shift 4+"),
    ]
    assert tray.shifts[0].higher.label == "Make the 2 a 3"
    edge = table(position(side("13", hand="shift"), side("22"), roll="16"))
    assert [(s.lower.open, s.higher.open) for s in asked("shift.shift", shown=edge).shifts] == [
        (False, True),
        (True, False),
    ]


@pytest.mark.rule(35)
def test_a_rolled_die_is_pressed_in_the_tray_or_at_its_lit_place() -> None:
    tray = asked("extra2.sharks")
    assert tray.heading == "Which card goes to the sharks?"
    assert [(item.die, item.button.action) for item in tray.dice] == [
        (2, "play extra2 sharks 2"),
        (4, "play extra2 sharks 4"),
    ]
    assert [ghost.action for ghost in tray.ghosts] == ["play extra2 sharks 2", "play extra2 sharks 4"]
    assert tray.dice[0].button.label == "Put the 2 on card 2 and turn it face down"


@pytest.mark.rule(36)
def test_one_of_the_own_dice_on_cards_is_chosen_by_its_card() -> None:
    tray = asked("extra2.exchange")
    assert (tray.heading, tray.dice_legend) == ("Which die do you take back?", "Your dice on cards")
    assert [(item.die, item.button.text, item.button.action) for item in tray.dice] == [
        (1, "from card 1", "play extra2 exchange 1"),
        (3, "from card 3", "play extra2 exchange 3"),
    ]
    assert tray.ghosts == ()


@pytest.mark.rule(10, 18)
def test_an_end_that_has_to_be_named_is_asked_for_first() -> None:
    state = played("roll", "2-5").state
    hand = state.players[0]._replace(hand=rolled().state.mover.hand)
    fresh = table(state.with_player(0, hand))
    both = asked("both.both", shown=fresh)
    assert both.heading == "Both dice: where is number 1?"
    assert [end.action for end in both.ends] == ["play both left", "play both right"]
    sharks = asked("extra2.sharks", shown=fresh)
    assert [end.link for end in sharks.ends] == [
        "/t/g?end=left&half=extra2.sharks",
        "/t/g?end=right&half=extra2.sharks",
    ]
    chosen = asked("extra2.sharks", "right", fresh)
    assert [item.button.action for item in chosen.dice] == ["play extra2 sharks 2 right", "play extra2 sharks 5 right"]
    at_once = asked("both.both", "left", fresh)
    assert [button.action for button in at_once.buttons] == ["play both left", ""]


def test_from_every_detail_a_way_leads_back_to_the_roll() -> None:
    for half in ("shift.sailors", "shift.shift", "extra2.sharks", "extra2.exchange"):
        assert [(button.text, button.link) for button in asked(half).buttons] == [("Back to the roll", "/t/g?")]


def test_the_details_are_asked_of_nobody_but_the_player() -> None:
    choice = OpenChoice.read(half="shift.sailors")
    for who, looking in everybody(rolled()).items():
        assert bool(question(seen(looking.table, None, choice=choice)).nations) is False
        if who == "second":
            assert question(seen(looking.table, 1, choice=choice)).nations == ()
