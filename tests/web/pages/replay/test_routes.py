"""A record that somebody brings, step by step, over HTTP."""

from collections.abc import Iterator

import pytest
from litestar.testing import TestClient

from shanghaien.rules import to_json, to_text
from shanghaien.web.app import create_app
from shanghaien.web.settings import Settings
from tests.web.browser_like import Visitor
from tests.web.luck import ids
from tests.web.pages.review.accounts import RECORD

FORMS = [to_text(RECORD), to_json(RECORD)]


@pytest.fixture
def ada(settings: Settings) -> Iterator[Visitor]:
    with TestClient(create_app(settings, ids())) as client:
        yield Visitor(client)


@pytest.mark.parametrize("text", FORMS, ids=["text", "json"])
def test_a_record_in_either_form_is_replayed_from_its_end_or_from_a_step(ada: Visitor, text: str) -> None:
    whole = ada.post("/import", {"record": text})
    assert whole.status_code == 200
    assert "<output>Move 4 of 4</output>" in whole.text
    early = ada.post("/import", {"record": text, "step": "1"})
    assert "<output>Move 1 of 4</output>" in early.text


def test_what_is_no_record_is_given_back_with_the_reason(ada: Visitor) -> None:
    answer = ada.post("/import", {"record": "<b>nonsense</b>"})
    assert answer.status_code == 422
    assert "This record cannot be replayed: " in answer.text
    assert "&lt;b&gt;nonsense" in answer.text


def test_a_record_that_is_too_long_is_refused(ada: Visitor) -> None:
    assert ada.post("/import", {"record": "x" * 100_001}).status_code == 400
    assert ada.post("/import").status_code == 400
    assert ada.get("/import").status_code == 200
