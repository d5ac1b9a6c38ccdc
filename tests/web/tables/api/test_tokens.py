import re

import httpx

from shanghaien.web.people.tokens import MOST_TOKENS
from tests.web.patience import NO_TLS, PATIENCE
from tests.web.tables.api.conftest import make_token


def games(server: str, token: str) -> int:
    return httpx.get(
        f"{server}/api/v1/games", headers={"authorization": f"Bearer {token}"}, timeout=PATIENCE
    ).status_code


def revoke_first(person: httpx.Client) -> httpx.Response:
    found = re.search(r'action="(/tokens/[\w-]+/revoke)"', person.get("/tokens").text)
    assert found
    return person.post(found[1], data={"_csrf_token": person.cookies["csrftoken"]})


def test_a_token_works_until_its_owner_revokes_it(server: str, person: httpx.Client) -> None:
    token = make_token(person)
    assert games(server, token) == 200
    assert revoke_first(person).status_code == 303
    assert games(server, token) == 401


def test_a_token_is_shown_once_and_kept_as_a_hash(server: str, person: httpx.Client) -> None:
    token = make_token(person, "chess engine")
    page = person.get("/tokens").text
    assert "chess engine" in page
    assert token not in page


def test_nobody_can_revoke_the_token_of_another(server: str, person: httpx.Client) -> None:
    token = make_token(person)
    found = re.search(r'action="(/tokens/[\w-]+/revoke)"', person.get("/tokens").text)
    assert found
    with httpx.Client(verify=NO_TLS, base_url=server, timeout=PATIENCE) as stranger:
        make_token_page = stranger.get("/tokens", headers={"accept": "text/html"})
        assert make_token_page.status_code == 200
        stranger.post(found[1], data={"_csrf_token": stranger.cookies["csrftoken"]})
    assert games(server, token) == 200


def test_a_program_can_give_its_token_back(server: str, person: httpx.Client) -> None:
    token = make_token(person)
    headers = {"authorization": f"Bearer {token}"}
    assert httpx.delete(f"{server}/api/v1/token", headers=headers, timeout=PATIENCE).status_code == 204
    assert games(server, token) == 401


def test_there_is_a_most_of_tokens(person: httpx.Client) -> None:
    for number in range(MOST_TOKENS):
        make_token(person, f"program {number}")
    refusal = person.post("/tokens", data={"_csrf_token": person.cookies["csrftoken"], "name": "one more"})
    assert refusal.status_code == 409
    assert "revoke one" in refusal.text


def test_a_token_cannot_be_made_by_another_site(person: httpx.Client) -> None:
    assert person.post("/tokens", data={"name": "forged"}).status_code == 403
