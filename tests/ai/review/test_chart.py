import re
from xml.dom.minidom import Element, parseString

from shanghaien.ai.review.chart import Chart, Labels
from shanghaien.ai.review.reviewer import review
from shanghaien.ai.value.score import HandMade
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
    letters = re.findall(r'class="key"[^>]*middle">(\w)<', Chart(ACCOUNT).svg())
    assert letters == list("ABCD")[: len(ACCOUNT.turning_points)]


def test_the_other_side_sees_the_mirror_image() -> None:
    for mine, theirs in zip(Chart(ACCOUNT, 0).rows(), Chart(ACCOUNT, 1).rows(), strict=True):
        assert mine[0] == theirs[0]
        assert abs(float(mine[1]) + float(theirs[1]) - 100) < 0.11


def test_the_table_ends_with_the_result() -> None:
    assert float(Chart(ACCOUNT).rows()[-1][1]) == 100 * ACCOUNT.end


def test_the_step_in_view_is_marked_only_if_there_is_one() -> None:
    assert 'class="now"' not in Chart(ACCOUNT).svg()
    assert 'class="now"' in Chart(ACCOUNT, marked=20).svg()


def test_a_game_in_which_nothing_happened_can_be_drawn() -> None:
    parsed(Chart(review(random_game(1, steps_at_most=0), HandMade())).svg())
