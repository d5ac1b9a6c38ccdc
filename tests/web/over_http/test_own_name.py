"""A name is asked for once: every later form knows it, in the same browser."""

import re

from tests.web.browser_like import Visitor
from tests.web.over_http.visiting import NewVisitor


def _own_name(visitor: Visitor, page: str) -> str:
    found = re.search(r'name="name"[^>]*value="([^"]*)"', visitor.get(page).text)
    assert found, f"no field for a name on {page}"
    return found[1]


def test_a_name_given_once_stands_in_every_later_form(visitor: NewVisitor) -> None:
    ada, bob = visitor(), visitor()
    invitation = ada.create(mode="invite", seat="a", name="Ada Løve")["invitation"]
    assert _own_name(ada, "/new") == "Ada Løve"
    assert _own_name(bob, f"/join/{invitation}") == ""
    bob.join(invitation, name=" Bob ")
    assert _own_name(bob, "/new") == "Bob"


def test_a_game_set_up_in_one_press_bears_the_name_that_is_remembered(visitor: NewVisitor) -> None:
    ada = visitor()
    ada.create(mode="hot-seat", name="Ada", name_b="Bob")
    table = ada.led_to(ada.submit("/", "/new", mode="bot"))
    assert table["seats"][0]["name"] == "Ada"


def test_a_name_given_while_waiting_is_remembered_and_an_emptied_field_forgets_it(visitor: NewVisitor) -> None:
    ada = visitor()
    table = ada.create(mode="invite", seat="a")
    ada.submit(f"/t/{table['id']}", f"/t/{table['id']}/name", name="Ada")
    assert _own_name(ada, "/new") == "Ada"
    ada.create(mode="bot", name="")
    assert _own_name(ada, "/new") == ""


def test_a_cookie_that_somebody_tampered_with_is_still_only_a_name(visitor: NewVisitor) -> None:
    ada = visitor()
    ada.http.cookies.set("called", "%22%3E%00%0A" + "x" * 60)
    assert _own_name(ada, "/new") == "&#34;&gt; " + "x" * 21
