"""What somebody gives away by habit: which kind of decision loses most, and how accurate they are in each round."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from markupsafe import Markup

from shanghaien.ai.review.kinds import DecisionKind
from shanghaien.rules import ROUNDS
from shanghaien.web.core.formats import percent, points
from shanghaien.web.core.i18n import gettext
from shanghaien.web.people.profile.charts import Size, box, drawing, line, words
from shanghaien.web.standings.result_lists import HabitRow
from shanghaien.web.standings.words import kind_words

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
        """In whole per cent, without the sign."""
        return str(round(100 * self.accuracy))


def mistakes_of(rows: Iterable[HabitRow]) -> list[FavouriteMistake]:
    """The kinds of decisions, those that lose most first."""
    kinds = [row for row in rows if row.habit.startswith(KIND) and row.decisions > 0 and row.loss > 0]
    total = sum(row.loss for row in kinds)
    ordered = sorted(kinds, key=lambda row: -row.loss)[:MOST_MISTAKES]
    return [_mistake(row, row.loss / total) for row in ordered]


def _mistake(row: HabitRow, share: float) -> FavouriteMistake:
    kind = row.habit.removeprefix(KIND)
    each = gettext("%(points)s points of 100 each time") % {"points": points(row.loss / row.decisions)}
    practise = f"/puzzles?kind={kind}" if kind in PRACTISED else "/puzzles"
    return FavouriteMistake(kind_words(kind), round(100 * share), percent(share, 0), each, practise)


def rounds_of(rows: Iterable[HabitRow]) -> list[RoundAccuracy]:
    """The accuracy of each round that was reviewed, in their order."""
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
        yield box("abar low" if weak(each, best) else "abar", x, bottom - high, 30, high)
        yield words(x + 15, bottom - high - 6, each.said, "", "middle")
        yield words(x + 15, size.height - 6, str(each.round), "axis", "middle")


def weak(each: RoundAccuracy, best: float) -> bool:
    """Whether a round is clearly worse than the best one."""
    return each.accuracy < best - LOW
