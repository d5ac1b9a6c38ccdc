"""What the page shows and embeds of a game, before any script has run."""

from typing import Any

import pytest

from shanghaien.rules import Record, to_dict
from shanghaien.web.tables.dice.routes import promise_of
from shanghaien.web.tables.dice.script_texts import sentences
from shanghaien.web.tables.model import SeatKind, TableSeat
from tests.fairness.honest import House
from tests.fairness.test_cheating import WITH_BOT
from tests.web.golden.scenes import shown

CHAIRS = (TableSeat(SeatKind.HUMAN, "Ada"), TableSeat(SeatKind.BOT, "", "captain"))


def record_with_bot() -> Record:
    return House(stop=6, **WITH_BOT | {"seat": "a", "words": ("<b>Ahoy</b>", "")}).play().record()


def test_both_players_and_the_server_are_told_with_the_ends_of_their_chains() -> None:
    record = record_with_bot()
    told = promise_of(record.tags, CHAIRS)
    assert told is not None
    assert told["server"] == record.tags["Reserved"].split()[0]
    ada, bot = told["players"]
    assert (ada["letter"], ada["name"], ada["kind"], ada["word"]) == ("A", "Ada", "person", "<b>Ahoy</b>")
    assert ada["end"] in record.tags["Creator"]
    assert (bot["letter"], bot["kind"], bot["end"], bot["word"]) == ("B", "bot:captain", None, "")


def test_the_page_embeds_a_game_that_goes_on_and_shows_words_as_text() -> None:
    record = record_with_bot()
    promise = promise_of(record.tags, CHAIRS)
    more: dict[str, Any] = {"game": "g", "over": False, "promise": promise, "sentences": sentences(), "reading": {}}
    page = shown("tables/dice/dice.html", "/t/g/dice", record=to_dict(record), **more)
    assert "holds a chain of their own" in page
    assert "is a bot, without a chain" in page
    assert "Word <b>Ahoy</b>" in page


def test_tags_that_cant_be_read_promise_nothing_that_could_be_shown() -> None:
    tags = dict(record_with_bot().tags) | {"Table": "nowhere"}
    assert promise_of(tags, CHAIRS) is None


@pytest.mark.parametrize("tags", [{}, {"Dice": "manual"}])
def test_real_dice_promise_nothing(tags: dict[str, str]) -> None:
    assert promise_of(tags, CHAIRS) is None
