"""Where the letters of turning points stand in a chart: beside their point, off the curve, and off each other."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot
from typing import NamedTuple

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
