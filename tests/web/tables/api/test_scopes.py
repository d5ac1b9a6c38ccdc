"""A token that may only look is good for looking, and for nothing else."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.web.patience import NO_TLS, PATIENCE
from tests.web.tables.api.conftest import make_token
from tests.web.tables.api.sockets import at_socket

Game = dict[str, Any]
CHANGE = {"version": 1, "id": "mine"}


@pytest.fixture
def looker(server: str, person: httpx.Client) -> Iterator[httpx.Client]:
    """A program of the person's that may only look."""
    headers = {"authorization": f"Bearer {make_token(person, 'a looker', scope='read')}"}
    with httpx.Client(verify=NO_TLS, base_url=f"{server}/api/v1", headers=headers, timeout=PATIENCE) as client:
        yield client


def test_a_token_that_may_look_sees_what_its_person_sees(looker: httpx.Client, game: Game) -> None:
    assert looker.get(f"/games/{game['id']}").json() == game
    assert [listed["id"] for listed in looker.get("/games").json()] == [game["id"]]
    assert looker.get(f"/games/{game['id']}/record").is_success


@pytest.mark.parametrize("what", ["actions", "links", "chain", "undo", "resign", "call-off", "rematch"])
def test_a_token_that_may_look_changes_nothing(
    looker: httpx.Client, program: httpx.Client, game: Game, what: str
) -> None:
    asked = CHANGE | {"version": game["version"], "action": game["legal"][0], "link": "0" * 64}
    refused = looker.post(f"/games/{game['id']}/{what}", json=asked)
    assert (refused.status_code, refused.json()["code"]) == (403, "scope")
    assert program.get(f"/games/{game['id']}").json() == game


def test_a_token_that_may_look_sets_up_and_joins_nothing(looker: httpx.Client, other: httpx.Client) -> None:
    invitation = other.post("/games", json={"mode": "invite"}).json()["invitation"]
    asked = [("/games", {"mode": "hot-seat"}), ("/reservation", {}), (f"/invitations/{invitation}", {})]
    for path, body in asked:
        assert looker.post(path, json=body).json()["code"] == "scope"
    assert looker.get("/games").json() == []


def test_a_token_that_may_look_hears_at_a_socket_and_is_refused_when_it_acts(
    server: str, looker: httpx.Client, game: Game
) -> None:
    token = looker.headers["authorization"].removeprefix("Bearer ")
    with at_socket(server, game["id"], token) as socket:
        assert socket.hear("game")["id"] == game["id"]
        own = socket.ask("act", game["version"], action=game["legal"][0])
        refused = socket.hear()
        assert (refused["type"], refused["id"], refused["problem"]["code"]) == ("refused", own, "scope")


def test_a_token_that_may_look_can_end_itself(looker: httpx.Client) -> None:
    assert looker.delete("/token").status_code == 204
    assert looker.get("/games").status_code == 401


def test_the_page_says_which_tokens_may_only_look(person: httpx.Client, looker: httpx.Client) -> None:
    make_token(person, "a player")
    page = person.get("/tokens").text
    assert page.count("may only look") == 1
