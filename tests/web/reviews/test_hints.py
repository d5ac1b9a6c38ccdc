"""Advice: only against bots, only for one's own choice, and the record says so."""

from dataclasses import replace
from typing import Any

from shanghaien.rules import Record, load
from shanghaien.web.reviews.routes import was_asked
from shanghaien.web.reviews.step_views import MOST_CHOICES
from shanghaien.web.tables.log import EntryKind, SeenEntry
from shanghaien.web.tables.model import Table, Viewer
from tests.web.browser_like import Visitor
from tests.web.tables.pages.positions import played


def table(ada: Visitor, mode: str) -> dict[str, Any]:
    """A table after the first roll; an invitation that nobody has taken yet."""
    made = ada.create(mode=mode, level="cabin-boy", preset="custom", seat="a", first="a")
    return made if mode == "invite" else ada.act(made, "roll")


def ask(ada: Visitor, game: dict[str, Any]) -> int:
    return ada.post(f"/hint/{game['id']}", ada.request(game)).status_code


def record(ada: Visitor, game: dict[str, Any]) -> Record:
    return load(ada.get(f"/t/{game['id']}/record.txt").text)


def test_the_captain_tells_every_choice_with_its_value_and_the_record_notes_it(ada: Visitor) -> None:
    game = table(ada, "bot")
    asked = ada.submit(f"/t/{game['id']}", f"/hint/{game['id']}")
    assert asked.status_code == 303
    page = ada.get(asked.headers["location"]).text
    assert page.count("%</span>") >= min(len(game["legal"]), MOST_CHOICES)
    assert "The game record will show that you asked" in page
    noted = record(ada, game)
    assert noted.tags["Help-A"] == str(len(noted.steps) + 1)


def test_there_is_no_advice_between_people(ada: Visitor) -> None:
    for mode in ("hot-seat", "invite"):
        game = table(ada, mode)
        assert ask(ada, game) == 422
        assert "Help-A" not in record(ada, game).tags


def test_advice_is_shown_only_after_it_was_asked_for(ada: Visitor) -> None:
    game = table(ada, "bot")
    answer = ada.get(f"/hint/{game['id']}")
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/t/{game['id']}"


def test_asking_twice_for_one_choice_is_noted_once(ada: Visitor) -> None:
    game = table(ada, "bot")
    assert ask(ada, game) == 303
    assert ask(ada, ada.look(game["id"])) == 303
    assert " " not in record(ada, game).tags["Help-A"]


def test_the_button_is_there_against_a_bot_only(ada: Visitor) -> None:
    assert "What would the Captain do?" in ada.get(f"/t/{table(ada, 'bot')['id']}").text
    assert "What would the Captain do?" not in ada.get(f"/t/{table(ada, 'hot-seat')['id']}").text


def asked_by(seat: int, *, undone: bool = False) -> Table:
    """Anna is to choose, and somebody has asked for advice."""
    game = played("roll", "1-2")
    entry = SeenEntry(len(game.log) + 1, EntryKind.HELP, seat, "", 0, undone=undone)
    return replace(game, log=(*game.log, entry))


def test_advice_is_for_whoever_asked_and_is_to_choose() -> None:
    anna, marta = (Viewer(frozenset({seat})) for seat in (0, 1))
    assert was_asked(asked_by(0), anna)
    assert not was_asked(asked_by(0), marta)
    assert not was_asked(asked_by(0), Viewer())
    assert not was_asked(asked_by(1), anna)
    assert not was_asked(asked_by(1), marta)
    assert not was_asked(replace(asked_by(0), waits_for=1), anna)
    assert not was_asked(asked_by(0, undone=True), anna)
    assert not was_asked(replace(played(), log=()), anna)
