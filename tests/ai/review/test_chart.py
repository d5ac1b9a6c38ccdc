import re
from itertools import combinations
from math import dist
from xml.dom.minidom import Element, parseString

import pytest

from shanghaien.ai.review.chart import SMALL, WIDE, Chart, ChartSize, Frame, Labels, placed
from shanghaien.ai.review.reviewer import review
from shanghaien.ai.value.payoff import HandMade
from tests.ai.review.test_reviewer import random_game

ACCOUNT = review(random_game(12), HandMade())


def parsed(drawing: str) -> Element:
    root = parseString(drawing).documentElement  # noqa: S318 - our own drawing
    assert root is not None
    return root


def test_the_drawing_is_well_formed_and_has_a_name() -> None:
    drawing = parsed(Chart(ACCOUNT, labels=Labels(title="Ann & Ben <3")).svg())
    assert drawing.getAttribute("role") == "img"
    assert drawing.getAttribute("aria-label") == "Ann & Ben <3"


def test_it_can_be_read_without_colour() -> None:
    drawing = Chart(ACCOUNT).svg()
    assert 'fill="url(#hatch-w)"' in drawing
    assert "B ahead (hatched)" in drawing


def test_turning_points_carry_letters_in_order() -> None:
    letters = re.findall(r'class="letter"[^>]*middle">(\w)<', Chart(ACCOUNT).svg())
    assert letters == list("ABCD")[: len(ACCOUNT.turning_points)]


def test_the_other_side_sees_the_mirror_image() -> None:
    for mine, theirs in zip(Chart(ACCOUNT, 0).rows(), Chart(ACCOUNT, 1).rows(), strict=True):
        assert mine[0] == theirs[0]
        assert mine[1] + theirs[1] == pytest.approx(1)


def test_the_table_ends_with_the_result() -> None:
    assert Chart(ACCOUNT).rows()[-1][1] == ACCOUNT.end


def test_the_step_in_view_is_marked_only_if_there_is_one() -> None:
    assert 'class="now"' not in Chart(ACCOUNT).svg()
    assert 'class="now"' in Chart(ACCOUNT, marked=20).svg()


def test_a_game_in_which_nothing_happened_can_be_drawn() -> None:
    parsed(Chart(review(random_game(1, steps_at_most=0), HandMade())).svg())


def points(path: str) -> list[tuple[float, float]]:
    """The corners of a path that only draws lines."""
    corners = [corner.split() for corner in path.removeprefix("M").split("L")]
    return [(float(x), float(y)) for x, y in corners]


def curve(chart: Chart) -> list[tuple[float, float]]:
    (path,) = re.findall(r'class="curve" d="([^"]+)"', chart.svg())
    return points(path)


def test_the_curve_begins_in_the_middle_and_has_a_point_for_every_step() -> None:
    size, drawn = Chart(ACCOUNT).size, curve(Chart(ACCOUNT))
    top, bottom, right = size.top, size.height - size.bottom, size.width - size.right
    assert len(drawn) == len(ACCOUNT.entries) + 1
    assert drawn[0] == (float(size.left), (top + bottom) / 2)
    assert drawn[-1] == (float(right), float(top if ACCOUNT.end == 1 else bottom))
    assert [x for x, _ in drawn] == sorted(x for x, _ in drawn)
    assert all(top <= y <= bottom for _, y in drawn)


def test_the_curve_of_the_other_side_is_turned_upside_down() -> None:
    size = Chart(ACCOUNT).size
    for (x, y), (other_x, other_y) in zip(curve(Chart(ACCOUNT, 0)), curve(Chart(ACCOUNT, 1)), strict=True):
        assert x == other_x
        assert abs(y + other_y - (size.top + size.height - size.bottom)) < 0.11


def test_turning_points_and_the_step_in_view_stand_on_the_curve() -> None:
    chart = Chart(ACCOUNT, marked=20)
    corners = dict(zip((entry.number for entry in ACCOUNT.entries), curve(chart)[1:], strict=True))
    dots = [(float(x), float(y)) for x, y in re.findall(r'class="dot" cx="([\d.]+)" cy="([\d.]+)"', chart.svg())]
    assert dots == [corners[entry.number] for entry in ACCOUNT.turning_points]
    (now,) = re.findall(r'class="now"[^>]* d="M([\d.]+) ', chart.svg())
    steps = ACCOUNT.entries[-1].number
    assert float(now) == pytest.approx(50 + (760 - 50 - 12) * 20 / steps, abs=0.051)


def test_every_round_is_numbered_below_and_every_quarter_at_the_side() -> None:
    axis = re.findall(r'class="axis"[^>]*>([^<]+)<', Chart(ACCOUNT).svg())
    assert axis == ["0%", "25%", "50%", "75%", "100%", *(str(number) for number in range(8, 0, -1))]


def test_two_drawings_on_one_page_share_no_name() -> None:
    wide, small = (set(re.findall(r'id="([^"]+)"', Chart(ACCOUNT, size=size).svg())) for size in (WIDE, SMALL))
    assert wide == {"hatch-w", "above-w", "below-w"}
    assert small == {"hatch-s", "above-s", "below-s"}


def letters(chart: Chart) -> list[tuple[float, float]]:
    plates = re.findall(r'class="plate" cx="([\d.]+)" cy="([\d.]+)"', chart.svg())
    return [(float(x), float(y)) for x, y in plates]


@pytest.mark.parametrize("size", [WIDE, SMALL])
@pytest.mark.parametrize("seat", [0, 1])
def test_no_two_letters_cover_each_other_and_all_stay_inside(seat: int, size: ChartSize) -> None:
    found = letters(Chart(ACCOUNT, seat, size=size))
    assert len(found) == 4
    for first, second in combinations(found, 2):
        assert dist(first, second) >= 18
    assert all(9 <= x <= size.width - 9 and 9 <= y <= size.height - size.bottom + 9 for x, y in found)


def test_letters_find_a_place_beside_points_that_lie_close_together() -> None:
    dots = [(100.0, 100.0), (104.0, 101.0), (108.0, 100.0)]
    found = placed(dots, [(0.0, 100.0), *dots, (200.0, 100.0)], Frame(0, 0, 200, 200))
    assert all(dist(first, second) >= 18 for first, second in combinations(found, 2))
    assert all(abs(y - 100) >= 9 for _, y in found)


def test_letters_do_not_cover_the_words_of_the_chart() -> None:
    words = Frame(0, 0, 200, 95)
    assert placed([(100.0, 100.0)], [(0.0, 100.0), (200.0, 100.0)], Frame(0, 0, 200, 200, (words,)))[0][1] > 105
