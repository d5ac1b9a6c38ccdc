"""Whatever is sent, the answer is clear and nothing changes that should not."""

import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any
from urllib.robotparser import RobotFileParser

import httpx
import pytest
from litestar import Litestar
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from shanghaien.web.app import LARGEST_BODY, create_app
from shanghaien.web.settings import load
from tests.web.browser_like import Visitor
from tests.web.forms import form_on
from tests.web.luck import SECRET, ids

NewVisitor = Callable[[], Visitor]


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NewVisitor]:
    """Makes visitors to one server, each with cookies of their own."""
    data = tmp_path_factory.mktemp("data")
    settings = load({"data": data, "bot_pause": 60, "rate_limit": 0, "secret": SECRET}, {})
    app = create_app(settings, ids())
    with TestClient(app) as first:

        def new() -> Visitor:
            client: TestClient[Litestar] = TestClient(app)
            client.blocking_portal = first.blocking_portal  # one server, one event loop
            return Visitor(client)

        yield new


@pytest.fixture
def ada(visitor: NewVisitor) -> Visitor:
    return visitor()


def sentence(answer: httpx.Response) -> str:
    """What a page says, as people read it."""
    assert answer.headers["content-type"].startswith("text/html")
    return unescape(answer.text)


def test_a_whole_game_can_be_played_over_http(ada: Visitor) -> None:
    table = ada.create(preset="everything")
    while table["result"] is None:
        table = ada.act(table, table["legal"][-1])
    assert table["waits_for"] is None
    assert table["legal"] == []
    assert set(table["dice"]) >= {"Seed", "Commitment"}


def test_what_is_ticked_counts_on_top_of_a_preset(ada: Visitor) -> None:
    """Without a script the form sends the preset and the ticks as they stand."""
    table = ada.create(preset="online", crazy_captain="on", starter="alternate")
    options = table["options"]
    assert (options["extra_wild"], options["crazy_captain"], options["extra_1"]) == (True, True, False)
    assert options["starter"] == "alternate"


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
    taken = eve.post(f"/join/{invitation}", {"name": "Eve"})
    assert taken.status_code == 409
    assert "Somebody has taken this seat already" in sentence(taken)


@pytest.mark.parametrize("what", ["act", "undo", "resign"])
def test_a_stranger_cannot_touch_a_table(visitor: NewVisitor, what: str) -> None:
    ada, eve = visitor(), visitor()
    table = ada.create()
    answer = eve.post(f"/t/{table['id']}/{what}", eve.request(table) | {"action": "roll"})
    assert answer.status_code == 403
    assert "only its players can do that" in sentence(answer)
    assert ada.look(table["id"]) == table


def test_the_other_seat_cannot_choose_out_of_turn(ada: Visitor) -> None:
    table = ada.create(mode="bot", seat="a", level="cabin-boy", preset="custom", first="b")
    answer = ada.post(f"/t/{table['id']}/act", ada.request(table) | {"action": "roll"})
    assert answer.status_code == 422
    assert "It is not your turn." in sentence(answer)
    assert ada.look(table["id"]) == table


def test_a_stale_move_is_refused_with_the_new_state(ada: Visitor) -> None:
    old = ada.create()
    new = ada.act(old)
    page = ada.post(f"/t/{old['id']}/act", ada.request(old) | {"action": "roll"})
    assert page.status_code == 409
    assert "The table has changed since you looked" in sentence(page)
    assert form_on(page.text, "", f"/t/{old['id']}/act").fields["version"] == str(new["version"])
    assert ada.look(old["id"]) == new


def test_a_repeated_move_is_harmless(ada: Visitor) -> None:
    table = ada.create()
    fields = ada.request(table) | {"action": "roll"}
    tables = [ada.led_to(ada.post(f"/t/{table['id']}/act", fields)) for _ in range(3)]
    assert tables[0]["state"]["rolled"]
    assert tables[0] == tables[1] == tables[2]


def test_a_form_sent_twice_makes_one_table(ada: Visitor) -> None:
    form = form_on(ada.get("/new").text, "/new", "/new")
    first, second = (ada.led_to(ada.post("/new", form.fields)) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("path", ["/t/nope", "/t/nope/parts", "/t/nope/overviews", "/t/nope/events", "/watch/nope"])
def test_an_unknown_game_is_told_so(ada: Visitor, path: str) -> None:
    page = ada.get(path)
    assert page.status_code == 404
    assert "There is no such game." in sentence(page)


@pytest.mark.parametrize("path", ["/nothing", "/t", "/join", "/static/nothing.css", "/static/../app.py", "/%00"])
def test_an_unknown_address_is_told_so(ada: Visitor, path: str) -> None:
    page = ada.get(path)
    assert page.status_code == 404
    assert "There is nothing at this address." in sentence(page)


@pytest.mark.parametrize("accept", ["text/html", "application/json", "*/*"])
def test_the_address_alone_tells_people_from_programs(ada: Visitor, accept: str) -> None:
    headers, game = {"accept": accept}, ada.create()["id"]
    for path in ("/", "/new", f"/t/{game}", f"/watch/{game}", "/nothing", "/t/nope"):
        assert ada.http.get(path, headers=headers).headers["content-type"].startswith("text/html"), path
    for path in ("/api/v1/nothing", "/api/v1/games", "/api/v1/games/nope"):
        answer = ada.http.get(path, headers=headers)
        assert answer.headers["content-type"] == "application/problem+json", path
        assert set(answer.json()) >= {"type", "title", "status", "detail", "code"}


@pytest.mark.parametrize("path", ["/join/x", "/seat/x", "/seat/WyJhIiwxXQ.forged"])
def test_a_forged_link_is_told_so(ada: Visitor, path: str) -> None:
    for answer in (ada.get(path), ada.post(path)):
        assert answer.status_code == 404
        assert "is not valid" in sentence(answer)


@pytest.mark.parametrize("action", ["place 1", "shanghai", "play shift 3+", "object", "keep 6 left"])
def test_an_illegal_action_is_refused_with_a_reason(ada: Visitor, action: str) -> None:
    table = ada.create()
    answer = ada.post(f"/t/{table['id']}/act", ada.request(table) | {"action": action})
    assert answer.status_code == 422
    notice = re.search(r'id="notice".*?<p[^>]*>(.*?)</p>', sentence(answer), re.DOTALL)
    assert notice
    assert re.search(r"[.)]\s*$", notice[1])
    assert ada.look(table["id"]) == table


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


@pytest.mark.parametrize(
    "fields",
    [
        {"mode": "war"},
        {"seat": "c", "mode": "bot"},
        {"level": "admiral"},
        {"preset": "custom", "tricks_shift": "9", "tricks_again": "0", "tricks_both": "0"},
        {"preset": "custom", "tricks_shift": "8"},
        {"preset": "custom", "first": "c"},
        {"reservation": "forged"},
        {"contribution": "x" * 101},
        {"name": "x" * 300},
    ],
)
def test_a_table_that_cannot_be_is_not_set_up(ada: Visitor, fields: dict[str, Any]) -> None:
    answer = ada.post("/new", {"mode": "hot-seat", **fields})
    assert answer.status_code in {400, 404}
    assert "That is not possible" in sentence(answer) or "Nothing here" in sentence(answer)


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


def test_names_are_escaped_wherever_they_are_shown(ada: Visitor) -> None:
    name = "<script>alert(1)"
    table = ada.create(name=name, name_b="'\"&<img>")
    for path in (f"/t/{table['id']}", "/", f"/watch/{table['id']}"):
        page = ada.get(path).text
        assert "<script>alert" not in page
        assert "<img>" not in page
    assert "&lt;script&gt;alert(1)" in ada.get(f"/t/{table['id']}").text


PAGES = [
    *("/", "/new", "/rules", "/puzzles", "/puzzles/1", "/dice", "/import", "/tokens", "/healthz", "/readyz"),
    *("/robots.txt", "/nothing", "/%00", "/static/art.svg", "/api/v1/about", "/api/v1/games", "/api/v1/openapi.json"),
    *("/t/{game}", "/watch/{game}", "/t/{game}/parts", "/t/{game}/overviews", "/t/{game}/dice", "/t/{game}/review"),
    *("/replay/{game}", "/t/{game}/record.txt", "/t/{game}/record.json", "/t/nope", "/join/forged", "/hint/{game}"),
]


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_carries_the_strict_headers(ada: Visitor, path: str) -> None:
    headers = ada.get(path.format(game=ada.create()["id"]) if "{" in path else path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin"
    kept = "immutable" in headers["cache-control"]
    assert kept == path.startswith("/static/")
    assert kept or headers["cache-control"] == "no-store"


def test_a_table_that_waits_for_somebody_offers_no_end_of_the_row(ada: Visitor) -> None:
    waiting = ada.create(mode="invite")
    for query in ("end=left", "end=right", "half=shift.shift", "ask=call"):
        assert ada.get(f"/t/{waiting['id']}?{query}").status_code == 200


@pytest.mark.parametrize("host", ["x:99999", "x:1e3", "x:", "a b", "x/y", "[::1", "x@y", "ä", "x" * 300])
def test_a_host_that_cannot_be_one_is_refused(ada: Visitor, host: str) -> None:
    for path in ("/", "/nothing", "/api/v1/about"):
        answer = ada.http.get(path, headers={b"host": host.encode()})
        assert answer.status_code == 400
        assert "This request cannot be read." in answer.text


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


@pytest.mark.parametrize("host", ["play.example", "127.0.0.1:8000", "[::1]:8000", "my_box.local:1"])
def test_every_host_that_can_be_one_is_served(ada: Visitor, host: str) -> None:
    assert ada.http.get("/healthz", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("path", ["/static/%00", "/static/" + "a" * 4000, "/t/%00", "/t/" + "a" * 4000, "/api/v1/%00"])
def test_an_address_that_nothing_can_have_is_told_so(ada: Visitor, path: str) -> None:
    answer = ada.get(path)
    assert answer.status_code == 404
    assert "There is nothing at this address." in answer.text


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


@pytest.mark.parametrize("beginning", ["[", '{"x":'])
def test_json_that_is_nested_without_end_is_refused(ada: Visitor, beginning: str) -> None:
    deep = beginning * 50_000
    table = ada.create()
    for path in ("/games", f"/games/{table['id']}/actions", "/invitations/x"):
        assert ada.api("POST", path, content=deep).status_code == 400
    assert ada.post("/import", {"record": deep[:90_000]}).status_code == 422
    assert ada.look(table["id"]) == table


def test_only_what_is_new_is_sent(ada: Visitor) -> None:
    table = ada.create()
    path = f"/t/{table['id']}/parts?since="
    assert ada.get(path + str(table["version"])).status_code == 204
    rolled = ada.act(table)
    assert ada.get(path + str(table["version"])).json()["version"] == rolled["version"]
    news = ada.api("GET", f"/games/{table['id']}?since={table['version']}").json()
    assert news["log"][0]["text"] == "roll"
    assert news["version"] == rolled["version"]


def test_a_seat_is_carried_to_another_device_by_a_private_link(visitor: NewVisitor) -> None:
    laptop, phone = visitor(), visitor()
    table = laptop.create()
    private = laptop.private_link(table["id"])
    assert phone.get(private).status_code == 200
    assert phone.look(table["id"])["yours"] == []  # looking at the link takes nothing: previews do that too
    assert phone.led_to(phone.submit(private, private))["yours"] == ["A", "B"]
    assert phone.act(phone.look(table["id"]))["state"]["rolled"]


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


def test_a_rematch_swaps_the_seats(ada: Visitor) -> None:
    over = ada.resign(ada.create(name="Ada", name_b="Bob"))
    again = ada.led_to(ada.submit(f"/t/{over['id']}", f"/t/{over['id']}/rematch"))
    assert [seat["name"] for seat in again["seats"]] == ["Bob", "Ada"]
    assert ada.look(over["id"])["rematch"] == again["id"]


@pytest.mark.parametrize("path", ["/", "/rules", "/healthz", "/static/art.svg", "/nothing"])
def test_head_tells_what_get_would_without_the_body(ada: Visitor, path: str) -> None:
    headers = {"accept": "text/html"}
    got, head = ada.http.get(path, headers=headers), ada.http.head(path, headers=headers)
    assert head.content == b""
    assert head.status_code == got.status_code
    assert head.headers["content-type"] == got.headers["content-type"]


def test_head_of_what_only_changes_things_or_never_ends_is_refused(ada: Visitor) -> None:
    game = ada.create()["id"]
    assert ada.http.head(f"/t/{game}/act").status_code == 405
    assert ada.http.head(f"/t/{game}/events").status_code == 405


def test_searching_machines_are_kept_from_the_tables(ada: Visitor) -> None:
    answer = ada.get("/robots.txt")
    assert answer.headers["content-type"].startswith("text/plain")
    rules = RobotFileParser()
    rules.parse(answer.text.splitlines())
    assert rules.can_fetch("*", "/rules")
    for path in ("/t/abc", "/watch/abc", "/join/abc", "/seat/abc", "/new"):
        assert not rules.can_fetch("*", path)


def test_an_id_that_the_other_player_used_does_not_swallow_a_move(visitor: NewVisitor) -> None:
    ada, bob = visitor(), visitor()
    table = bob.join(ada.create(mode="invite", seat="a", first="a")["invitation"])
    path = f"/t/{table['id']}"
    rolled = ada.led_to(ada.post(f"{path}/act", {"version": table["version"], "id": "1", "action": "roll"}))
    answer = bob.post(f"{path}/resign", {"version": rolled["version"], "id": "1"})
    assert answer.status_code == 400
    assert "The other player has used this id already" in sentence(answer)
    assert ada.look(table["id"]) == ada.look(table["id"]) | {"version": rolled["version"], "result": None}


@pytest.mark.parametrize("path", ["/new", "/import", "/tokens", "/settings"])
def test_a_zero_in_a_text_is_refused(ada: Visitor, path: str) -> None:
    values = {"mode": "hot-seat", "record": "\0", "name": "\0", "next": "\0"}
    assert ada.post(path, values).status_code == 400


@pytest.mark.parametrize("path", ["/new", "/import", "/tokens", "/settings"])
def test_half_a_letter_brings_about_no_fault(ada: Visitor, path: str) -> None:
    body = b"mode=%ED%A0%80&record=%ED%A0%80&name=%ED%A0%80&next=%ED%A0%80"
    headers = {"content-type": "application/x-www-form-urlencoded", "x-csrftoken": ada.http.cookies["csrftoken"]}
    assert ada.http.post(path, content=body, headers=headers, follow_redirects=False).status_code < 500


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
