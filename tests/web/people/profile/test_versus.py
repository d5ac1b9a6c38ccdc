"""Two people over the years: wins and points by set-up, pace and year, runs, and the same from the other side."""

from datetime import UTC, datetime

import pytest

from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.people.profile.charts import WIDE
from shanghaien.web.people.profile.opponent_views import Versus
from shanghaien.web.standings.result_lists import ListedResult
from tests.web.people.arriving import Resident
from tests.web.people.profile.town import Town, text_of


def at(year: int, month: int = 6) -> int:
    return round(datetime(year, month, 1, tzinfo=UTC).timestamp() * 1000)


def row(score: int, year: int = 2026, setup: str = "base", pace: str = "live") -> ListedResult:
    told = (GameId("g"), 0, PersonId("other"), "", at(year), setup, pace, score, 20, 15, "points", "", 0.1, 0.2, 40)
    return ListedResult(*told)


def test_games_are_added_up_by_set_up_pace_and_year() -> None:
    rows = [row(2), row(0, setup="online"), row(1, 2025, pace="days"), row(2, 2025)]
    versus = Versus(("Ada", "Ben"), rows)
    assert (versus.total.won, versus.total.drawn, versus.total.lost) == (2, 1, 1)
    assert (versus.total.points, versus.total.points_against) == (80, 60)
    assert {each.name: each.games for each in versus.by_setup} == {"Base game": 3, "Online variant": 1}
    assert {each.name: each.games for each in versus.by_pace} == {"Live": 3, "Days": 1}
    assert [(each.name, each.won, each.drawn, each.lost) for each in versus.years] == [
        ("2025", 1, 1, 0),
        ("2026", 1, 0, 1),
    ]
    assert versus.luck == "+0.4"


@pytest.mark.parametrize(
    ("scores", "said", "longest"),
    [
        ((2, 2, 0, 2), "Ada has won the last 2 games.", (2, 1)),
        ((0, 2, 2, 2), "Ben has won the last game.", (3, 1)),
        ((1, 0, 0), "The last game was a draw.", (0, 2)),
    ],
)
def test_runs_are_told(scores: tuple[int, ...], said: str, longest: tuple[int, int]) -> None:
    versus = Versus(("Ada", "Ben"), [row(score) for score in scores])
    assert (versus.streak, versus.longest) == (said, longest)


def test_the_years_are_drawn_so_that_no_colour_is_needed() -> None:
    drawn = Versus(("Ada", "Ben"), [row(2), row(1), row(0)]).picture(WIDE)
    for kind in ('class="vwon"', 'class="vdrawn"', 'class="vlost"', "url(#vx-w)"):
        assert kind in drawn
    assert "2026: Won 1, Drawn 1, Lost 1" in drawn


@pytest.fixture(scope="module")
def pair(town: Town) -> Resident:
    ada, ada_id = town.somebody("Adele")
    _, ben_id = town.somebody("Benno")
    for score, year in ((2, 2024), (2, 2025), (0, 2026), (2, 2026)):
        town.played(ada, ada_id, ben_id, score=score, ended=at(year, 3 + score))
    return ada


def test_both_sides_tell_the_same_story(pair: Resident, town: Town) -> None:
    one, other = (
        text_of(town.new().get(path).text) for path in ("/people/Adele/versus/Benno", "/people/Benno/versus/Adele")
    )
    assert "3 : 1" in one
    assert "1 : 3" in other
    for page in (one, other):
        assert "Adele has won the last game." in page
        assert "4 games since 1 May 2024" in page


def test_nobody_plays_against_themselves_or_somebody_unknown(pair: Resident, town: Town) -> None:
    for path in ("/people/Adele/versus/Adele", "/people/Adele/versus/Nobody", "/people/Nobody/versus/Adele"):
        assert town.new().get(path).status_code == 404
    town.somebody("Ulf")
    assert "have not finished a game" in town.new().get("/people/Adele/versus/Ulf").text
