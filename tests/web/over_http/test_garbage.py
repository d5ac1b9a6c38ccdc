"""Whatever is sent, the answer is a clear refusal, and nothing changes."""

from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from shanghaien.web.app import LARGEST_BODY
from tests.web.browser_like import Visitor
from tests.web.over_http.visiting import NewVisitor, sentence

GARBAGE: list[dict[str, Any]] = [
    {},
    {"action": "roll"},
    {"action": "roll", "version": "x", "id": "m"},
    {"action": "roll", "version": "-1", "id": "m"},
    {"action": "roll", "version": "9" * 40, "id": "m"},
    {"action": "roll", "version": "٣", "id": "m"},
    {"action": "r\0ll", "version": "1", "id": "m"},
    {"action": "x" * 5000, "version": "1", "id": "m"},
    {"action": "roll", "version": "1", "id": "m" * 65},
    {"action": ["roll", "roll"], "version": ["1", "2"], "id": "m"},
]


@pytest.mark.parametrize("fields", GARBAGE)
def test_a_garbled_form_is_refused_and_changes_nothing(ada: Visitor, fields: dict[str, Any]) -> None:
    table = ada.create()
    answer = ada.post(f"/t/{table['id']}/act", fields)
    assert answer.status_code in {400, 409}
    assert "Fault" not in sentence(answer)
    assert ada.look(table["id"]) == table


BODIES = [
    ("application/json", b"{"),
    ("application/json", b"[1, 2]"),
    ("application/json", b'"roll"'),
    ("application/json", b"\xff\xfe"),
    ("application/json", b"[" * 20_000),
    ("application/json", b'{"action": 1, "version": true, "id": {}}'),
    ("application/x-www-form-urlencoded", b"\xff=\xff&%%%"),
    ("multipart/form-data", b"no boundary"),
    ("multipart/form-data; boundary=x", b"--x\r\nnonsense"),
    ("text/plain", b"roll"),
    ("", b""),
    ("nonsense", b"\x00"),
]


@pytest.mark.parametrize(("kind", "body"), BODIES)
def test_a_garbage_body_is_refused_and_changes_nothing(ada: Visitor, kind: str, body: bytes) -> None:
    table = ada.create()
    headers = {"content-type": kind, "x-csrftoken": ada.http.cookies["csrftoken"]}
    for path in (f"/t/{table['id']}/act", "/new", f"/t/{table['id']}/resign"):
        answer = ada.http.post(path, content=body, headers=headers)
        assert answer.status_code == 400, (path, answer.text)
        assert sentence(answer)
    assert ada.look(table["id"]) == table


def test_a_body_that_is_too_large_is_refused(ada: Visitor) -> None:
    headers = {"x-csrftoken": ada.http.cookies["csrftoken"], "content-type": "application/x-www-form-urlencoded"}
    assert ada.http.post("/new", content=b"a=" + b"b" * LARGEST_BODY, headers=headers).status_code == 413
    assert ada.api("POST", "/games", content=b" " * (LARGEST_BODY + 1)).status_code == 413


@pytest.mark.parametrize("host", ["x:99999", "x:1e3", "x:", "a b", "x/y", "[::1", "x@y", "ä", "x" * 300])
def test_a_host_that_cannot_be_one_is_refused(ada: Visitor, host: str) -> None:
    for path in ("/", "/nothing", "/api/v1/about"):
        answer = ada.http.get(path, headers={b"host": host.encode()})
        assert answer.status_code == 400
        assert "This request cannot be read." in answer.text


@pytest.mark.parametrize("host", ["play.example", "127.0.0.1:8000", "[::1]:8000", "my_box.local:1"])
def test_every_host_that_can_be_one_is_served(ada: Visitor, host: str) -> None:
    assert ada.http.get("/healthz", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    ("path", "host", "code"), [("g", "x:99999", 4400), ("%00", "x", 4404), ("a" * 4000, "x", 4404)]
)
def test_a_socket_for_what_cannot_be_is_refused(ada: Visitor, path: str, host: str, code: int) -> None:
    address = f"/api/v1/games/{path}/socket"
    with pytest.raises(WebSocketDisconnect) as refused, _client(ada).websocket_connect(address, headers={"host": host}):
        pass
    assert refused.value.code == code


def _client(visitor: Visitor) -> TestClient[Any]:
    assert isinstance(visitor.http, TestClient)
    return visitor.http


def test_a_form_whose_token_is_no_text_of_ours_is_refused(ada: Visitor) -> None:
    assert ada.http.post("/new", files={"_csrf_token": ("file", b"x")}).status_code == 403
    for token in ("ä" * 96, "x" * 96, "\0", "0" * 100_000):
        assert ada.http.post("/new", data={"_csrf_token": token}).status_code == 403
    assert ada.http.post("/new", headers={b"x-csrftoken": "ä".encode()}).status_code == 403


def test_a_field_in_no_encoding_is_refused(ada: Visitor) -> None:
    part = b'--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n\xff\xff\r\n--x--\r\n'
    answer = ada.http.post("/new", content=part, headers={"content-type": "multipart/form-data; boundary=x"})
    assert answer.status_code == 400
    assert "The form cannot be read." in sentence(answer)


@pytest.mark.parametrize(
    "text", [b'"\xa4\xac"', b'{"action": "\xa4", "version": 1, "id": "m"}', b'{"\xff": 1}', b"\xff"]
)
def test_json_in_no_encoding_is_refused(ada: Visitor, text: bytes) -> None:
    table = ada.create()
    for path in ("/games", f"/games/{table['id']}/actions", f"/games/{table['id']}/undo", "/invitations/x"):
        assert ada.api("POST", path, content=text).status_code == 400
        assert ada.http.post(f"/api/v1{path}", content=text).status_code in {400, 401}
    assert ada.look(table["id"]) == table


@pytest.mark.parametrize("beginning", ["[", '{"x":'])
def test_json_that_is_nested_without_end_is_refused(ada: Visitor, beginning: str) -> None:
    deep = beginning * 50_000
    table = ada.create()
    for path in ("/games", f"/games/{table['id']}/actions", "/invitations/x"):
        assert ada.api("POST", path, content=deep).status_code == 400
    assert ada.post("/import", {"record": deep[:90_000]}).status_code == 422
    assert ada.look(table["id"]) == table


def test_a_form_with_a_scope_that_there_is_not_makes_no_token(ada: Visitor) -> None:
    ada.get("/tokens")
    answer = ada.post("/tokens", {"name": "bot", "scope": "write"})
    assert answer.status_code == 400
    assert "Choose what the token may do: look and play, or only look." in sentence(answer)
    assert "data-token" not in answer.text
    assert "/revoke" not in ada.get("/tokens").text


@pytest.mark.parametrize("path", ["/new", "/import", "/tokens", "/settings"])
def test_a_zero_in_a_text_is_refused(ada: Visitor, path: str) -> None:
    values = {"mode": "hot-seat", "record": "\0", "name": "\0", "next": "\0"}
    assert ada.post(path, values).status_code == 400


@pytest.mark.parametrize(
    "path", ["/order/people?name=%00", "/?x=a%00b", "/api/v1/games?after=%00", "/standings?list=%00"]
)
def test_a_zero_in_a_query_is_refused(ada: Visitor, path: str) -> None:
    assert ada.get(path).status_code == 400


@pytest.mark.parametrize("path", ["/new", "/import", "/tokens", "/settings"])
def test_half_a_letter_brings_about_no_fault(ada: Visitor, path: str) -> None:
    body = b"mode=%ED%A0%80&record=%ED%A0%80&name=%ED%A0%80&next=%ED%A0%80"
    headers = {"content-type": "application/x-www-form-urlencoded", "x-csrftoken": ada.http.cookies["csrftoken"]}
    assert ada.http.post(path, content=body, headers=headers, follow_redirects=False).status_code < 500


@pytest.mark.parametrize("number", [2**31, 10**20, 10**400], ids=["32 bits", "64 bits", "many"])
def test_a_number_that_no_database_holds_brings_about_no_fault(visitor: NewVisitor, number: int) -> None:
    ada = visitor()
    table = ada.create(mode="invite", name="Ada")
    visitor().join(table["invitation"], name="Ben")
    assert ada.get(f"/mistakes/{table['id']}/{number}").status_code == 404
    assert ada.post(f"/mistakes/{table['id']}/{number}/drop").status_code == 303
    assert ada.api("GET", f"/games/{table['id']}/said?after={number}").json() == []
