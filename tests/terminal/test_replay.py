"""A recorded game in the shell: who gave up, who won, and what is told of a round."""

import io

import pytest
from rich.console import Console

from shanghaien.rules import Options, Record
from shanghaien.terminal.replay import headline, show_end, show_rounds
from tests.web.reviews.accounts import RECORD

NAMES = ("Ann", "Ben")


def printed(show: str, record: Record, **more: int) -> str:
    screen = io.StringIO()
    console = Console(file=screen, width=80, highlight=False, markup=False)
    {"end": show_end, "rounds": show_rounds}[show](console, record, NAMES, **more)
    return screen.getvalue()


@pytest.mark.parametrize(("seat", "sentence"), [(0, "Ann gave up; Ben wins."), (1, "Ben gave up; Ann wins.")])
def test_whoever_gave_up_has_lost(seat: int, sentence: str) -> None:
    told = printed("end", Record(RECORD.options, RECORD.steps, resigned=seat))
    assert told.splitlines()[-1] == sentence


def test_a_game_that_goes_on_is_shown_as_it_stands() -> None:
    told = printed("end", RECORD)
    assert told.startswith("As it stands in round 1")
    assert told.splitlines()[-1] == "The game is not finished."


def test_a_round_begins_with_its_starter_and_its_row_and_tells_turn_by_turn() -> None:
    told = printed("rounds", RECORD)
    assert told.startswith("Round 1 of 8: Ann starts")
    assert told.index("French") < told.index("Ann rolled 1 and 2") < told.index("Ben rolled 1 and 4")
    assert printed("rounds", RECORD, only=2) == ""
    assert printed("rounds", RECORD, only=1) == told


def test_the_headline_names_both_players_with_their_seats_and_every_other_fact() -> None:
    record = Record(Options(first="a"), (), {"Player-A": "Ann", "Player-B": "Ben", "Event": "Harbour Cup"})
    first, setup, event = headline(record).strip().splitlines()
    assert first.startswith("Ann (A) against Ben (B): ")
    assert "first a" in setup
    assert event == "Event: Harbour Cup"
    assert headline(Record(Options())).startswith("A (A) against B (B): ")
