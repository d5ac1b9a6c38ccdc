"""What every answer has in common: clear words at addresses with nothing, strict headers, HEAD, robots."""

from urllib.robotparser import RobotFileParser

import pytest

from shanghaien.web.site.assets import address
from tests.web.browser_like import Visitor
from tests.web.over_http.visiting import sentence


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


@pytest.mark.parametrize("path", ["/static/%00", "/static/" + "a" * 4000, "/t/%00", "/t/" + "a" * 4000, "/api/v1/%00"])
def test_an_address_that_nothing_can_have_is_told_so(ada: Visitor, path: str) -> None:
    answer = ada.get(path)
    assert answer.status_code == 404
    assert "There is nothing at this address." in answer.text


@pytest.mark.parametrize("accept", ["text/html", "application/json", "*/*"])
def test_the_address_alone_tells_people_from_programs(ada: Visitor, accept: str) -> None:
    headers, game = {"accept": accept}, ada.create()["id"]
    for path in ("/", "/new", f"/t/{game}", f"/watch/{game}", "/nothing", "/t/nope"):
        assert ada.http.get(path, headers=headers).headers["content-type"].startswith("text/html"), path
    for path in ("/api/v1/nothing", "/api/v1/games", "/api/v1/games/nope"):
        answer = ada.http.get(path, headers=headers)
        assert answer.headers["content-type"] == "application/problem+json", path
        assert set(answer.json()) >= {"type", "title", "status", "detail", "code"}


def test_names_are_escaped_wherever_they_are_shown(ada: Visitor) -> None:
    name = "<script>alert(1)"
    table = ada.create(name=name, name_b="'\"&<img>")
    for path in (f"/t/{table['id']}", "/", f"/watch/{table['id']}"):
        page = ada.get(path).text
        assert "<script>alert" not in page
        assert "<img>" not in page
    assert "&lt;script&gt;alert(1)" in ada.get(f"/t/{table['id']}").text


PAGES = [
    *(
        "/",
        "/new",
        "/rules",
        "/puzzles",
        "/puzzles/1",
        "/dice",
        "/dice/log",
        "/import",
        "/tokens",
        "/healthz",
        "/readyz",
    ),
    *("/robots.txt", "/nothing", "/%00", address("art.svg"), "/api/v1/about", "/api/v1/games", "/api/v1/openapi.json"),
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
