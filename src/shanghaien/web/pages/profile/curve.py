"""Rating and skill over time: skill a thick line with a filled band, rating a dashed one with a hatched band."""

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from markupsafe import Markup

from shanghaien.web.http.i18n import gettext

from .svg import Point, Size, band, drawing, hatching, line, words
from .time_axis import date_words, marks

WIDE, SMALL = Size("w", 720, 250), Size("s", 360, 230, right=14)
MOST_POINTS = 200
APART = 17
"""How far apart the names of the lines stand at least."""


class CurvePoint(NamedTuple):
    """How strong somebody was at a time; the skill is not known before the first review."""

    at: int
    rating: float
    deviation: float
    skill: float | None = None
    skill_deviation: float | None = None


def read_curve(text: str) -> tuple[CurvePoint, ...]:
    """The points that a standing keeps, the oldest first; what cannot be read is no point."""
    try:
        listed = json.loads(text) if text else []
    except ValueError:
        return ()
    points = [CurvePoint(*each) for each in listed if _sound(each)] if isinstance(listed, list) else []
    return tuple(sorted(points[-MOST_POINTS:], key=lambda point: point.at))


def _sound(each: Any) -> bool:
    if not isinstance(each, list) or len(each) != len(CurvePoint._fields):
        return False
    known, skill = each[:3], each[3:]
    numbers = [*known, *(number for number in skill if number is not None)]
    right = all(isinstance(number, int | float) and math.isfinite(number) for number in numbers)
    return right and (skill[0] is None) == (skill[1] is None)


@dataclass(frozen=True)
class Curve:
    """The curve of one list, from its first game to its last."""

    points: Sequence[CurvePoint]

    @property
    def rows(self) -> list[tuple[str, int, int | None]]:
        """The same as a table: a day, the rating and the skill; a dozen of them."""
        step = max(1, math.ceil(len(self.points) / 12))
        chosen = [*self.points[::-1][::step]][::-1]
        return [
            (date_words(each.at), round(each.rating), None if each.skill is None else round(each.skill))
            for each in chosen
        ]

    @property
    def pictures(self) -> tuple[Markup, Markup]:
        """The drawing for wide pages, and the one for phones."""
        return self.svg(WIDE), self.svg(SMALL)

    def svg(self, size: Size) -> Markup:
        """The drawing in one size."""
        parts = [hatching(f"hx-{size.name}"), *self._frame(size), *self._lines(size), *self._keys(size)]
        return drawing("curve", size, gettext("Rating and skill over time"), self._told(), parts)

    def _told(self) -> str:
        first, last = self.points[0], self.points[-1]
        told = gettext("The rating goes from %(first)s on %(from)s to %(last)s on %(until)s.") % {
            "first": round(first.rating),
            "from": date_words(first.at),
            "last": round(last.rating),
            "until": date_words(last.at),
        }
        if last.skill is None:
            return told
        return f"{told} " + gettext("The skill without luck is %(skill)s.") % {"skill": round(last.skill)}

    @property
    def _skilled(self) -> list[CurvePoint]:
        return [point for point in self.points if point.skill is not None]

    def _reach(self) -> tuple[int, int]:
        """The lowest and the highest value that the drawing has room for, in hundreds."""
        rated = [(point.rating, point.deviation) for point in self.points]
        skilled = [(point.skill or 0.0, point.skill_deviation or 0.0) for point in self._skilled]
        low = min(value - spread for value, spread in rated + skilled)
        high = max(value + spread for value, spread in rated + skilled)
        return math.floor(low / 100) * 100, max(math.ceil(high / 100) * 100, math.floor(low / 100) * 100 + 100)

    def _at(self, size: Size, at: int, value: float) -> Point:
        first, last = self.points[0].at, self.points[-1].at
        low, high = self._reach()
        x = size.left + size.across * (at - first) / max(1, last - first)
        return x, size.top + size.down * (high - value) / (high - low)

    def _frame(self, size: Size) -> Iterator[Markup]:
        low, high = self._reach()
        step = 100 * max(1, math.ceil((high - low) / 500))
        for value in range(low, high + 1, step):
            _, y = self._at(size, self.points[0].at, value)
            yield line("grid", [(size.left, y), (size.width - size.right, y)])
            yield words(size.left - 8, y + 4, str(value), "axis", "end")
        times = marks(self.points[0].at, self.points[-1].at, 6 if size is WIDE else 4)
        for number, (at, name) in enumerate(times):
            x, _ = self._at(size, at, low)
            anchor = "end" if x > size.width - size.right - 16 and number else "middle"
            yield words(x, size.height - 8, name, "axis", anchor)

    def _lines(self, size: Size) -> Iterator[Markup]:
        spread = [(each.at, each.rating, each.deviation) for each in self.points]
        yield self._band(size, "band1", spread, f"hx-{size.name}")
        skilled = [(each.at, each.skill or 0.0, each.skill_deviation or 0.0) for each in self._skilled]
        if skilled:
            yield self._band(size, "band2", skilled)
        yield line("l-rate", [self._at(size, at, value) for at, value, _ in spread])
        if skilled:
            yield line("l-skill", [self._at(size, at, value) for at, value, _ in skilled])

    def _band(self, size: Size, kind: str, values: Sequence[tuple[int, float, float]], fill: str = "") -> Markup:
        upper = [self._at(size, at, value + around) for at, value, around in values]
        lower = [self._at(size, at, value - around) for at, value, around in values]
        return band(kind, upper, lower, fill)

    def _keys(self, size: Size) -> Iterator[Markup]:
        """The names of the lines at their ends, where there is room beside them."""
        if size is not WIDE:
            return
        last = self.points[-1]
        _, rated = self._at(size, last.at, last.rating)
        x = size.width - size.right + 6
        if last.skill is None:
            yield words(x, rated + 4, gettext("rating"), "key")
            return
        _, skilled = self._at(size, last.at, last.skill)
        if abs(rated - skilled) < APART:
            rated = skilled + (APART if rated >= skilled else -APART)
        yield words(x, skilled + 4, gettext("skill"), "key")
        yield words(x, rated + 4, gettext("rating"), "key")
