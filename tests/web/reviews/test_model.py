"""The page of a review, from both sides."""

import pytest

from shanghaien.web.reviews.views import ReviewLine, ReviewPage, present
from tests.web.reviews.accounts import ACCOUNT, TURNS, moments
from tests.web.tables.pages.positions import played, seen, watching


def page(viewer: int | None, number: int | None = None, side: int = 0) -> ReviewPage:
    shown = played(*TURNS)
    looking = watching(shown, side) if viewer is None else seen(shown, viewer)
    return present(looking, ACCOUNT, moments(), number)


def line(shown: ReviewPage, number: int) -> ReviewLine:
    return next(each for each in shown.lines if each.number == number)


def test_ones_own_points_name_and_account_stand_below() -> None:
    for shown, names, points in (
        (page(0), ("Marta", "You"), (5, 7)),
        (page(1), ("Anna", "You"), (7, 5)),
        (page(None, side=1), ("Anna", "Marta"), (7, 5)),
    ):
        assert (shown.names, shown.points) == (names, points)
        assert [stat.name for stat in shown.stats] == list(names)
        assert [stat.of for stat in shown.stats] == ["them", "me"]
    assert (page(0).title, page(1).title) == ("You vs Marta", "You vs Anna")
    assert (page(0).side, page(1).side, page(None, side=1).side) == ("a", "b", "b")


def test_losses_and_luck_are_told_from_the_side_of_the_reader() -> None:
    first, second = (dict(shown.stats[1].rows) for shown in (page(0), page(1)))
    assert (first["Lost through mistakes"], first["Luck"], first["Decisions"]) == ("70.0", "+10.0", "2")
    assert (second["Lost through mistakes"], second["Luck"], second["Decisions"]) == ("10.0", "−10.0", "1")
    assert dict(page(0).stats[0].rows) == second
    assert dict(page(1).stats[0].rows) == first


@pytest.mark.parametrize("viewer", [0, 1])
def test_the_sum_adds_up_to_the_result(viewer: int) -> None:
    *parts, (_, result_text, _) = page(viewer).sum
    total = sum(float(number) * (-1 if sign == "−" else 1) for sign, number, _ in parts)
    result = float(result_text)
    assert total == pytest.approx(result)
    assert result == (0.0 if viewer == 0 else 100.0)


def test_a_step_moves_the_chance_of_one_up_and_of_the_other_down() -> None:
    assert (line(page(0), 12).moved, line(page(1), 12).moved) == ("+10.0", "−10.0")
    assert (line(page(0), 11).luck, line(page(1), 11).luck) == ("+10.0", "−10.0")
    assert (line(page(0), 12).loss, line(page(1), 12).loss) == ("10.0", "10.0")


def test_each_line_says_who_did_what_in_their_colour() -> None:
    first, second = page(0), page(1)
    assert [each.number for each in first.lines] == [6, 8, 9, 11, 12, 13]  # the forced roll changes nothing
    assert [each.who for each in first.lines] == ["", "You", "You", "Marta", "Marta", "You"]
    assert [each.who for each in second.lines] == ["", "Anna", "Anna", "You", "You", "Anna"]
    assert [each.of for each in first.lines] == ["", "me", "me", "them", "them", "me"]
    assert [each.of for each in second.lines] == ["", "them", "them", "me", "me", "them"]
    assert [" ".join(each.what.striptags().split()) for each in first.lines] == [
        "six new cards",
        "rolled 1 2",
        "1 on French 4, 1 on the left",
        "rolled 1 4",
        "4 on Dutch 3",
        "resigned",
    ]


def test_grades_stand_at_decisions_only() -> None:
    grades = {each.number: each.grade[2] if each.grade else None for each in page(0).lines}
    assert grades == {6: None, 8: None, 9: "mistake", 11: None, 12: "blunder", 13: "blunder"}


def test_the_page_opens_where_the_reader_lost_most_and_leads_to_the_next_mistake() -> None:
    assert (page(1).lines[page(1).place - 1].number, page(1).where) == (12, "Round 1, turn 2: You")
    assert page(0).lines[page(0).place - 1].number == 13
    at = page(0, 9)
    assert (at.where, at.place, at.last, at.back, at.on, at.mistake) == ("Round 1, turn 1: You", 3, 6, 8, 11, 12)
    assert (page(0, 12).mistake_before, page(0, 9).mistake_before, page(0, 13).mistake) == (9, None, None)
    assert [each.current for each in at.lines] == [False, False, True, False, False, False]
    assert page(0, 6).where == "Round 1, the deal"
    assert page(0, 6).back is None
    assert page(0, 999).on is None


def test_turning_points_are_told_as_sentences_to_you_or_by_name() -> None:
    def told(shown: ReviewPage) -> list[str]:
        return [" ".join(each.told.striptags().split()) for each in shown.turns]

    assert told(page(0)) == [
        "Marta rolled 1 4 : +10.0.",
        "Marta chose “4 on Dutch 3” (blunder): +10.0.",
        "You gave up: −65.0.",
    ]
    assert told(page(1)) == [
        "You rolled 1 4 : −10.0.",
        "You chose “4 on Dutch 3” (blunder): −10.0.",
        "Anna gave up: +65.0.",
    ]
    assert told(page(None, side=1))[0] == "Marta rolled 1 4 : −10.0."
    assert [each.letter for each in page(0).turns] == ["A", "B", "C"]


def test_the_table_beside_the_chart_tells_the_chances_of_the_reader() -> None:
    assert page(0).values == (("1.0", "52.0%"), ("1.1", "45.0%"), ("1.2", "65.0%"), ("1.3", "0.0%"))
    assert page(1).values == (("1.0", "48.0%"), ("1.1", "55.0%"), ("1.2", "35.0%"), ("1.3", "100.0%"))
    assert page(None, side=1).values == page(1).values


def test_the_chart_says_who_is_ahead_where() -> None:
    for shown, title, below, above in (
        (page(0), "Your chance of winning", "▼ You ahead", "▲ Marta ahead (hatched)"),
        (page(1), "Your chance of winning", "▼ You ahead", "▲ Anna ahead (hatched)"),
        (page(None, side=1), "Marta’s chance of winning", "▼ Marta ahead", "▲ Anna ahead (hatched)"),
    ):
        for drawing, name in zip(shown.charts, ("w", "s"), strict=True):
            assert f'class="chart {name}"' in drawing
            assert f'aria-label="{title}"' in drawing
            assert f">{below}<" in drawing
            assert f">{above}<" in drawing


def test_the_account_is_told_in_full() -> None:
    assert page(0).stats[1].rows == (
        ("Accuracy", "0%"),
        ("Decisions", "2"),
        ("Lost through mistakes", "70.0"),
        ("per decision", "35.0"),
        ("Luck", "+10.0"),
        ("Result without luck", "−10.0"),
    )
    assert page(0).sum == (
        ("", "50.0", "start"),
        ("+", "10.0", "luck"),
        ("−", "70.0", "own losses"),
        ("+", "10.0", "Marta’s losses"),
        ("=", "0.0", "result"),
    )
    assert (page(0).exact, page(0).trained, page(0).id) == (True, True, "g")
