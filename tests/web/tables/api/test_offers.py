"""Programs offer tables and sit down as people do."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.web.patience import NO_TLS, PATIENCE
from tests.web.tables.api.conftest import make_token


@pytest.fixture
def looker(server: str, person: httpx.Client) -> Iterator[httpx.Client]:
    headers = {"authorization": f"Bearer {make_token(person, 'a looker', scope='read')}"}
    with httpx.Client(verify=NO_TLS, base_url=f"{server}/api/v1", headers=headers, timeout=PATIENCE) as client:
        yield client


def offered(program: httpx.Client, **values: Any) -> str:
    answer = program.post("/offers", json={"name": "Ada", **values})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def test_a_program_offers_a_table_and_another_one_sits_down(program: httpx.Client, other: httpx.Client) -> None:
    game = offered(program, word="by a program", low=1400, high=1600, pace="live 300 10")
    listed = {each["id"]: each for each in other.get("/offers").json()}[game]
    assert (listed["word"], listed["fit"], listed["low"], listed["rating"]) == ("by a program", "fits", 1400, None)
    assert {each["id"]: each["fit"] for each in program.get("/offers").json()}[game] == "own"
    begun = other.post(f"/offers/{game}", json={"name": "Bob"})
    assert begun.status_code == 201
    assert {seat["name"] for seat in begun.json()["seats"]} == {"Ada", "Bob"}
    late = other.post(f"/offers/{game}", json={})
    assert (late.status_code, late.json()["code"]) == (409, "offer-gone")


def test_an_offer_is_taken_back_by_its_owner(program: httpx.Client, other: httpx.Client) -> None:
    game = offered(program)
    assert other.delete(f"/offers/{game}").json()["code"] == "not-yours"
    assert program.delete(f"/offers/{game}").status_code == 204
    assert program.delete(f"/offers/{game}").json()["code"] == "offer-gone"
    assert program.get(f"/games/{game}").status_code == 404


def test_a_token_that_may_look_sees_offers_and_changes_nothing(looker: httpx.Client, other: httpx.Client) -> None:
    game = offered(other)
    assert game in {each["id"] for each in looker.get("/offers").json()}
    for answer in (
        looker.post("/offers", json={}),
        looker.post(f"/offers/{game}", json={}),
        looker.delete(f"/offers/{game}"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "scope")
    other.delete(f"/offers/{game}")


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"rated": True}, "bad-offer"),
        ({"pace": ""}, "bad-offer"),
        ({"low": 1600, "high": 1500}, "bad-offer"),
        ({"word": "see https://elsewhere.example"}, "bad-offer"),
    ],
)
def test_what_nobody_can_offer_is_refused_with_its_code(
    program: httpx.Client, values: dict[str, Any], code: str
) -> None:
    answer = program.post("/offers", json=values)
    assert (answer.status_code, answer.json()["code"]) == (422, code)


def test_the_sixth_offer_is_one_too_many(program: httpx.Client) -> None:
    games = [offered(program) for _ in range(5)]
    assert program.post("/offers", json={}).json()["code"] == "too-many-offers"
    for game in games:
        program.delete(f"/offers/{game}")
