"""What the reviews of a person say: luck, results and errors month by month, and what they lose by habit."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup

from shanghaien.ai.review.model import DecisionKind
from shanghaien.ratings.balance import Balance
from shanghaien.ratings.skill import ReviewedGame
from shanghaien.rules import ROUNDS
from shanghaien.web.core.formats import percent, points
from shanghaien.web.core.i18n import gettext
from shanghaien.web.people.profile.charts import Size, box, day, drawing, line, month_words, words
from shanghaien.web.people.profile.strength_views import decimal
from shanghaien.web.standings.result_lists import HabitRow, ListedResult
from shanghaien.web.standings.standing_words import kind_words

MOST_MONTHS = 8


@dataclass(frozen=True, slots=True)
class ReviewedMonth:
    """What the reviewed games of one month add up to."""

    name: str
    balance: Balance


def reviewed(rows: Iterable[ListedResult]) -> list[ListedResult]:
    return [row for row in rows if row.luck is not None and row.loss is not None and row.decisions is not None]


def balance_of(rows: Iterable[ListedResult]) -> Balance:
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
    """Luck month by month: good luck as filled bars to the right, bad luck as empty ones to the left."""
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
    """The mean result without luck of each month, a dot on its confidence interval."""
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
    yield words(size.left, size.height - 5, gettext("points of winning chance lost per decision"), "axis")


KIND, ROUND = "kind ", "round "
PRACTISED = set(DecisionKind) - {DecisionKind.RESIGN}
"""Kinds of which there may be puzzles."""
MOST_MISTAKES = 5
ROUNDS_SIZE = Size("m", 380, 140, left=24, right=8, top=20, bottom=22)
LOW = 0.09
"""A round that keeps so much less than the best one is drawn as a weak one."""


@dataclass(frozen=True, slots=True)
class FavouriteMistake:
    """One kind of decision and its share of all that is given away."""

    name: str
    share: int
    """In per cent of everything."""
    said: str
    each: str
    """What such a decision gives away on average."""
    practise: str
    """The address of puzzles of this kind."""


@dataclass(frozen=True, slots=True)
class RoundAccuracy:
    """How much of what was at stake in a round was kept."""

    round: int
    accuracy: float

    @property
    def said(self) -> str:
        """Per cent without the sign."""
        return str(round(100 * self.accuracy))


def mistakes_of(rows: Iterable[HabitRow]) -> list[FavouriteMistake]:
    """The kinds of decisions, those that lose most first."""
    kinds = [row for row in rows if row.habit.startswith(KIND) and row.decisions > 0 and row.loss > 0]
    total = sum(row.loss for row in kinds)
    ordered = sorted(kinds, key=lambda row: -row.loss)[:MOST_MISTAKES]
    return [_mistake(row, row.loss / total) for row in ordered]


def _mistake(row: HabitRow, share: float) -> FavouriteMistake:
    kind = row.habit.removeprefix(KIND)
    each = gettext("%(points)s points out of 100 each time") % {"points": points(row.loss / row.decisions)}
    practise = f"/puzzles?kind={kind}" if kind in PRACTISED else "/puzzles"
    return FavouriteMistake(kind_words(kind), round(100 * share), percent(share, 0), each, practise)


def rounds_of(rows: Iterable[HabitRow]) -> list[RoundAccuracy]:
    by_round = {row.habit.removeprefix(ROUND): row for row in rows if row.habit.startswith(ROUND)}
    known = [(number, by_round[str(number)]) for number in range(1, ROUNDS + 1) if str(number) in by_round]
    return [
        RoundAccuracy(number, min(1.0, max(0.0, 1 - row.loss / row.stake)) if row.stake > 0 else 1.0)
        for number, row in known
    ]


def rounds_picture(rounds: list[RoundAccuracy]) -> Markup:
    """A bar for each round; weak ones are dashed outlines."""
    listed = ", ".join(
        gettext("round %(round)s: %(accuracy)s") % {"round": each.round, "accuracy": percent(each.accuracy, 0)}
        for each in rounds
    )
    return drawing("rounds", ROUNDS_SIZE, gettext("Accuracy per round, in per cent"), listed, _bars(rounds))


def _bars(rounds: list[RoundAccuracy]) -> Iterator[Markup]:
    size, best = ROUNDS_SIZE, max(each.accuracy for each in rounds)
    floor = min(0.5, min(each.accuracy for each in rounds) - 0.1)
    bottom = size.height - size.bottom
    yield line("grid", [(16, bottom), (size.width - 8, bottom)])
    for each in rounds:
        x = size.left + (each.round - 1) * 44
        high = size.down * (each.accuracy - floor) / (1 - floor)
        yield box("abar low" if each.accuracy < best - LOW else "abar", x, bottom - high, 30, high)
        yield words(x + 15, bottom - high - 6, each.said, "", "middle")
        yield words(x + 15, size.height - 6, str(each.round), "axis", "middle")
