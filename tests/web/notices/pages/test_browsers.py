"""Browsers that are told: switched on and off, known again by their mark, moved by whoever knows the old address."""

import re

from tests.web.browser_like import Visitor
from tests.web.notices.pages.noticing import PUSH, send, subscription
from tests.web.notices.pages.test_page import PAGE, fields, save
from tests.web.over_http.visiting import NewVisitor

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def marks(visitor: Visitor) -> list[str]:
    """The marks of the browsers on the page."""
    return re.findall(r'data-mark="(\w+)"', visitor.get(PAGE).text)


def test_a_browser_that_is_switched_on_is_listed_by_what_it_is(ada: Visitor) -> None:
    ada.http.headers["user-agent"] = FIREFOX
    answer = send(ada, "/notices/browsers", **subscription())
    assert answer.json()["said"] == "From now on you get notices in this browser."
    assert marks(ada) == [answer.json()["mark"]]
    page = ada.get(PAGE).text
    assert "Firefox on Linux" in page
    assert PUSH not in page
    assert not re.search(r'formaction="/notices/trial" disabled', page)


def test_a_browser_is_switched_off_by_itself_and_from_elsewhere(ada: Visitor) -> None:
    send(ada, "/notices/browsers", **subscription("phone"))
    send(ada, "/notices/browsers", **subscription("laptop"))
    send(ada, "/notices/browsers/off", endpoint=PUSH + "phone")
    assert len(marks(ada)) == 1
    listed = next(name for name in fields(ada) if name.startswith("browser-"))
    save(ada, listed)
    assert marks(ada) == []


def test_a_form_from_before_a_browser_was_switched_on_leaves_it_alone(ada: Visitor) -> None:
    before = fields(ada)
    send(ada, "/notices/browsers", **subscription())
    send(ada, PAGE, **before)
    assert len(marks(ada)) == 1


def test_only_known_push_services_are_told_and_no_more_than_five_browsers(ada: Visitor) -> None:
    elsewhere = subscription() | {"endpoint": "https://example.org/push"}
    refused = send(ada, "/notices/browsers", **elsewhere)
    assert (refused.status_code, refused.json()["code"]) == (400, "push-service")
    told = [send(ada, "/notices/browsers", **subscription(f"number {n}".replace(" ", "-"))) for n in range(6)]
    assert [answer.status_code for answer in told] == [200] * 5 + [409]
    assert "Take one off the list" in told[-1].json()["said"]


def test_a_browser_that_its_service_moved_is_found_at_its_new_address(ada: Visitor) -> None:
    before = send(ada, "/notices/browsers", **subscription("old")).json()["mark"]
    assert send(ada, "/notices/moved", old=PUSH + "old", **subscription("new")).status_code == 200
    assert len(marks(ada)) == 1
    assert marks(ada) != [before]


def test_nobody_moves_a_browser_whose_address_they_do_not_know(visitor: NewVisitor) -> None:
    ada, eve = visitor(), visitor()
    before = send(ada, "/notices/browsers", **subscription("ada")).json()["mark"]
    assert send(ada, "/notices/moved", old=PUSH + "guessed", **subscription("new")).status_code == 409
    assert send(eve, "/notices/moved", old=PUSH + "ada", **subscription("new")).status_code == 409
    assert (marks(ada), marks(eve)) == ([before], [])


def test_the_key_is_the_same_for_everybody_and_on_the_page(visitor: NewVisitor) -> None:
    ada, bob = visitor(), visitor()
    key = ada.get("/notices/key").text
    assert len(key) == 87
    assert bob.get("/notices/key").text == key
    assert f'data-key="{key}"' in bob.get(PAGE).text
