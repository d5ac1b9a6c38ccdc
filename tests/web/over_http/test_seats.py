"""Whose seat it is: invitations, private links, cookies and forms; nobody acts for somebody else."""

from typing import Any

import pytest

from tests.web.browser_like import Visitor
from tests.web.over_http.visiting import NewVisitor, sentence


def test_two_visitors_play_by_invitation_and_a_third_watches(visitor: NewVisitor) -> None:
    ada, bob, eve = visitor(), visitor(), visitor()
    invitation = ada.create(mode="invite", seat="a", name="Ada")["invitation"]
    table = bob.join(invitation, name="Bob")
    assert [seat["name"] for seat in table["seats"]] == ["Ada", "Bob"]
    asked, other = (ada, bob) if table["waits_for"] == "A" else (bob, ada)
    assert asked.look(table["id"])["legal"] == ["roll"]
    for idle in (other, eve):
        assert idle.look(table["id"])["legal"] == []
    assert asked.act(asked.look(table["id"]))["state"]["rolled"]
    for answer in (eve.get(f"/join/{invitation}"), eve.post(f"/join/{invitation}", {"name": "Eve"})):
        assert answer.status_code == 303
        assert answer.headers["location"].startswith(f"/watch/{table['id']}")
        assert "Somebody has taken this seat already" in eve.get(answer.headers["location"]).text
    assert ada.get(f"/join/{invitation}").headers["location"] == f"/t/{table['id']}"


@pytest.mark.parametrize("what", ["act", "undo", "resign"])
def test_a_stranger_cannot_touch_a_table(visitor: NewVisitor, what: str) -> None:
    ada, eve = visitor(), visitor()
    table = ada.create()
    answer = eve.post(f"/t/{table['id']}/{what}", eve.request(table) | {"action": "roll"})
    assert answer.status_code == 403
    assert "only its players can do that" in sentence(answer)
    assert ada.look(table["id"]) == table


@pytest.mark.parametrize("path", ["/join/x", "/seat/x", "/seat/WyJhIiwxXQ.forged"])
def test_a_forged_link_is_told_so(ada: Visitor, path: str) -> None:
    for answer in (ada.get(path), ada.post(path)):
        assert answer.status_code == 404
        assert "is not valid" in sentence(answer)


def test_nothing_is_changed_without_the_token_of_a_form(ada: Visitor) -> None:
    table = ada.create()
    fields = ada.request(table) | {"action": "roll"}
    for token in ("", "x" * 128):
        answer = ada.post(f"/t/{table['id']}/act", fields | {"_csrf_token": token})
        assert answer.status_code == 403
        assert "This form has expired" in sentence(answer)
    assert ada.look(table["id"]) == table


def test_a_tampered_cookie_is_nobody(visitor: NewVisitor) -> None:
    ada, eve = visitor(), visitor()
    table = ada.create()
    stolen = ada.http.cookies["shanghaien_guest"]
    eve.http.cookies.set("shanghaien_guest", stolen[:-2] + "xx")
    assert "/act" not in eve.get(f"/t/{table['id']}").text
    assert "/act" in ada.get(f"/t/{table['id']}").text


def test_cookies_are_out_of_reach_of_scripts_and_other_sites(ada: Visitor) -> None:
    answer = ada.post("/new", {"mode": "hot-seat"})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


def test_a_seat_is_carried_to_another_device_by_a_private_link(visitor: NewVisitor) -> None:
    laptop, phone = visitor(), visitor()
    table = laptop.create()
    private = laptop.private_link(table["id"])
    assert phone.get(private).status_code == 200
    assert phone.look(table["id"])["yours"] == []  # looking at the link takes nothing: previews do that too
    assert phone.led_to(phone.submit(private, private))["yours"] == ["A", "B"]
    assert phone.act(phone.look(table["id"]))["state"]["rolled"]


def test_the_page_tells_how_many_private_links_can_still_be_used(visitor: NewVisitor) -> None:
    ada, eve = visitor(), visitor()
    game = ada.create()["id"]
    page = f"/seat/of/{game}"
    assert "Withdraw links" not in ada.get(page).text
    private = ada.private_link(game)
    assert "1 link can still be used." in sentence(ada.get(page))
    assert "can still be used" not in eve.get(page).text
    assert "no longer work" in sentence(ada.submit(page, f"{page}/withdraw"))
    assert eve.post(private).status_code == 404
    assert "can still be used" not in ada.get(page).text


def test_links_are_told_only_to_those_whose_they_are(visitor: NewVisitor) -> None:
    ada, eve = visitor(), visitor()
    table = ada.create(mode="invite")
    own = ada.get(f"/t/{table['id']}").text
    assert "/join/" in own
    assert "/seat/" in own
    assert eve.look(table["id"])["invitation"] is None
    page = eve.get(f"/t/{table['id']}").text
    assert "/join/" not in page
    assert "/seat/" not in page


def call_off(visitor: Visitor, table: dict[str, Any], **changes: Any) -> int:
    return visitor.post(f"/t/{table['id']}/call-off", visitor.request(table) | changes).status_code


def test_an_invitation_that_nobody_took_can_be_called_off(visitor: NewVisitor) -> None:
    ada, eve = visitor(), visitor()
    table = ada.create(mode="invite", name="Ada")
    private = ada.private_link(table["id"])
    assert call_off(eve, table) == 403
    assert call_off(ada, table, version=table["version"] + 1) == 409
    assert call_off(ada, table) == 303
    for asked in (
        ada.get(f"/t/{table['id']}"),
        eve.post(f"/join/{table['invitation']}"),
        ada.post(private),
    ):
        assert asked.status_code == 404
        assert "This invitation was called off." in sentence(asked)
    assert table["id"] not in ada.get("/").text


def test_a_game_that_has_begun_cannot_be_called_off_nor_its_names_changed(visitor: NewVisitor) -> None:
    ada, bob = visitor(), visitor()
    table = bob.join(ada.create(mode="invite", name="Ada")["invitation"])
    assert call_off(ada, table) == 422
    assert ada.post(f"/t/{table['id']}/name", ada.request(table) | {"name": "Eve"}).status_code == 422
    assert "Eve" not in str(ada.look(table["id"]))


def test_who_waits_can_say_their_name(visitor: NewVisitor) -> None:
    ada, bob = visitor(), visitor()
    table = ada.create(mode="invite", seat="b")
    path = f"/t/{table['id']}"
    renamed = ada.led_to(ada.submit(path, f"{path}/name", name=" Ada  L. "))
    assert [seat["name"] for seat in renamed["seats"]] == ["", "Ada L."]
    assert "Ada L. invites you" in bob.get(f"/join/{table['invitation']}").text
    assert [seat["name"] for seat in bob.join(table["invitation"], name="Bob")["seats"]] == ["Bob", "Ada L."]
    assert bob.post(f"{path}/name", bob.request(renamed) | {"name": "Eve"}).status_code == 409
