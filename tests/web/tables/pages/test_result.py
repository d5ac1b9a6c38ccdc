"""The verdict at the end of a game, for both players and for watchers."""

from dataclasses import replace

import pytest

from shanghaien.web.core.ids import GameId
from shanghaien.web.tables.log import EntryKind, SeenEntry
from shanghaien.web.tables.model import GameResult, Table
from shanghaien.web.tables.pages.result import ResultPanel, verdict
from tests.rules.positions import position, side
from tests.web.tables.pages.positions import everybody, played, table

WON = GameResult(winner=0, points=(12, 9))


def ended(result: GameResult) -> Table:
    return replace(table(position(side(), side(), number=8)), result=result, waits_for=None)


def panels(shown: Table) -> dict[str, ResultPanel]:
    found = {who: verdict(looking) for who, looking in everybody(shown).items()}
    return {who: panel for who, panel in found.items() if panel}


@pytest.mark.rule(23)
def test_the_winner_reads_you_and_everybody_else_the_name() -> None:
    headings = {who: panel.heading for who, panel in panels(ended(WON)).items()}
    assert headings.pop("first") == "You win by 3 points"
    assert set(headings.values()) == {"Anna wins by 3 points"}
    assert len(headings) == 5


def test_a_draw_is_told_to_everybody() -> None:
    told = {panel.heading for panel in panels(ended(GameResult(None, (9, 9)))).values()}
    assert told == {"Nobody wins: 9 each"}


def test_a_resignation_is_told_with_who_gave_up() -> None:
    told = panels(ended(GameResult(1, (12, 9), 0, "resigned")))
    assert (told["first"].heading, told["first"].detail) == ("Marta wins", "You resigned.")
    assert (told["second"].heading, told["second"].detail) == ("You win", "Anna resigned.")
    assert (told["watcher"].heading, told["watcher"].detail) == ("Marta wins", "Anna resigned.")


def test_a_loss_on_time_is_told_with_whose_time_was_up_and_no_score_is_reckoned() -> None:
    told = panels(ended(GameResult(1, (12, 9), reason="time")))
    assert (told["first"].heading, told["first"].detail) == ("Marta wins", "You lost on time.")
    assert (told["second"].heading, told["second"].detail) == ("You win", "Anna lost on time.")
    assert (told["watcher"].heading, told["watcher"].detail) == ("Marta wins", "Anna lost on time.")
    assert {panel.reckoning for panel in told.values()} == {None}


@pytest.mark.parametrize(
    ("by", "why"),
    [
        (None, "Time was up when the game had hardly begun. It counts for nobody."),
        (1, "Time was up, and the game was called off. It counts for nobody."),
    ],
)
def test_a_game_that_was_called_off_is_nobodys_and_no_draw(by: int | None, why: str) -> None:
    over = ended(GameResult(None, (12, 9), reason="abandoned"))
    told = panels(replace(over, log=(SeenEntry(1, EntryKind.ABANDONED, by, "", 0),)))
    assert {(panel.heading, panel.detail, panel.reckoning) for panel in told.values()} == {
        ("The game was called off", why, None)
    }


def test_how_long_the_game_took_is_told() -> None:
    assert {panel.detail for panel in panels(ended(WON)).values()} == {"After 8 rounds."}


def test_only_players_are_offered_a_rematch() -> None:
    offered = {who: panel.may_rematch for who, panel in panels(ended(WON)).items()}
    assert [who for who, may in offered.items() if may] == ["first", "second", "hot seat"]
    again = panels(replace(ended(WON), rematch=GameId("next")))
    assert {panel.rematch for panel in again.values()} == {"/t/next"}


def test_a_game_that_goes_on_has_no_verdict() -> None:
    assert panels(played()) == {}
