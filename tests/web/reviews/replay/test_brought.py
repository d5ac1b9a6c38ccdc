"""A game that lies in an address."""

from dataclasses import replace

import pytest

from shanghaien.rules import Record, to_text
from shanghaien.web.core.errors import BadRequestError, NotFoundError
from shanghaien.web.reviews.replay import routes as brought
from shanghaien.web.reviews.replay.routes import code_of, record_in
from tests.ai.review.test_reviewer import random_game

TAGS = {"Player-A": "Анна", "Player-B": "Marta", "Date": "2026-11-16", "Seed": "5e"}


def named() -> Record:
    return replace(random_game(12), tags=TAGS)


def test_an_address_holds_the_whole_game_with_its_names_and_nothing_else() -> None:
    again = record_in(code_of(named()))
    assert again.step_texts == named().step_texts
    assert again.tags == {name: value for name, value in TAGS.items() if name != "Seed"}
    assert again.result == named().result


def test_an_address_is_short_enough_to_be_handed_on() -> None:
    code = code_of(named())
    assert len(code) < 1000 < len(to_text(named()))
    assert code.replace("-", "").replace("_", "").isalnum()


@pytest.mark.parametrize("code", ["", "nonsense", "é", "eJw", "x" * 3000, code_of(random_game(12))[:-9]])
def test_what_holds_no_game_is_refused(code: str) -> None:
    with pytest.raises(NotFoundError):
        record_in(code)


def test_a_game_that_is_too_long_for_an_address_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brought, "LONGEST_CODE", 100)
    with pytest.raises(BadRequestError):
        code_of(named())
