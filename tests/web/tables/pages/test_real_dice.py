"""A table with real dice without script: each tap is sent by itself, and nothing that was tapped or typed is lost."""

import html
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from shanghaien.web.app import create_app
from shanghaien.web.core.settings import load
from tests.web.browser_like import Visitor, clients_of
from tests.web.forms import form_on
from tests.web.randomness import SECRET, ids

ROW = ("FRE", "FRE3", "again", "AME", "AME1", "shift", "DUT", "DUT4", "ITA", "ITA2")


@pytest.fixture(scope="module")
def ada(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    given = {"data": tmp_path_factory.mktemp("data"), "secret": SECRET, "bot_pause": 0, "rate_limit": 0}
    app = create_app(load(given, {}), ids())
    with clients_of(app) as client:
        yield Visitor(client())


@pytest.fixture
def table(ada: Visitor) -> dict[str, Any]:
    return ada.create(mode="real-dice", name="Ines", name_b="Marta")


def tap(ada: Visitor, table: dict[str, Any], *words: str) -> httpx.Response:
    """Tap one after the other, each on the page that the last one led to."""
    path = f"/t/{table['id']}"
    page = ada.get(path)
    for word in words:
        form = form_on(page.text, path, f"{path}/tap")
        page = ada.http.post(form.action, data=form.fields | {"tap": word}, follow_redirects=True)
    return page


def typed(ada: Visitor, table: dict[str, Any], text: str) -> httpx.Response:
    return ada.submit(f"/t/{table['id']}", f"/t/{table['id']}/chance", typed=text)


def test_a_turn_is_tapped_step_by_step(ada: Visitor, table: dict[str, Any]) -> None:
    assert "What did you roll, Marta?" in tap(ada, table, "B", *ROW).text
    page = tap(ada, table, "2")
    assert "The first was a 2. Tap the second; for a double tap the 2 again." in page.text
    assert "Take back: 2" in page.text
    tap(ada, table, "2", "5")
    assert ada.look(table["id"])["state"]["rolled"] == [2, 5]


def test_the_question_goes_from_card_to_card_and_taking_back_goes_back(ada: Visitor, table: dict[str, Any]) -> None:
    page = tap(ada, table, "A", "FRE", "FRE3", "GER")
    assert "Which is the second card?" in page.text
    assert "Take back: German" in page.text
    page = tap(ada, table, "FRE", "FRE3", "GER", "back", "back")
    assert "Which is the first card?" in page.text
    assert ada.look(table["id"])["state"]["tavern"] == []


def test_after_a_row_was_taken_back_only_its_last_card_is_to_be_tapped_again(
    ada: Visitor, table: dict[str, Any]
) -> None:
    path = f"/t/{table['id']}"
    tap(ada, table, "A", *ROW)
    ada.submit(path, f"{path}/retype")
    assert "Which is the last card?" in ada.get(path).text
    tap(ada, table, "both")
    assert ada.look(table["id"])["state"]["tavern"][-2:] == ["DUT4", "both"]


def test_what_was_typed_and_refused_stays_in_the_field_with_the_reason(ada: Visitor, table: dict[str, Any]) -> None:
    tap(ada, table, "A")
    refused = typed(ada, table, "french 3, nonsense, ame1")
    assert refused.status_code == 422
    said = html.unescape(refused.text)
    assert 'value="french 3, nonsense, ame1"' in said
    assert said.count("“nonsense” ") == 1, "told once, under the question"
    typed(ada, table, "french 3, roll again, Amerikaner 1, Die ±1, HOL4, Italiani 2")
    assert ada.look(table["id"])["state"]["tavern"] == ["FRE3", "again", "AME1", "shift", "DUT4", "ITA2"]


def test_who_starts_can_be_typed_by_name(ada: Visitor, table: dict[str, Any]) -> None:
    typed(ada, table, "marta")
    assert "Which is the first card?" in ada.get(f"/t/{table['id']}").text
    tap(ada, table, *ROW)
    assert ada.look(table["id"])["waits_for"] == "B"


def test_a_page_in_german_lists_the_codes_that_it_understands(ada: Visitor, table: dict[str, Any]) -> None:
    tap(ada, table, "A")
    ada.http.cookies.set("lang", "de")
    page = ada.get(f"/t/{table['id']}").text
    ada.http.cookies.delete("lang")
    assert "DEU" in page
    assert "FRA3" in page


def test_nobody_else_taps(ada: Visitor, table: dict[str, Any]) -> None:
    assert "data-taps" not in ada.get(f"/watch/{table['id']}").text


def test_a_tap_at_a_table_that_draws_its_dice_changes_nothing(ada: Visitor) -> None:
    table = ada.create()
    answer = ada.post(f"/t/{table['id']}/tap", {"tap": "3", **ada.request(table)})
    assert "data-taps" not in answer.text
    assert ada.look(table["id"])["version"] == table["version"]
