"""Pictures of months: bars of luck to both sides of nothing, dots with their intervals, bars of error."""

from collections.abc import Iterator, Sequence

from markupsafe import Markup

from shanghaien.web.http.i18n import gettext
from shanghaien.web.pages.shared.numbers import percent, points

from .months import ReviewedMonth
from .numbers import decimal
from .svg import Size, box, drawing, line, words

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
