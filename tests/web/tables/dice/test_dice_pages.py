"""The pages and downloads over HTTP."""

from typing import Any

import pytest

from shanghaien.fairness import verify
from shanghaien.fairness.evidence import read_evidence
from shanghaien.rules import load
from tests.web.browser_like import Visitor
from tests.web.forms import form_on


def new_game(ada: Visitor) -> dict[str, Any]:
    """A table for which a word was typed on the page that shows what the server has committed to."""
    values = {"mode": "hot-seat", "contribution": "<b>Ahoy</b>"}
    confirm = ada.submit("/new", "/new", **values)
    form = form_on(confirm.text, "/new", "/new")
    return ada.led_to(ada.post(form.action, form.fields | values))


def test_the_promise_can_be_seen_during_the_game_and_after_it(ada: Visitor) -> None:
    table = new_game(ada)
    running = ada.get(f"/t/{table['id']}/dice").text
    ada.resign(table)
    finished = ada.get(f"/t/{table['id']}/dice").text
    for end in (table["dice"]["Reserved"].split()[0], table["dice"]["Creator"].split()[2]):
        assert end in running
        assert end in finished


def test_a_word_is_asked_for_again_once_the_server_has_committed_itself(ada: Visitor) -> None:
    page = ada.submit("/new", "/new", mode="bot", seat="a", contribution="early").text
    form = form_on(page, "/new", "/new")
    assert (form.fields["mode"], form.fields["seat"]) == ("bot", "a")
    table = ada.led_to(ada.post(form.action, form.fields | {"contribution": "late"}))
    assert all(end in page for end in table["dice"]["Reserved"].split())
    assert table["dice"]["Creator"].split()[-1] == b"late".hex()


def test_what_a_player_added_is_shown_as_text_and_never_as_markup(ada: Visitor) -> None:
    shown = ada.get(f"/t/{new_game(ada)['id']}/dice").text
    assert "&lt;b&gt;Ahoy&lt;/b&gt;" in shown
    assert "<b>Ahoy</b>" not in shown


@pytest.mark.parametrize("form", ["txt", "json"])
def test_both_forms_of_the_record_can_be_downloaded_at_any_time_and_checked(ada: Visitor, form: str) -> None:
    table = new_game(ada)
    answer = ada.get(f"/t/{table['id']}/record.{form}")
    assert answer.headers["content-disposition"] == f'attachment; filename="shanghaien-{table["id"]}.{form}"'
    kind = {"txt": "text/plain", "json": "application/json"}[form]
    assert answer.headers["content-type"].startswith(kind)
    assert verify(read_evidence(answer.text), load(answer.text)).ok


def test_a_record_in_a_file_can_be_checked_without_a_game(ada: Visitor) -> None:
    page = ada.get("/dice")
    assert page.status_code == 200
    assert 'type="file"' in page.text


def test_an_unknown_game_has_no_dice(ada: Visitor) -> None:
    assert ada.get("/t/nothing/dice").status_code == 404
