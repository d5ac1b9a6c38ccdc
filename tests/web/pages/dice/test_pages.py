"""The pages and downloads over HTTP."""

from collections.abc import Iterator

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from shanghaien.fairness import Proof
from shanghaien.rules.record_load import load
from shanghaien.web.app import create_app
from shanghaien.web.http.assets import script
from shanghaien.web.settings import Settings
from tests.web.luck import ids

PAGE = {"accept": "text/html"}


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient[Litestar]]:
    with TestClient(create_app(settings, ids())) as client:
        client.get("/new", headers=PAGE)
        client.headers["x-csrftoken"] = client.cookies["csrftoken"]
        yield client


def new_game(client: TestClient[Litestar]) -> dict[str, object]:
    made = client.post("/new", json={"mode": "hot-seat", "contribution": "<b>Ahoy</b>", "seat": "a"})
    assert made.status_code == 201, made.text
    table: dict[str, object] = made.json()
    return table


def resign(client: TestClient[Litestar], table: dict[str, object]) -> None:
    answer = client.post(f"/t/{table['id']}/resign", json={"version": table["version"], "id": "r1"})
    assert answer.status_code == 200, answer.text


def test_the_promise_can_be_seen_during_the_game_and_the_seed_only_after_it(client: TestClient[Litestar]) -> None:
    table = new_game(client)
    running = client.get(f"/t/{table['id']}/dice", headers=PAGE).text
    dice = table["dice"]
    assert isinstance(dice, dict)
    assert dice["Commitment"] in running
    assert "secret until the game is over" in running
    resign(client, table)
    finished = client.get(f"/t/{table['id']}/dice", headers=PAGE).text
    seed = load(client.get(f"/t/{table['id']}/record.txt").text).tags["Seed"]
    assert seed in finished
    assert seed not in running


def test_what_a_player_added_is_shown_as_text_and_never_as_markup(client: TestClient[Litestar]) -> None:
    table = new_game(client)
    resign(client, table)
    assert "<b>Ahoy</b>" not in client.get(f"/t/{table['id']}/dice", headers=PAGE).text


@pytest.mark.parametrize("form", ["txt", "json"])
def test_both_forms_of_the_record_can_be_downloaded(client: TestClient[Litestar], form: str) -> None:
    table = new_game(client)
    answer = client.get(f"/t/{table['id']}/record.{form}")
    assert answer.headers["content-disposition"].startswith("attachment")
    proof = Proof.from_tags(load(answer.text).tags)
    assert proof is not None
    assert proof.seed is None


def test_a_record_in_a_file_can_be_checked_without_a_game(client: TestClient[Litestar]) -> None:
    page = client.get("/dice", headers=PAGE)
    assert page.status_code == 200
    assert 'type="file"' in page.text


def test_the_commitment_is_shown_before_a_player_adds_anything(client: TestClient[Litestar]) -> None:
    for address in ("/", "/new"):
        assert 'data-commitment="' in client.get(address, headers=PAGE).text


def test_an_unknown_game_has_no_dice(client: TestClient[Litestar]) -> None:
    assert client.get("/t/nothing/dice", headers=PAGE).status_code == 404


def test_the_script_of_every_page_adds_to_the_dice() -> None:
    assert 'namedItem("contribution")' in script()
