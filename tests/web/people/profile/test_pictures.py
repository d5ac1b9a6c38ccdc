"""Drawings fit into their frames whatever the numbers are, and say the same in all languages."""

import re

import pytest

from shanghaien.web.core.i18n import LANGUAGES, language_context
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.people.profile.charts import SMALL, WIDE, CurvePicture, marks, read_curve
from shanghaien.web.people.profile.review_views import (
    RoundAccuracy,
    error_picture,
    luck_picture,
    mistakes_of,
    months_of,
    rounds_of,
    rounds_picture,
    skill_picture,
)
from shanghaien.web.standings.result_lists import HabitRow, ListedResult
from tests.web.standings.result_rows import DAY, FIRST_DAY

CURVES = {
    "usual": CurvePicture([(FIRST_DAY + n * DAY, 1500 + n, 90) for n in range(100)], [(FIRST_DAY + DAY, 1490, 60)]),
    "one moment": CurvePicture([(FIRST_DAY, 1500, 350), (FIRST_DAY, 1500, 350)]),
    "years": CurvePicture([(FIRST_DAY, 400, 30), (FIRST_DAY + 4000 * DAY, 2900, 30)], [(FIRST_DAY, 2000, 30)]),
    "flat": CurvePicture([(FIRST_DAY, 1500, 0), (FIRST_DAY + 40 * DAY, 1500, 0)], [(FIRST_DAY, 1500, 0)]),
}


def numbers(drawing: str, pattern: str) -> list[float]:
    return [float(number) for number in re.findall(pattern, drawing)]


@pytest.mark.parametrize("curve", CURVES)
@pytest.mark.parametrize("size", [WIDE, SMALL], ids=["wide", "phone"])
def test_every_point_lies_inside_and_so_do_the_words(curve: str, size: object) -> None:
    assert size in {WIDE, SMALL}
    sized = WIDE if size == WIDE else SMALL
    drawn = str(CURVES[curve].svg(sized))
    assert "nan" not in drawn
    for path in re.findall(r' d="M([^"]+)"', drawn):
        for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", path):
            assert 0 <= float(x) <= sized.width
            assert 0 <= float(y) <= sized.height
    for x in numbers(drawn, r'<text[^>]* x="(-?[\d.]+)"'):
        assert 0 <= x <= sized.width


def test_a_curve_that_cannot_be_read_is_none() -> None:
    for broken in ("", "[]", "{", '{"rating":[["x",1,2]]}', '{"rating":[[1,2]]}'):
        assert list(read_curve(broken).rating) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("days", [1, 20, 100, 400, 3000])
def test_marks_of_time_are_few_and_in_order(language: str, days: int) -> None:
    with language_context(language):
        found = marks(FIRST_DAY, FIRST_DAY + days * DAY, 4)
    assert 1 <= len(found) <= 4
    times = [at for at, _ in found]
    assert times == sorted(set(times))
    assert len({name for _, name in found}) == len(found)


def reviewed(month: int, score: int, luck: float) -> ListedResult:
    ended = FIRST_DAY + month * 31 * DAY
    told = (GameId("g"), 0, PersonId("o"), "", ended, "base", "live", score, 20, 15, "points", "", luck, 0.4, 40)
    return ListedResult(*told)


def test_months_are_drawn_without_colour_luck_to_both_sides() -> None:
    months = months_of([reviewed(0, 2, 0.5), reviewed(0, 0, 0.25), reviewed(1, 0, -2.0), reviewed(2, 1, 0.0)])
    assert [round(month.balance.luck, 2) for month in months] == [0.75, -2.0, 0.0]
    luck = str(luck_picture(months))
    assert luck.count('class="lkp"') == 2
    assert luck.count('class="lkm"') == 1
    assert "−2.0" in luck
    for drawn in (luck, str(skill_picture(months)), str(error_picture(months))):
        for x in numbers(drawn, r' (?:x|cx)="(-?[\d.]+)"'):
            assert 0 <= x <= 380


def test_only_the_latest_months_are_drawn() -> None:
    assert len(months_of([reviewed(month, 2, 0.1) for month in range(20)])) == 8
    assert months_of([]) == []


def test_rounds_keep_what_was_at_stake_and_weak_ones_are_outlines() -> None:
    rounds = rounds_of(
        [HabitRow("round 1", 9, 0.2, 10.0), HabitRow("round 8", 9, 3.0, 10.0), HabitRow("round 9", 1, 1, 1)]
    )
    assert rounds == [RoundAccuracy(1, 0.98), RoundAccuracy(8, 0.7)]
    drawn = str(rounds_picture(rounds))
    assert drawn.count('class="abar low"') == 1
    assert drawn.count('class="abar"') == 1


def test_mistakes_share_what_was_given_away_and_unknown_kinds_are_the_rest() -> None:
    found = mistakes_of(
        [HabitRow("kind call", 10, 3.0, 9), HabitRow("kind new", 10, 1.0, 9), HabitRow("kind end", 1, 0, 1)]
    )
    assert [(each.name, each.share, each.practise) for each in found] == [
        ("Rolling or calling Shanghai", 75, "/puzzles?kind=call"),
        ("Other decisions", 25, "/puzzles"),
    ]
