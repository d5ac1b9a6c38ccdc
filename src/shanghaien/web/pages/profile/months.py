"""Reviewed games month by month: luck, the result without luck with its interval, and the error per decision."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from shanghaien.ratings.balance import Balance
from shanghaien.ratings.skill import ReviewedGame
from shanghaien.web.people.told_rows import ListedResult

from .time_axis import day, month_words

MOST_MONTHS = 8


@dataclass(frozen=True, slots=True)
class ReviewedMonth:
    """What the reviewed games of one month add up to."""

    name: str
    balance: Balance


def reviewed(rows: Iterable[ListedResult]) -> list[ListedResult]:
    """Those results whose review is there."""
    return [row for row in rows if row.luck is not None and row.loss is not None and row.decisions is not None]


def balance_of(rows: Iterable[ListedResult]) -> Balance:
    """What the reviews of these results add up to."""
    balance = Balance()
    for row in reviewed(rows):
        balance = balance.after(ReviewedGame(row.score / 2, row.luck or 0.0, row.loss or 0.0, row.decisions or 0))
    return balance


def months_of(rows: Sequence[ListedResult]) -> list[ReviewedMonth]:
    """The last eight months with reviewed games, the oldest first."""
    known = sorted(reviewed(rows), key=lambda row: row.ended)
    grouped = [list(games) for _, games in groupby(known, key=lambda row: (day(row.ended).year, day(row.ended).month))]
    shown = grouped[-MOST_MONTHS:]
    years = bool(shown) and day(shown[0][0].ended).year != day(shown[-1][0].ended).year
    return [ReviewedMonth(month_words(games[0].ended, with_year=years), balance_of(games)) for games in shown]
