"""What the script of a table asks for: short answers to moves, parts, overviews; and the same by whole pages without it."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from shanghaien.web.app import create_app
from shanghaien.web.core.settings import load
from tests.web.browser_like import Visitor, clients_of
from tests.web.randomness import SECRET, ids

NewVisitor = Callable[[], Visitor]
BRIEFLY = {"accept": "application/json"}


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NewVisitor]:
    """Makes visitors to one server, each with cookies of their own."""
    given = {"data": tmp_path_factory.mktemp("data"), "secret": SECRET, "bot_pause": 0, "rate_limit": 0}
    app = create_app(load(given, {}), ids())
    with clients_of(app) as client:
        yield lambda: Visitor(client())


def send(visitor: Visitor, table: dict[str, Any], what: str = "act", **values: Any) -> httpx.Response:
    """A change as the script sends it."""
    token = {"_csrf_token": visitor.http.cookies["csrftoken"]}
    fields = token | visitor.request(table) | values
    return visitor.http.post(f"/t/{table['id']}/{what}", data=fields, headers=BRIEFLY, follow_redirects=False)


def test_a_move_by_script_is_answered_with_the_new_version(visitor: NewVisitor) -> None:
    ada = visitor()
    table = ada.create()
    answer = send(ada, table, action="roll")
    assert (answer.status_code, answer.json()) == (200, {"version": ada.look(table["id"])["version"]})
    taken = send(ada, ada.look(table["id"]), "undo")
    assert (taken.status_code, taken.json()["code"]) == (422, "illegal")


@pytest.mark.parametrize(
    ("values", "status", "code"),
    [
        ({"action": "roll", "version": 0}, 409, "stale"),
        ({"action": "shanghai"}, 422, "illegal"),
        ({"action": "roll", "version": "x"}, 400, "malformed"),
    ],
)
def test_a_refusal_by_script_is_one_sentence_in_the_reader_s_language(
    visitor: NewVisitor, values: dict[str, Any], status: int, code: str
) -> None:
    ada = visitor()
    table = ada.create()
    english = send(ada, table, **values)
    ada.http.cookies.set("lang", "de")
    german = send(ada, table, **values)
    assert (
        (english.status_code, english.json()["code"]) == (german.status_code, german.json()["code"]) == (status, code)
    )
    assert english.json()["sentence"] != german.json()["sentence"]
    assert re.search(r"[.)]$", german.json()["sentence"])


def test_a_stranger_is_refused_briefly_too(visitor: NewVisitor) -> None:
    ada, eve = visitor(), visitor()
    answer = send(eve, ada.create(), action="roll")
    assert (answer.status_code, answer.json()["code"]) == (403, "not-yours")


def test_calling_an_invitation_off_says_where_to_go(visitor: NewVisitor) -> None:
    ada = visitor()
    assert send(ada, ada.create(mode="invite"), "call-off").json() == {"to": "/"}


def test_players_who_watch_are_sent_what_watchers_see(visitor: NewVisitor) -> None:
    ada, eve = visitor(), visitor()
    table = ada.create()
    playing = ada.get(f"/t/{table['id']}/parts").json()["parts"]["tray"]
    watching = ada.get(f"/watch/{table['id']}/parts").json()["parts"]["tray"]
    assert 'value="roll"' in playing
    assert 'value="roll"' not in watching
    assert watching == eve.get(f"/t/{table['id']}/parts").json()["parts"]["tray"]


def test_a_watcher_s_parts_are_seen_from_their_side(visitor: NewVisitor) -> None:
    ada = visitor()
    table = ada.create(name="Anna", name_b="Marta")
    for side, name in (("", "Anna"), ("a", "Anna"), ("b", "Marta")):
        below = ada.get(f"/watch/{table['id']}/parts?side={side}").json()["parts"]["seat-me"]
        assert f'aria-label="{name}"' in below


def test_the_overviews_are_those_of_the_page_without_script(visitor: NewVisitor) -> None:
    ada = visitor()
    table = ada.create()
    page, alone = ada.get(f"/t/{table['id']}").text, ada.get(f"/t/{table['id']}/overviews").text
    assert [found[1] for found in re.finditer(r'id="(pop-\w+)" popover', alone)] == [
        *(f"pop-{nation}" for nation in ("am", "fr", "de", "cn", "nl", "tr", "es", "it")),
        "pop-score",
    ]
    assert alone in page
    assert alone not in re.sub(r"<noscript>.*?</noscript>", "", page, flags=re.DOTALL)


def test_the_invitation_is_sent_to_the_host_only(visitor: NewVisitor) -> None:
    ada, eve = visitor(), visitor()
    table = ada.create(mode="invite")
    path = f"/t/{table['id']}/parts"
    assert "/join/" in ada.get(path).text
    assert "/join/" not in eve.get(path).text
    assert "/seat/" not in ada.get(path).text
