"""A page at its socket: what the stream would bring comes there, and its forms are answered as requests are."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from shanghaien.web.site.sockets import LONGEST_MESSAGE
from tests.web.browser_like import Visitor
from tests.web.server import Server, running
from tests.web.tables.pages.page_sockets import PageSocket, Values, at_page_socket

New = Callable[[], Visitor]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("data"), "--bot-workers", "0") as server:
        yield server


@pytest.fixture
def new(server: Server) -> Iterator[New]:
    """Makes browsers."""
    with ExitStack() as stack:
        yield lambda: Visitor(stack.enter_context(server.client()))


@pytest.fixture
def visitor(new: New) -> Visitor:
    return new()


@pytest.fixture
def table(visitor: Visitor) -> Values:
    """A game on one screen."""
    return visitor.create()


def told(answer: Values) -> Any:
    """What the answer says to the script."""
    assert answer["type"] == "application/json"
    return json.loads(answer["body"])


def together(host: Visitor, guest: Visitor) -> Values:
    """A game of two people."""
    made = host.api("POST", "/games", json={"mode": "invite", "seat": "a", "options": {"first": "a"}}).json()
    return guest.join(made["invitation"])


def test_the_first_event_is_how_the_table_stands(server: Server, visitor: Visitor, table: Values) -> None:
    with at_page_socket(server.address, visitor, table["id"]) as page:
        assert page.hear("parts")["version"] == table["version"]
    with at_page_socket(server.address, visitor, table["id"], table["version"]) as page:
        assert page.hear("alive") == {"version": table["version"]}


def test_a_move_is_answered_and_told_to_both_players_and_to_who_watches(server: Server, new: New) -> None:
    host, guest, onlooker = new(), new(), new()
    table = together(host, guest)
    game, version = table["id"], table["version"]
    with (
        at_page_socket(server.address, host, game, version) as mine,
        at_page_socket(server.address, guest, game, version) as theirs,
        at_page_socket(server.address, onlooker, game, version, "watch") as watching,
    ):
        answer = mine.change("act", version, action="roll")
        assert answer["status"] == 200
        after = told(answer)["version"]
        assert after > version
        for page in (mine, theirs, watching):
            assert page.hear("parts")["version"] == after
        assert theirs.change("act", after, action="roll")["status"] == 422  # it is not their turn
        assert watching.change("act", after, action="roll")["status"] == 403


def test_a_whole_game_is_played_over_sockets(server: Server, new: New) -> None:
    players = {"A": new(), "B": new()}
    table = together(players["A"], players["B"])
    with ExitStack() as stack:
        pages = {
            letter: stack.enter_context(at_page_socket(server.address, person, table["id"], table["version"]))
            for letter, person in players.items()
        }
        while (turn := table["waits_for"]) is not None:
            table = players[turn].look(table["id"])
            answer = pages[turn].change("act", table["version"], action=table["legal"][-1])
            assert answer["status"] == 200, answer
            table = players[turn].look(table["id"])
        assert table["result"] is not None
        for page in pages.values():
            assert heard_of_the_end(page)


def heard_of_the_end(page: PageSocket) -> bool:
    while not page.hear("parts").get("whole"):
        pass
    return True


def test_a_repeated_form_is_answered_again_and_changes_nothing(server: Server, visitor: Visitor, table: Values) -> None:
    with at_page_socket(server.address, visitor, table["id"], table["version"]) as page:
        answers = [told(page.change("act", table["version"], "once", action="roll")) for _ in range(2)]
    with at_page_socket(server.address, visitor, table["id"]) as again:
        answers.append(told(again.change("act", table["version"], "once", action="roll")))
    fields = {"version": table["version"], "id": "once", "action": "roll", "_csrf_token": token_of(visitor)}
    accept = {"accept": "application/json"}
    answers.append(visitor.http.post(f"/t/{table['id']}/act", data=fields, headers=accept).json())
    assert answers == [{"version": visitor.look(table["id"])["version"]}] * 4


def token_of(visitor: Visitor) -> str:
    return str(visitor.http.cookies["csrftoken"])


@pytest.mark.parametrize(
    ("to", "form"),
    [
        ("act", {"action": "nonsense"}),
        ("act", {"action": "roll", "version": 0}),
        ("act", {"action": "roll", "_csrf_token": "a" * 96}),
        ("act", {}),
        ("open", {"link": "0" * 64}),
        ("undo", {}),
        ("claim-win", {}),
        ("retype", {}),
        ("nowhere", {}),
        ("resign", {"version": "x"}),
    ],
)
def test_what_is_refused_is_answered_as_the_request_would_be(
    server: Server, visitor: Visitor, table: Values, to: str, form: Values
) -> None:
    fields = {"version": table["version"], "id": "refused", "_csrf_token": token_of(visitor)} | form
    with at_page_socket(server.address, visitor, table["id"], table["version"]) as page:
        answer = page.send(to, **fields)
    asked = visitor.http.post(f"/t/{table['id']}/{to}", data=fields, headers={"accept": "application/json"})
    assert asked.status_code >= 400
    assert (answer["status"], answer["type"]) == (asked.status_code, asked.headers["content-type"])
    if answer["type"] == "application/json":
        assert told(answer) == asked.json()
    assert visitor.look(table["id"])["version"] == table["version"]


def test_every_other_form_goes_the_same_way(server: Server, visitor: Visitor, table: Values) -> None:
    with at_page_socket(server.address, visitor, table["id"], table["version"]) as page:
        rolled = told(page.change("act", table["version"], action="roll"))["version"]
        place = next(action for action in visitor.look(table["id"])["legal"] if action.startswith("place"))
        placed = told(page.change("act", rolled, action=place))["version"]
        assert told(page.change("undo", placed))["version"] > placed
        assert page.change("resign", visitor.look(table["id"])["version"])["status"] == 200
    assert visitor.look(table["id"])["result"]["resigned"]


def test_a_sentence_is_in_the_language_of_the_page(server: Server, visitor: Visitor, table: Values) -> None:
    visitor.http.cookies.set("lang", "de")
    with at_page_socket(server.address, visitor, table["id"], table["version"]) as page:
        told_stale = told(page.change("act", 0, action="roll"))
    asked = {"version": 0, "id": "stale", "action": "roll", "_csrf_token": token_of(visitor)}
    answer = visitor.http.post(f"/t/{table['id']}/act", data=asked, headers={"accept": "application/json"})
    assert told_stale == answer.json()
    assert told_stale["code"] == "stale"


@pytest.mark.parametrize("origin", ["https://other.example", "http://localhost:1", "null", ""])
def test_a_page_of_another_site_is_refused(server: Server, visitor: Visitor, table: Values, origin: str) -> None:
    with (
        pytest.raises(InvalidStatus) as refused,
        at_page_socket(server.address, visitor, table["id"], Origin=origin),
    ):
        pass
    assert refused.value.response.status_code == 403


def test_where_there_is_no_game_there_is_no_socket(server: Server, visitor: Visitor) -> None:
    with pytest.raises(InvalidStatus), at_page_socket(server.address, visitor, "nothing"):
        pass


@pytest.mark.parametrize(
    ("message", "code"),
    [("rubbish", 4400), ('{"re": 1}', 4400), ('{"re":1,"to":"../x","form":{}}', 4400), (b"bytes", 1003)],
)
def test_whoever_sends_what_no_page_sends_is_disconnected(
    server: Server, visitor: Visitor, table: Values, message: str | bytes, code: int
) -> None:
    with at_page_socket(server.address, visitor, table["id"]) as page:
        page.connection.send(message)
        assert page.end() == code


def test_a_message_that_is_too_long_ends_the_line(server: Server, visitor: Visitor, table: Values) -> None:
    with at_page_socket(server.address, visitor, table["id"]) as page:
        page.connection.send("x" * (LONGEST_MESSAGE + 1))
        assert page.end() == 1009


def test_a_server_that_stops_has_pages_come_back(tmp_path: Path) -> None:
    with running(tmp_path, "--bot-workers", "0") as server, server.client() as client:
        visitor = Visitor(client)
        table = visitor.create()
        with at_page_socket(server.address, visitor, table["id"]) as page:
            page.hear("parts")
            server.process.terminate()
            assert page.hear("come-back") == {}
            assert page.end() == 1012
        assert server.stop() == 0
        assert not [line for line in server.lines if "Traceback" in line or '"level": "error"' in line]
