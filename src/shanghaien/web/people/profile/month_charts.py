"""Pictures of months: bars of luck to both sides of nothing, dots with their intervals, bars of error."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup

from shanghaien.ratings.balance import Balance
from shanghaien.ratings.skill import ReviewedGame
from shanghaien.web.core.formats import percent, points
from shanghaien.web.core.i18n import gettext
from shanghaien.web.people.profile.charts import Size, box, day, drawing, line, month_words, words
from shanghaien.web.people.profile.strength_views import decimal
from shanghaien.web.standings.result_lists import ListedResult

# Reviewed games month by month: luck, the result without luck with its interval, and the error per decision.

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


ROW, FOOT = 26, 20
NAME = 74
"""Room for the name of a month at the left, and for a number at the right."""


def _size(months: Sequence[ReviewedMonth]) -> Size:
    return Size("m", 380, ROW * len(months) + FOOT + 12, left=NAME, right=14, top=6, bottom=FOOT)


def luck_picture(months: Sequence[ReviewedMonth]) -> Markup:
    """Luck of each month in games: what was won by luck to the right and filled, what was lost to the left, empty."""
    size = _size(months)
    listed = ", ".join(f"{month.name} {decimal(month.balance.luck, sign=True)}" for month in months)
    return drawing("luck", size, gettext("Luck month by month, in wins"), listed, _luck(size, months))


def _luck(size: Size, months: Sequence[ReviewedMonth]) -> Iterator[Markup]:
    most = max(0.5, *(abs(month.balance.luck) for month in months))
    middle = size.left + size.across / 2
    room = size.across / 2 - 42
    yield line("zero", [(middle, size.top), (middle, size.height - FOOT)])
    for number, month in enumerate(months):
        y, luck = size.top + 4 + number * ROW, month.balance.luck
        long, below = room * abs(luck) / most, luck < 0
        yield words(4, y + 13, month.name, "axis")
        yield box("lkm" if below else "lkp", middle - long if below else middle, y, long, 17)
        at = middle - long - 6 if below else middle + long + 6
        yield words(at, y + 13, decimal(luck, sign=True), "", "end" if below else "start")
    yield words(middle - 5, size.height - 5, gettext("bad luck"), "axis", "end")
    yield words(middle + 5, size.height - 5, gettext("good luck"), "axis")


def skill_picture(months: Sequence[ReviewedMonth]) -> Markup:
    """The mean result without luck of each month, a dot on the line of its interval."""
    size = _size(months)
    listed = ", ".join(f"{month.name} {percent(month.balance.mean, 0)}" for month in months)
    return drawing("mean", size, gettext("Result without luck month by month"), listed, _means(size, months))


def _means(size: Size, months: Sequence[ReviewedMonth]) -> Iterator[Markup]:
    def x(share: float) -> float:
        return size.left + 6 + (size.across - 50) * min(1.0, max(0.0, share))

    yield line("zero half", [(x(0.5), size.top), (x(0.5), size.height - FOOT)])
    for number, month in enumerate(months):
        y = size.top + 13 + number * ROW
        low, high = month.balance.interval or (0.0, 1.0)
        yield words(4, y + 4, month.name, "axis")
        yield line("reach", [(x(low), y), (x(high), y)])
        yield Markup('<circle class="spot" cx="{:.1f}" cy="{:.1f}" r="5"/>').format(x(month.balance.mean), y)
        yield words(size.width - 4, y + 4, percent(month.balance.mean, 0), "", "end")
    yield words(x(0.5), size.height - 5, gettext("as good as the opponents"), "axis", "middle")


def error_picture(months: Sequence[ReviewedMonth]) -> Markup:
    """What a decision gave away on average in each month, in points of 100."""
    size = _size(months)
    listed = ", ".join(f"{month.name} {points(month.balance.error or 0.0)}" for month in months)
    return drawing("error", size, gettext("Error per decision month by month"), listed, _errors(size, months))


def _errors(size: Size, months: Sequence[ReviewedMonth]) -> Iterator[Markup]:
    most = max(0.001, *(month.balance.error or 0.0 for month in months))
    for number, month in enumerate(months):
        y, error = size.top + 4 + number * ROW, month.balance.error or 0.0
        long = (size.across - 44) * error / most
        yield words(4, y + 13, month.name, "axis")
        yield box("ebar", size.left, y, long, 17)
        yield words(size.left + long + 6, y + 13, points(error))
    yield words(size.left, size.height - 5, gettext("points of 100 given away a decision"), "axis")
