"""The chance of winning over a game as an SVG drawing: readable without colour, with a table of the same numbers.

Above the middle line one player is ahead (plain), below it the other (hatched); turning points carry letters.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from shanghaien.rules import Seat

from .model import EVEN, GameReview, ReviewEntry, ReviewKind

Point = tuple[float, float]

REACH = (17.0, 25.0, 34.0, 44.0)
"""How far a letter may stand from its point; the nearest free place is taken."""
WAYS = ((0.0, -1.0), (0.0, 1.0), (0.75, -0.75), (-0.75, -0.75), (0.75, 0.75), (-0.75, 0.75), (1.0, 0.0), (-1.0, 0.0))
"""Above, below, and aslant before beside."""
APART, CLEAR = 19.0, 9.0
"""How far two letters, and a letter and the curve, stay from each other."""
BEYOND = REACH[-1] + CLEAR
"""What is further from a point is in the way of no letter of it."""


class Frame(NamedTuple):
    """The part of a drawing in which letters may stand, and what else lies there."""

    left: float
    top: float
    right: float
    bottom: float
    words: tuple["Frame", ...] = ()
    """Boxes of words, which nothing may cover."""

    def holds(self, point: Point, margin: float) -> bool:
        """Whether a point lies inside, so far from every side; outside, if the margin is negative."""
        x, y = point
        return self.left + margin <= x <= self.right - margin and self.top + margin <= y <= self.bottom - margin


def placed(dots: Sequence[Point], curve: Sequence[Point], frame: Frame) -> list[Point]:
    """The middle of each letter, in the order of the points that they belong to."""
    letters: list[Point] = []
    for dot in dots:
        taken = [*letters, *(other for other in dots if other != dot)]
        near = [line for line in pairwise(curve) if line[0][0] <= dot[0] + BEYOND and line[1][0] >= dot[0] - BEYOND]
        letters.append(_freest(dot, taken, near, frame))
    return letters


def _freest(dot: Point, taken: Sequence[Point], lines: Sequence[tuple[Point, Point]], frame: Frame) -> Point:
    """The nearest place where nothing is in the way or, if there is none, the one with the least in its way."""
    found: list[tuple[float, Point]] = []
    for place in _places(dot, frame):
        crowded = _crowded(place, taken, lines, frame)
        if not crowded:
            return place
        found.append((crowded, place))
    return min(found)[1]


def _places(dot: Point, frame: Frame) -> Iterator[Point]:
    """The places for a letter, the nearest first; the point itself where nothing else is inside the frame."""
    found = False
    for reach in REACH:
        for x, y in WAYS:
            place = round(dot[0] + reach * x, 1), round(dot[1] + reach * y, 1)
            if frame.holds(place, CLEAR):
                found = True
                yield place
    if not found:
        yield dot


def _crowded(place: Point, taken: Sequence[Point], lines: Sequence[tuple[Point, Point]], frame: Frame) -> float:
    """How much stands in the way of a letter."""
    near = sum(max(0.0, APART - hypot(place[0] - x, place[1] - y)) for x, y in taken)
    covered = APART * sum(box.holds(place, -CLEAR) for box in frame.words)
    nearest = min((_distance(place, *line) for line in lines), default=CLEAR)
    return 4 * near + 4 * covered + max(0.0, CLEAR - nearest)


def _distance(point: Point, start: Point, end: Point) -> float:
    """How far a point is from a line between two others."""
    (x, y), (x0, y0) = point, start
    dx, dy = end[0] - x0, end[1] - y0
    length = dx * dx + dy * dy
    share = 0.0 if length == 0 else min(1.0, max(0.0, ((x - x0) * dx + (y - y0) * dy) / length))
    return hypot(x - x0 - share * dx, y - y0 - share * dy)


LETTERS = "ABCD"
LINE = 'stroke="currentColor"'
WIDTH_OF_A_LETTER = 7.2
"""About; in units of the drawing."""


class ChartSize(NamedTuple):
    """The measures of a drawing; `name` distinguishes drawings on one page."""

    name: str
    width: int
    height: int
    left: int = 50
    right: int = 12
    top: int = 16
    bottom: int = 30


WIDE, SMALL = ChartSize("w", 760, 250), ChartSize("s", 330, 220, left=47, top=12)


@dataclass(frozen=True)
class Labels:
    """The words of the drawing; a page gives translated ones."""

    title: str = "Chance of winning"
    ahead: tuple[str, str] = ("A ahead", "B ahead (hatched)")
    percent: Callable[[float], str] = "{:.0%}".format


@dataclass(frozen=True)
class Chart:
    """A review drawn from the side of one seat, whose chance of winning goes up."""

    review: GameReview
    seat: Seat = 0
    labels: Labels = Labels()
    marked: int | None = None
    """The number of the step that is being looked at."""
    size: ChartSize = WIDE

    def svg(self) -> str:
        """The drawing; colours come from the page's style sheet and fall back to plain ones."""
        parts = [*self._frame(), *self._areas(), *self._line(), *self._turns(), *self._words()]
        title, size = escape(self.labels.title), self.size
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="chart {size.name}" viewBox="0 0 {size.width} {size.height}" '
            'role="img" font-family="sans-serif" font-size="13" fill="currentColor" '
            f'aria-label="{title}">{"".join(parts)}</svg>'
        )

    def rows(self) -> list[tuple[str, float]]:
        """The same as a table for who can't see it: the turn, and the chance of winning after it."""
        return [(place_text(entry), self._own(entry.after)) for entry in self._ends_of_turns()]

    def _ends_of_turns(self) -> Sequence[ReviewEntry]:
        return list({(entry.round, entry.turn): entry for entry in self.review.entries}.values())

    def _own(self, value: float) -> float:
        return value if self.seat == 0 else 1 - value

    def _x(self, number: int) -> float:
        steps = max(1, self.review.entries[-1].number if self.review.entries else 1)
        return round(self.size.left + (self.size.width - self.size.left - self.size.right) * number / steps, 1)

    def _y(self, value: float) -> float:
        return round(self.size.top + (self.size.height - self.size.top - self.size.bottom) * (1 - value), 1)

    def _points(self) -> list[tuple[float, float]]:
        values = [(entry.number, self._own(entry.after)) for entry in self.review.entries]
        return [(self._x(number), self._y(value)) for number, value in [(0, EVEN), *values]]

    def _frame(self) -> Iterator[str]:
        left, right = self.size.left, self.size.width - self.size.right
        for share in (0, 25, 50, 75, 100):
            y = self._y(share / 100)
            kind = 'class="half" stroke-dasharray="5 4"' if share == 50 else 'class="grid"'
            yield f'<path {kind} {LINE} stroke-opacity=".25" d="M{left} {y}H{right}"/>'
            yield f'<text class="axis" x="{left - 6}" y="{y + 4.5}" text-anchor="end">{self.labels.percent(share / 100)}</text>'
        starts = {entry.round: entry.number for entry in reversed(self.review.entries)}
        ends = {entry.round: entry.number for entry in self.review.entries}
        for round_, start in starts.items():
            x, middle = self._x(start), (self._x(start) + self._x(ends[round_])) / 2
            yield f'<path class="grid" {LINE} stroke-opacity=".25" d="M{x} {self._y(0)}V{self._y(1)}"/>'
            yield f'<text class="axis" x="{middle:.1f}" y="{self.size.height - 9}" text-anchor="middle">{round_}</text>'

    def _areas(self) -> Iterator[str]:
        points, middle, name = self._points(), self._y(EVEN), self.size.name
        outline = "L".join(f"{x} {y}" for x, y in points)
        shape = f"M{points[0][0]} {middle}L{outline}L{points[-1][0]} {middle}Z"
        yield (
            f'<defs><pattern id="hatch-{name}" width="7" height="7" patternUnits="userSpaceOnUse" '
            'patternTransform="rotate(45)"><path class="hatch" d="M0 0V7" stroke="#2f5fb0" stroke-width="2.6"/></pattern>'
            f'<clipPath id="above-{name}"><path d="M0 0H{self.size.width}V{middle}H0z"/></clipPath>'
            f'<clipPath id="below-{name}"><path d="M0 {middle}H{self.size.width}V{self.size.height}H0z"/></clipPath></defs>'
        )
        yield f'<path class="up-area" clip-path="url(#above-{name})" d="{shape}" fill="#b3261e" opacity=".3"/>'
        yield f'<path clip-path="url(#below-{name})" d="{shape}" fill="url(#hatch-{name})"/>'

    def _line(self) -> Iterator[str]:
        if self.marked is not None:
            x = self._x(self.marked)
            yield f'<path class="now" {LINE} stroke-width="2" d="M{x} {self._y(0)}V{self._y(1)}"/>'
        outline = "L".join(f"{x} {y}" for x, y in self._points())
        yield f'<path class="curve" d="M{outline}" fill="none" {LINE} stroke-width="2.5" stroke-linejoin="round"/>'

    def _turns(self) -> Iterator[str]:
        """A dot on the curve for each turning point, and its letter where nothing covers it, with a line between."""
        turns = self.review.turning_points[: len(LETTERS)]
        dots = [(self._x(entry.number), self._y(self._own(entry.after))) for entry in turns]
        places = placed(dots, self._points(), self._room())
        for (x, y), (at_x, at_y) in zip(dots, places, strict=True):
            yield f'<path class="lead" {LINE} d="M{x} {y}L{at_x} {at_y}"/>'
        for letter, (x, y), (at_x, at_y) in zip(LETTERS, dots, places, strict=False):
            yield f'<circle class="dot" cx="{x}" cy="{y}" r="4" fill="#fff" {LINE} stroke-width="2"/>'
            yield f'<circle class="plate" cx="{at_x}" cy="{at_y}" r="9" fill="#fff" {LINE}/>'
            yield f'<text class="letter" font-weight="bold" x="{at_x}" y="{at_y + 4.5}" text-anchor="middle">{letter}</text>'

    def _room(self) -> Frame:
        """Where letters may stand, and the words that they must not cover."""
        left, right, top, bottom = self.size.left, self.size.width - self.size.right, self._y(1), self._y(0)
        ends = [left + 8 + WIDTH_OF_A_LETTER * len(word) for word in self.labels.ahead]
        words = Frame(left, top, ends[0], top + 20), Frame(left, bottom - 24, ends[1], bottom)
        return Frame(left, top - 4, right, bottom + 4, words)

    def _words(self) -> Iterator[str]:
        first, second = self.labels.ahead
        x = self.size.left + 8
        yield f'<text class="key" font-weight="bold" x="{x}" y="{self._y(1) + 16}">{escape(first)}</text>'
        yield f'<text class="key" font-weight="bold" x="{x}" y="{self._y(0) - 8}">{escape(second)}</text>'


def place_text(entry: ReviewEntry) -> str:
    """Where a step belongs: round and turn, or the deal of a round."""
    return f"{entry.round}.0" if entry.kind is ReviewKind.DEAL else f"{entry.round}.{entry.turn}"
