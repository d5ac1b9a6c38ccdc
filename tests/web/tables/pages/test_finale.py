"""The reckoning: small nations first, the largest last, with the score so far, and where it was decided."""

from dataclasses import replace

import pytest

from shanghaien.web.tables.model import GameResult, Reason, Table
from shanghaien.web.tables.pages.result import Reckoning, deciding, reckoning, verdict
from shanghaien.web.tables.pages.score_table import score_table
from tests.rules.positions import position, side
from tests.web.tables.pages.positions import everybody, table

ANNA = side(hand="shift shift", crews="AME3 AME3 CHI4 CHI3 ITA3 ITA2 GER4 GER1")
MARTA = side(hand="shift", crews="AME4 AME2 CHI2 CHI1 ITA3 ITA1 TUR3 TUR3")


def ended(resigned: int | None = None) -> Table:
    """Anna and Marta: equal Americans, three points for Anna's Chinese, four for her Italians, each one nation alone."""
    state = position(ANNA, MARTA, number=8)
    reason: Reason = "points" if resigned is None else "resigned"
    return replace(table(state), result=GameResult(0, (14, 7), resigned, reason), waits_for=None)


def told(who: str = "first") -> Reckoning:
    return reckoning(score_table(everybody(ended())[who]))


@pytest.mark.rule(22)
def test_it_stays_open_to_the_end() -> None:
    rising = [(meeting.crew.name, meeting.kind, meeting.crew.counts) for meeting in told().meetings]
    assert [counts for _, _, counts in rising] == sorted(counts for _, _, counts in rising)
    assert [each for each in rising if each[1] != "nobody"] == [
        ("American", "equal", 0),
        ("Chinese", "taken", 3),
        ("Italian", "taken", 4),
        ("German", "alone", 5),
        ("Turkish", "alone", 6),
    ]


@pytest.mark.rule(22)
@pytest.mark.parametrize(("who", "ends"), [("first", (6, 12)), ("second", (12, 6)), ("watcher", (6, 12))])
def test_the_score_so_far_ends_at_the_points_without_tricks(who: str, ends: tuple[int, int]) -> None:
    account = told(who)
    assert account.meetings[-1].so_far == ends
    assert account.score.points == (ends[0] + account.score.tricks[0], ends[1] + account.score.tricks[1])
    steps = [sum(meeting.so_far) for meeting in account.meetings]
    assert steps == sorted(steps)


def test_the_closest_nation_that_was_worth_the_game_is_marked_once() -> None:
    assert [meeting.crew.name for meeting in told().meetings if meeting.decides] == ["Italian"]
    assert [meeting.crew.name for meeting in told("second").meetings if meeting.decides] == ["Italian"]


def test_where_no_single_nation_was_worth_the_game_none_is_marked() -> None:
    score = score_table(everybody(ended())["first"])
    assert deciding(replace(score, points=(1, 40))) is None
    assert deciding(replace(score, points=(9, 9))) is None


def test_a_game_that_was_given_up_has_no_reckoning() -> None:
    found = {who: verdict(seen) for who, seen in everybody(ended(resigned=1)).items()}
    assert {panel.reckoning for panel in found.values() if panel} == {None}
    assert len(found) == 6
