"""Whatever is sent, the answer is clear and nothing changes that should not."""

from collections.abc import Callable, Iterator
from typing import Any
from urllib.robotparser import RobotFileParser

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from shanghaien.web.app import LARGEST_BODY, create_app
from shanghaien.web.settings import load
from tests.web.browser_like import Visitor
from tests.web.luck import SECRET, ids

NewVisitor = Callable[[], Visitor]


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NewVisitor]:
    """Makes visitors to one server, each with cookies of his own."""
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


def resign(visitor: Visitor, table: dict[str, Any]) -> dict[str, Any]:
    answer = visitor.post(f"/t/{table['id']}/resign", visitor.request(table))
    values: dict[str, Any] = answer.json()
    return values


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
    waiting = ada.create(mode="invite", seat="a", name="Ada")
    invitation = waiting["links"]["invitation"]
    table = bob.post(invitation, {"name": "Bob"}).json()
    assert [seat["name"] for seat in table["seats"]] == ["Ada", "Bob"]
    asked, other = (ada, bob) if table["waits_for"] == "A" else (bob, ada)
    assert asked.look(table["id"])["legal"] == ["roll"]
    for idle in (other, eve):
        assert idle.look(table["id"])["legal"] == []
    assert asked.act(asked.look(table["id"]))["state"]["rolled"]
    taken = eve.post(invitation, {"name": "Eve"})
    assert (taken.status_code, taken.json()["code"]) == (409, "seat-taken")


@pytest.mark.parametrize("what", ["act", "undo", "resign"])
def test_a_stranger_cannot_touch_a_table(visitor: NewVisitor, what: str) -> None:
    ada, eve = visitor(), visitor()
    table = ada.create()
    answer = eve.post(f"/t/{table['id']}/{what}", eve.request(table) | {"action": "roll"})
    assert (answer.status_code, answer.json()["code"]) == (403, "not-yours")
    assert ada.look(table["id"]) == table


def test_the_other_seat_cannot_choose_out_of_turn(visitor: NewVisitor) -> None:
    ada = visitor()
    table = ada.create(mode="bot", seat="a", level="cabin-boy", preset="custom", first="a")
    rolled = ada.act(table)
    answer = ada.post(f"/t/{table['id']}/act", ada.request(rolled) | {"action": "roll"})
    assert (answer.status_code, answer.json()["code"]) == (422, "illegal")


def test_a_stale_move_is_refused_with_the_new_state(ada: Visitor) -> None:
    old = ada.create()
    new = ada.act(old)
    answer = ada.post(f"/t/{old['id']}/act", ada.request(old) | {"action": "roll"})
    assert (answer.status_code, answer.json()["code"]) == (409, "stale")
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["table"] == new
    page = ada.post(f"/t/{old['id']}/act", ada.request(old) | {"action": "roll"}, html=True)
    assert page.status_code == 409
    assert "<html" in page.text
    assert f'value="{new["version"]}"' in page.text
    assert ada.look(old["id"]) == new


def test_a_repeated_move_is_harmless(ada: Visitor) -> None:
    table = ada.create()
    fields = ada.request(table) | {"action": "roll"}
    answers = [ada.post(f"/t/{table['id']}/act", fields) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert answers[0].json() == answers[1].json() == answers[2].json() == ada.look(table["id"])


def test_a_form_sent_twice_makes_one_table(ada: Visitor) -> None:
    page = ada.get("/new", html=True).text
    token = page.split('name="reservation" value="')[1].split('"')[0]
    first, second = (ada.create(reservation=token) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("path", ["/t/nope", "/t/nope/state", "/t/nope/events", "/watch/nope"])
def test_an_unknown_game_is_told_so(ada: Visitor, path: str) -> None:
    answer, page = ada.get(path), ada.get(path, html=True)
    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-game")
    assert (page.status_code, "<html" in page.text) == (404, True)


@pytest.mark.parametrize("path", ["/nothing", "/t", "/join", "/static/nothing.css", "/static/../app.py", "/%00"])
def test_an_unknown_address_is_told_so(ada: Visitor, path: str) -> None:
    assert ada.get(path).status_code == 404
    assert ada.get(path, html=True).status_code == 404


@pytest.mark.parametrize("path", ["/join/x", "/seat/x", "/seat/WyJhIiwxXQ.forged"])
def test_a_forged_link_is_told_so(ada: Visitor, path: str) -> None:
    assert (ada.get(path).status_code, ada.post(path).status_code) == (404, 404)
    assert ada.post(path).json()["code"] == "bad-link"


@pytest.mark.parametrize("action", ["place 1", "shanghai", "play shift 3+", "object", "keep 6 left"])
def test_an_illegal_action_is_refused_with_a_reason(ada: Visitor, action: str) -> None:
    table = ada.create()
    answer = ada.post(f"/t/{table['id']}/act", ada.request(table) | {"action": action})
    assert (answer.status_code, answer.json()["code"]) == (422, "illegal")
    assert answer.json()["detail"].endswith(".") or answer.json()["detail"].endswith(")")
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
    assert answer.json()["detail"]
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
    headers = {"content-type": kind, "x-csrftoken": ada.http.cookies["csrftoken"], "accept": "application/json"}
    for path in (f"/t/{table['id']}/act", "/new", f"/t/{table['id']}/resign"):
        answer = ada.http.post(path, content=body, headers=headers)
        assert answer.status_code == 400, (path, answer.text)
        assert answer.headers["content-type"] == "application/problem+json"
    assert ada.look(table["id"]) == table


def test_a_body_that_is_too_large_is_refused(ada: Visitor) -> None:
    headers = {"x-csrftoken": ada.http.cookies["csrftoken"], "content-type": "application/json"}
    assert ada.http.post("/new", content=b" " * (LARGEST_BODY + 1), headers=headers).status_code == 413
    form = {"content-type": "application/x-www-form-urlencoded"}
    assert ada.http.post("/new", content=b"a=" + b"b" * LARGEST_BODY, headers=form).status_code == 413


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
    assert answer.json()["detail"]


def test_nothing_is_changed_without_the_token_of_a_form(ada: Visitor) -> None:
    table = ada.create()
    fields = ada.request(table) | {"action": "roll"}
    for token in ("", "x" * 128):
        answer = ada.post(f"/t/{table['id']}/act", fields | {"_csrf_token": token})
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert ada.look(table["id"]) == table


def test_a_tampered_cookie_is_nobody(visitor: NewVisitor) -> None:
    ada, eve = visitor(), visitor()
    table = ada.create()
    stolen = ada.http.cookies["shanghaien_guest"]
    eve.http.cookies.set("shanghaien_guest", stolen[:-2] + "xx")
    assert eve.look(table["id"])["yours"] == []


def test_cookies_are_out_of_reach_of_scripts_and_other_sites(ada: Visitor) -> None:
    answer = ada.post("/new", {"mode": "hot-seat"})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


def test_names_are_escaped_wherever_they_are_shown(ada: Visitor) -> None:
    name = "<script>alert(1)"
    table = ada.create(name=name, name_b="'\"&<img>")
    for path in (f"/t/{table['id']}", "/", f"/watch/{table['id']}"):
        page = ada.get(path, html=True).text
        assert "<script>alert" not in page
        assert "<img>" not in page
    assert "&lt;script&gt;alert(1)" in ada.get(f"/t/{table['id']}", html=True).text


@pytest.mark.parametrize("path", ["/", "/new", "/healthz", "/nothing", "/static/art.svg"])
def test_every_answer_carries_the_strict_headers(ada: Visitor, path: str) -> None:
    headers = ada.get(path, html=True).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


def test_only_what_is_new_is_sent(ada: Visitor) -> None:
    table = ada.create()
    path = f"/t/{table['id']}/state?since="
    assert ada.get(path + str(table["version"])).status_code == 204
    rolled = ada.act(table)
    news = ada.get(path + str(table["version"])).json()
    assert news["log"][0]["text"] == "roll"
    assert news["version"] == rolled["version"]


def test_a_seat_is_carried_to_another_device_by_a_private_link(visitor: NewVisitor) -> None:
    laptop, phone = visitor(), visitor()
    table = laptop.create()
    private = table["links"]["seat"]
    assert phone.get(private, html=True).status_code == 200
    assert phone.look(table["id"])["yours"] == []  # looking at the link takes nothing: previews do that too
    assert phone.post(private).json()["yours"] == ["A", "B"]
    assert phone.act(phone.look(table["id"]))["state"]["rolled"]


def test_links_are_told_only_to_those_whose_they_are(visitor: NewVisitor) -> None:
    ada, eve = visitor(), visitor()
    table = ada.create(mode="invite")
    assert set(table["links"]) == {"invitation", "seat"}
    assert eve.look(table["id"])["links"] == {}
    page = eve.get(f"/t/{table['id']}", html=True).text
    assert "/join/" not in page
    assert "/seat/" not in page


def test_a_rematch_swaps_the_seats(ada: Visitor) -> None:
    over = resign(ada, ada.create(name="Ada", name_b="Bob"))
    again = ada.post(f"/t/{over['id']}/rematch").json()
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
    waiting = ada.create(mode="invite", seat="a", first="a")
    table = bob.post(waiting["links"]["invitation"]).json()
    rolled = ada.post(f"/t/{table['id']}/act", {"version": table["version"], "id": "1", "action": "roll"}).json()
    answer = bob.post(f"/t/{table['id']}/resign", {"version": rolled["version"], "id": "1"})
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert ada.look(table["id"])["version"] == rolled["version"]


@pytest.mark.parametrize("path", ["/new", "/import", "/tokens", "/settings"])
def test_half_a_letter_is_refused(ada: Visitor, path: str) -> None:
    body = b'{"mode": "\\ud800", "record": "\\ud800", "name": "\\ud800", "next": "\\ud800"}'
    headers = {"content-type": "application/json", "x-csrftoken": ada.http.cookies["csrftoken"]}
    for accept in ("application/json", "text/html"):
        assert ada.http.post(path, content=body, headers=headers | {"accept": accept}).status_code == 400


def call_off(visitor: Visitor, table: dict[str, Any], **changes: Any) -> int:
    return visitor.post(f"/t/{table['id']}/call-off", visitor.request(table) | changes).status_code


def test_an_invitation_that_nobody_took_can_be_called_off(visitor: NewVisitor) -> None:
    ada, eve = visitor(), visitor()
    table = ada.create(mode="invite", name="Ada")
    assert call_off(eve, table) == 403
    assert call_off(ada, table, version=table["version"] + 1) == 409
    assert call_off(ada, table) == 204
    for asked in (
        ada.get(f"/t/{table['id']}"),
        eve.post(table["links"]["invitation"]),
        ada.post(table["links"]["seat"]),
    ):
        assert (asked.status_code, asked.json()["detail"]) == (404, "This invitation was called off.")
    assert table["id"] not in ada.get("/", html=True).text


def test_a_game_that_has_begun_cannot_be_called_off_nor_its_names_changed(visitor: NewVisitor) -> None:
    ada, bob = visitor(), visitor()
    table = bob.post(ada.create(mode="invite", name="Ada")["links"]["invitation"]).json()
    assert call_off(ada, table) == 422
    assert ada.post(f"/t/{table['id']}/name", ada.request(table) | {"name": "Eve"}).status_code == 422
    assert "Eve" not in str(ada.look(table["id"]))


def test_who_waits_can_say_his_name(visitor: NewVisitor) -> None:
    ada, bob = visitor(), visitor()
    table = ada.create(mode="invite", seat="b")
    renamed = ada.post(f"/t/{table['id']}/name", ada.request(table) | {"name": " Ada  L. "}).json()
    assert [seat["name"] for seat in renamed["seats"]] == ["", "Ada L."]
    invitation = table["links"]["invitation"]
    assert "Ada L. invites you" in bob.get(invitation, html=True).text
    assert [seat["name"] for seat in bob.post(invitation, {"name": "Bob"}).json()["seats"]] == ["Bob", "Ada L."]
    assert bob.post(f"/t/{table['id']}/name", bob.request(renamed) | {"name": "Eve"}).status_code == 409
