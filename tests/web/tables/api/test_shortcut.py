"""Whether a request is plain or not, it is answered in the same way."""

from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

Values = dict[str, Any]


@pytest.fixture
def game(program: httpx.Client) -> Values:
    made: Values = program.post("/games", json={"mode": "hot-seat", "options": {"first": "a"}}).json()
    return made


def in_pieces(text: str, between: Callable[[], object]) -> Iterator[bytes]:
    """The text in two pieces; what is done between them gives the server time to see the first one alone."""
    yield text[:9].encode()
    between()
    yield text[9:].encode()


def lasting(game: Values) -> Values:
    """What two games have in common in which the same was done."""
    fields = ("version", "mode", "options", "seats", "yours", "waits_for", "undo", "result", "rematch", "invitation")
    return {name: game[name] for name in fields} | {"phase": game["state"]["phase"], "told": len(game["log"])}


def test_an_action_that_comes_in_pieces_is_answered_as_any_other(program: httpx.Client) -> None:
    answers = []
    for pieces in (False, True):
        game = program.post("/games", json={"mode": "hot-seat", "options": {"first": "a"}}).json()
        text = f'{{"version": {game["version"]}, "id": "roll", "action": "roll"}}'
        headers = {"content-type": "application/json"}
        content = in_pieces(text, lambda: program.get("/about")) if pieces else text
        answers.append(program.post(f"/games/{game['id']}/actions", content=content, headers=headers))
    whole, pieced = answers
    assert lasting(whole.json()) == lasting(pieced.json())
    assert whole.headers["content-type"] == pieced.headers["content-type"]
    packed = {"vary", "content-encoding"}
    assert set(whole.headers) - packed == set(pieced.headers) - packed


def test_a_look_with_more_in_its_address_is_answered_as_any_other(program: httpx.Client, game: Values) -> None:
    plain, more = (program.get(f"/games/{game['id']}{query}") for query in ("?since=2", "?since=2&colour=red"))
    assert plain.json() == more.json()
    assert [entry["number"] for entry in plain.json()["log"]] == list(range(3, game["version"] + 1))


@pytest.mark.parametrize("since", ["x", "-1", "12345678", "1.5"])
def test_a_version_that_is_none_is_refused(program: httpx.Client, game: Values, since: str) -> None:
    answer = program.get(f"/games/{game['id']}?since={since}")
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


@pytest.mark.parametrize(
    ("wrong", "field"), [({"version": "x"}, "version"), ({"id": ""}, "id"), ({"action": 7}, "action")]
)
def test_a_field_of_an_action_that_is_wrong_is_named(
    program: httpx.Client, game: Values, wrong: Values, field: str
) -> None:
    action = {"version": game["version"], "id": "a", "action": "roll"} | wrong
    answer = program.post(f"/games/{game['id']}/actions", json=action)
    assert (answer.status_code, answer.json()["errors"][0]["key"]) == (400, field)
    assert program.get(f"/games/{game['id']}").json()["version"] == game["version"]


@pytest.mark.parametrize("body", ["", "no JSON", "[]", '{"version": 1}', "[" * 100_000])
def test_an_action_that_cannot_be_read_changes_nothing(program: httpx.Client, game: Values, body: str) -> None:
    answer = program.post(f"/games/{game['id']}/actions", content=body, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


def test_a_body_that_is_too_large_is_refused(program: httpx.Client, game: Values) -> None:
    answer = program.post(f"/games/{game['id']}/actions", content="x" * 300_000)
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")
