"""Games step by step over HTTP: those played here, and those that somebody brings."""

import re
import time
from dataclasses import replace

import httpx
import pytest

from shanghaien.rules import to_json, to_text
from shanghaien.web.reviews.replay.routes import code_of
from tests.ai.review.test_reviewer import random_game
from tests.web.browser_like import Visitor
from tests.web.patience import PATIENCE
from tests.web.reviews.accounts import RECORD

NAMED = replace(RECORD, tags={"Player-A": "Anna", "Player-B": "Marta"})
FORMS = [to_text(NAMED), to_json(NAMED)]


def count_in(page: httpx.Response) -> str:
    return str(re.findall(r'<output id="count">(.*?)</output>', page.text)[0])


@pytest.mark.parametrize("text", FORMS, ids=["text", "json"])
def test_a_record_in_either_form_is_replayed_from_its_start_with_its_names(ada: Visitor, text: str) -> None:
    page = ada.post("/import", {"record": text})
    assert page.status_code == 200
    assert count_in(page) == "Move 0 of 4"
    assert "Anna vs Marta" in page.text


def test_every_step_of_a_record_has_an_address_that_holds_the_game(ada: Visitor) -> None:
    places = re.findall(r'data-step="(\d)"', ada.post("/import", {"record": FORMS[0]}).text)
    assert places == ["2", "4"]
    place = f"/record/{code_of(NAMED)}"
    assert count_in(ada.get(f"{place}?step=1")) == "Move 1 of 4"
    told = ada.get(f"{place}/steps?from=0").json()
    assert (told["first"], len(told["steps"])) == (0, 5)
    assert "Anna" in ada.get(f"{place}/overviews?step=1").text
    assert "Marta" in re.findall(r'id="seat-me".*?aria-label="(.*?)"', ada.get(f"{place}?side=b").text, re.DOTALL)[0]
    assert ada.get("/record/nonsense").status_code == 404


def test_a_game_played_here_is_replayed_from_its_start_or_the_linked_move(ada: Visitor) -> None:
    table = ada.create()
    for _ in range(3):
        table = ada.act(table)
    place = f"/replay/{table['id']}"
    assert count_in(ada.get(place)).startswith("Move 0 of ")
    assert count_in(ada.get(f"{place}?step=2")).startswith("Move 2 of ")
    assert ada.get(f"{place}/steps?from=2").json()["first"] == 0
    assert ada.get(f"{place}/overviews?step=2").status_code == 200
    page = ada.get(place).text
    assert f"/t/{table['id']}/dice" in page
    assert '/review"' not in page  # which is made when the game is over


def test_the_dice_of_a_record_are_checked_in_the_browser_of_whoever_brings_it(ada: Visitor) -> None:
    page = ada.post("/import/dice", {"record": FORMS[0]})
    assert page.status_code == 200
    assert '"Player-A": "Anna"' in page.text
    assert ada.post("/import/dice", {"record": "nonsense"}).status_code == 422


def test_a_finished_game_that_somebody_brings_is_reviewed(ada: Visitor) -> None:
    place = f"/record/{code_of(random_game(12))}"
    assert f"{place}/review" in ada.get(place).text
    until = time.monotonic() + PATIENCE
    while (page := ada.get(f"{place}/review")).status_code == 202 and time.monotonic() < until:
        time.sleep(0.1)
    assert page.status_code == 200
    assert f'href="{place}"' in page.text
    assert ada.get(f"/record/{code_of(NAMED)}/review").status_code == 422


def test_what_is_no_record_is_given_back_with_the_reason(ada: Visitor) -> None:
    answer = ada.post("/import", {"record": "<b>nonsense</b>"})
    assert answer.status_code == 422
    assert "This record cannot be replayed: " in answer.text
    assert "&lt;b&gt;nonsense" in answer.text


def test_a_record_that_is_too_long_is_refused(ada: Visitor) -> None:
    assert ada.post("/import", {"record": "x" * 100_001}).status_code == 400
    assert ada.post("/import").status_code == 400
    assert ada.get("/import").status_code == 200
