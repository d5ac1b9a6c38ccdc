"""The pages and downloads over HTTP."""

from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from shanghaien.fairness import Proof
from shanghaien.rules import load
from shanghaien.web.app import create_app
from shanghaien.web.http.assets import script
from shanghaien.web.settings import Settings
from tests.web.browser_like import Visitor
from tests.web.luck import ids


@pytest.fixture
def ada(settings: Settings) -> Iterator[Visitor]:
    with TestClient(create_app(settings, ids())) as client:
        yield Visitor(client)


def new_game(ada: Visitor) -> dict[str, Any]:
    return ada.create(contribution="<b>Ahoy</b>", seat="a")


def test_the_promise_can_be_seen_during_the_game_and_the_seed_only_after_it(ada: Visitor) -> None:
    table = new_game(ada)
    running = ada.get(f"/t/{table['id']}/dice").text
    assert table["dice"]["Commitment"] in running
    assert "secret until the game is over" in running
    ada.resign(table)
    finished = ada.get(f"/t/{table['id']}/dice").text
    seed = load(ada.get(f"/t/{table['id']}/record.txt").text).tags["Seed"]
    assert seed in finished
    assert seed not in running


def test_what_a_player_added_is_shown_as_text_and_never_as_markup(ada: Visitor) -> None:
    table = new_game(ada)
    ada.resign(table)
    assert "<b>Ahoy</b>" not in ada.get(f"/t/{table['id']}/dice").text


@pytest.mark.parametrize("form", ["txt", "json"])
def test_both_forms_of_the_record_can_be_downloaded(ada: Visitor, form: str) -> None:
    table = new_game(ada)
    answer = ada.get(f"/t/{table['id']}/record.{form}")
    assert answer.headers["content-disposition"] == f'attachment; filename="shanghaien-{table["id"]}.{form}"'
    kind = {"txt": "text/plain", "json": "application/json"}[form]
    assert answer.headers["content-type"].startswith(kind)
    proof = Proof.from_tags(load(answer.text).tags)
    assert proof is not None
    assert proof.seed is None


def test_a_record_in_a_file_can_be_checked_without_a_game(ada: Visitor) -> None:
    page = ada.get("/dice")
    assert page.status_code == 200
    assert 'type="file"' in page.text


def test_the_commitment_is_shown_before_a_player_adds_anything(ada: Visitor) -> None:
    for address in ("/", "/new"):
        assert 'data-commitment="' in ada.get(address).text


def test_an_unknown_game_has_no_dice(ada: Visitor) -> None:
    assert ada.get("/t/nothing/dice").status_code == 404


def test_the_script_of_every_page_adds_to_the_dice() -> None:
    assert 'namedItem("contribution")' in script()
