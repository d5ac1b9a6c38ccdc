"""The first voyage without script: by links and forms alone, left and resumed, to a game with the guide."""

import re

import pytest

from tests.web.browser_like import Visitor

PRESSES = {
    1: ("?at=0&action=roll", "?at=1&action=place+4"),
    2: ("?at=0&action=place+1", "?at=0&action=place+4"),
    3: ("?at=0&action=place+5",),
    4: ("?at=0&action=shanghai",),
    6: ("?answer=6", "?answer=6&answer=5"),
}
"""What a learner presses in a step; the fifth is played by what its page offers."""


def gold(page: str) -> list[str]:
    return re.findall(r'class="btn[^"]*btn-roll', page)


def play_trick(visitor: Visitor) -> None:
    """The fifth step as its pages offer it: a half, the 3 one up, then the die."""
    halves = re.findall(r'href="(/voyage/5\?half=[^"]+)"', visitor.get("/voyage/5").text)
    offered = " ".join(visitor.get(half).text for half in halves)
    (action,) = re.findall(r'value="(play [^"]*3\+)"', offered)
    told = visitor.http.get("/voyage/5", params={"at": 0, "action": action}, headers={"accept": "text/html"})
    assert "Now you have a 1 and a 4." in told.text
    assert 'data-reached="right"' in visitor.get("/voyage/5?at=1&action=place+4").text


def test_a_newcomer_is_led_through_all_steps_and_into_a_game_with_the_guide(visitor: Visitor) -> None:
    assert 'href="/voyage"' in visitor.get("/").text
    assert visitor.get("/voyage").headers["location"] == "/voyage/1"
    for step, presses in PRESSES.items():
        if step == 6:
            play_trick(visitor)
        for press in presses:
            page = visitor.get(f"/voyage/{step}{press}").text
        assert 'data-reached="right"' in page
    assert "<s>6</s>" in page
    start = visitor.submit("/voyage/6?answer=5", "/guide")
    assert re.fullmatch(r"/t/\S+", start.headers["location"])
    assert visitor.http.cookies["guide"] == "1"


def test_a_voyage_that_was_left_is_resumed_where_it_was(visitor: Visitor) -> None:
    visitor.get("/voyage/3?at=0&action=place+5")
    page = visitor.get("/").text
    assert "First voyage, step 4 of 6" in page
    assert len(gold(page)) == 1
    assert visitor.get("/voyage").headers["location"] == "/voyage/4"


def test_whoever_has_been_through_it_is_offered_the_cabin_boy_and_stays_through_it(visitor: Visitor) -> None:
    visitor.get("/voyage/6?answer=5")
    visitor.get("/voyage/1")
    page = visitor.get("/").text
    assert "Play the Cabin Boy" in page
    assert "First voyage, step" not in page
    assert len(gold(page)) == 1


@pytest.mark.parametrize("kept", ["7", "0", "x", "-1", "1" * 40])
def test_a_cookie_that_makes_no_sense_is_none(visitor: Visitor, kept: str) -> None:
    headers = {"accept": "text/html", "cookie": f"voyage={kept}"}
    answer = visitor.http.get("/voyage", headers=headers, follow_redirects=False)
    assert answer.headers["location"] == "/voyage/1"


@pytest.mark.parametrize("path", ["/voyage/0", "/voyage/7"])
def test_a_step_that_is_none_leads_to_one_that_is(visitor: Visitor, path: str) -> None:
    assert visitor.get(path).headers["location"] == "/voyage"


@pytest.mark.parametrize("query", ["?at=99", "?at=x", "?at=-1", "?at=²", "?half=x.y", "?answer=9"])
def test_an_address_that_makes_no_sense_shows_the_step_as_it_begins_or_ends(visitor: Visitor, query: str) -> None:
    for step in (1, 6):
        assert visitor.get(f"/voyage/{step}{query}").status_code == 200


def test_only_the_cards_that_are_meant_stand_in_the_light(visitor: Visitor) -> None:
    page = visitor.get("/voyage/3").text
    lit = re.findall(r'id="(slot-\d)"\s+data-lit', page)
    assert lit == ["slot-3", "slot-4"]
    assert "data-dark" in page
    assert "data-dark" not in visitor.get("/voyage/3?at=0&action=place+5").text
