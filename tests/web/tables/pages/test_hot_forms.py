"""A choice that the script of a page sends is answered briefly, and refused as every other form is."""

from typing import Any

import httpx

from tests.web.browser_like import Visitor

BRIEFLY = {"accept": "application/json"}


def send(visitor: Visitor, table: dict[str, Any], **values: Any) -> httpx.Response:
    fields = {"version": table["version"], "id": "once", "action": table["legal"][0]}
    fields |= {"_csrf_token": visitor.http.cookies.get("csrftoken", "")} | values
    return visitor.http.post(f"/t/{table['id']}/act", data=fields, headers=BRIEFLY)


def test_a_choice_is_answered_with_the_new_version_however_often_it_is_sent(visitor: Visitor) -> None:
    table = visitor.create()
    answer = send(visitor, table)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json")
    assert answer.json() == {"version": visitor.look(table["id"])["version"]}
    assert send(visitor, table).json() == answer.json()
    assert answer.json()["version"] > table["version"]


def test_a_form_without_a_token_that_holds_changes_nothing(visitor: Visitor) -> None:
    table = visitor.create()
    assert send(visitor, table, _csrf_token="a" * 96).status_code == 403
    assert visitor.look(table["id"])["version"] == table["version"]


def test_what_is_refused_is_told_in_a_sentence(visitor: Visitor) -> None:
    table = visitor.create()
    answer = send(visitor, table, action="nonsense")
    assert answer.status_code == 400
    assert set(answer.json()) == {"code", "sentence"}


def test_a_choice_for_a_version_that_is_gone_is_told_as_stale(visitor: Visitor) -> None:
    table = visitor.create()
    send(visitor, table)
    answer = send(visitor, table, id="another")
    assert (answer.status_code, answer.json()["code"]) == (409, "stale")
