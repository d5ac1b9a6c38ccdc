"""The grey captains at the ends of the row."""

import pytest

from shanghaien.rules import End, parse_action
from shanghaien.web.tables.pages.seat_lines import captains, change_end, end_in_words
from shanghaien.web.tables.pages.seen_table import OpenChoice
from tests.web.tables.pages.positions import everybody, played, seen, with_dice


@pytest.mark.rule(43)
def test_each_captain_leads_on_with_its_end_and_keeps_the_half_that_was_chosen() -> None:
    half = OpenChoice.read(half="extra2.sharks")
    left, right = captains(seen(played("roll", "2-5"), choice=half))
    assert (left.link, right.link) == ("/t/g?end=left&half=extra2.sharks", "/t/g?end=right&half=extra2.sharks")
    assert (left.note, right.note) == ("1 → 6", "6 ← 1")
    assert (left.label, right.label) == ("1 is at the left end", "1 is at the right end")


def test_a_captain_plays_at_once_what_depends_on_nothing_else() -> None:
    plays = {"left": parse_action("play both left"), "right": parse_action("play both right")}
    assert [button.action for button in captains(seen(played("roll", "2-5")), **plays)] == [
        "play both left",
        "play both right",
    ]


def test_a_chosen_end_can_be_changed_until_it_is_played() -> None:
    for looking in everybody(played("roll", "2-5")).values():
        assert change_end(looking) == ()
    chosen = seen(played("roll", "2-5"), choice=OpenChoice.read(end="left"))
    assert [button.link for button in change_end(chosen)] == ["/t/g?"]
    assert change_end(seen(with_dice("2", "3"), choice=OpenChoice.read(end="left"))) == ()


def test_an_end_in_words() -> None:
    assert [end_in_words(end) for end in End] == ["1 is on the left", "1 is on the right"]
