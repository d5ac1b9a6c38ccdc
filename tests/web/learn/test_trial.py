"""The pictures of the rules page that can be played with, with and without script."""

import re

import pytest

from shanghaien.web.learn.rules_routes import TRIALS, Trial, picture
from tests.web.browser_like import Visitor


def links(page: str, label: str) -> list[str]:
    """Where presses on this side of a card lead."""
    found = re.findall(r'href="([^"]+)"\s+aria-label="([^"]+)"\s+data-try', page)
    return [link.replace("&amp;", "&") for link, said in found if label in said]


def test_a_press_puts_a_die_on_a_card_until_three_lie_there_and_then_takes_them_away() -> None:
    trial, counts = Trial("place"), []
    for _ in range(4):
        trial = trial.pressed("me", 3)
        counts.append(trial.mine)
    assert counts == ["3", "33", "333", ""]
    assert trial.pressed("them", 6).theirs == "6"


def test_nobody_has_more_than_six_dice() -> None:
    full = Trial("place", mine="112345")
    assert full.pressed("me", 6).mine == "112345"
    assert full.pressed("me", 1).mine == "2345"
    assert picture(full).left == (6, 0)


@pytest.mark.rule(12)
def test_the_rules_say_who_wins_the_card_that_was_pressed_and_why() -> None:
    tied = picture(Trial("place", mine="4", theirs="44").pressed("me", 4))
    assert tied.sentence.startswith("Card 4: French 4. Nobody")
    beside = picture(Trial("place", mine="44", theirs="44").pressed("me", 5))
    assert [slot.takes for slot in beside.drawn.row][3:5] == ["me", "me"]


@pytest.mark.rule(10)
def test_the_row_can_be_counted_from_the_other_end_and_back() -> None:
    shown = picture(TRIALS["number-1"])
    assert "end=right" in shown.other_end
    flipped = picture(Trial("number-1", mine="2", end="right"))
    assert [slot.number for slot in flipped.drawn.row] == [6, 5, 4, 3, 2, 1]
    assert "end=left" in flipped.other_end


def test_without_script_a_press_draws_the_page_anew_and_leaves_the_other_pictures(visitor: Visitor) -> None:
    first = visitor.get("/rules").text
    (link,) = [link for link in links(first, "Card 4: French 4. You: 0 dice") if "row=place" in link]
    page = visitor.get(link.partition("#")[0]).text
    assert [link for link in links(page, "Card 4: French 4. You: 1 die") if "row=place" in link]
    assert page.count('aria-label="Card 4: French 4. You: 1 die') == 2  # here, and where one lay already


def test_with_script_only_the_picture_is_fetched(visitor: Visitor) -> None:
    answer = visitor.get("/rules/row?row=who-takes&mine=44&theirs=4&end=left&at=4")
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.text.lstrip().startswith('<div class="trial" id="trial-who-takes"')
    assert "<html" not in answer.text


@pytest.mark.parametrize("query", ["mine=7", "mine=1111111", "mine=x", "end=up", "at=9", "at=", "row=none", "mine=²"])
def test_an_address_that_makes_no_sense_shows_the_picture_as_far_as_it_does(visitor: Visitor, query: str) -> None:
    for path in ("/rules", "/rules/row"):
        assert visitor.get(f"{path}?row=place&{query}").status_code == 200


def test_the_page_tells_what_one_cannot_guess(visitor: Visitor) -> None:
    page = re.sub(r"\s+", " ", visitor.get("/rules").text)
    for told in (
        "From the next round on you can play it.",
        "a card at the end of the row has only one",
        "Trick cards won in round 8 come too late",
        "All eight offer “Two sailors” on one half. On the other half they differ: 3 × Die ±1, 3 × Roll again and 2 × ",
        "only their order is a secret",
        "American, French, German, Chinese, Dutch, Turkish, Spanish and Italian",
    ):
        assert told in page
