"""Rating and skill over time: skill a thick line with a filled band, rating a dashed one with a hatched band."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgspec
from markupsafe import Markup

from shanghaien.web.http.i18n import gettext
from shanghaien.web.standings.curve import Curve as KeptCurve

from .svg import Point, Size, band, drawing, hatching, line, words
from .time_axis import date_words, marks

WIDE, SMALL = Size("w", 720, 250, right=92), Size("s", 360, 230, right=14)
APART = 17
"""How far apart the names of the lines stand at least."""


Point3 = tuple[int, float, float]
"""When, how strong, and how uncertain that is."""


def read_curve(text: str) -> "CurvePicture":
    """The curve that a standing keeps; what cannot be read is none."""
    try:
        kept = KeptCurve.read(text)
    except msgspec.MsgspecError:
        return CurvePicture(())
    return CurvePicture(kept.rating, kept.skill)


@dataclass(frozen=True)
class CurvePicture:
    """The curve of one list, from its first game to its last, the oldest points first."""

    rating: Sequence[Point3]
    skill: Sequence[Point3] = ()

    @property
    def rows(self) -> list[tuple[str, int, int | None]]:
        """The same as a table: a day, the rating, and the skill as it was known then; a dozen of them."""
        step = max(1, math.ceil(len(self.rating) / 12))
        chosen = [*self.rating[::-1][::step]][::-1]
        return [(date_words(at), round(value), self._skill_at(at)) for at, value, _ in chosen]

    def _skill_at(self, at: int) -> int | None:
        known = [value for when, value, _ in self.skill if when <= at]
        return round(known[-1]) if known else None

    @property
    def pictures(self) -> tuple[Markup, Markup]:
        """The drawing for wide pages, and the one for phones."""
        return self.svg(WIDE), self.svg(SMALL)

    def svg(self, size: Size) -> Markup:
        """The drawing in one size."""
        parts = [hatching(f"hx-{size.name}"), *self._frame(size), *self._lines(size), *self._keys(size)]
        return drawing("curve", size, gettext("Rating and skill over time"), self._told(), parts)

    def _told(self) -> str:
        (first_at, first, _), (last_at, last, _) = self.rating[0], self.rating[-1]
        told = gettext("The rating goes from %(first)s on %(from)s to %(last)s on %(until)s.") % {
            "first": round(first),
            "from": date_words(first_at),
            "last": round(last),
            "until": date_words(last_at),
        }
        if not self.skill:
            return told
        return f"{told} " + gettext("The skill without luck is %(skill)s.") % {"skill": round(self.skill[-1][1])}

    @property
    def _times(self) -> tuple[int, int]:
        """The first and the last moment of both lines."""
        times = [at for at, _, _ in (*self.rating, *self.skill)]
        return min(times), max(times)

    def _reach(self) -> tuple[int, int]:
        """The lowest and the highest value that the drawing has room for, in hundreds."""
        spread = [(value, around) for _, value, around in (*self.rating, *self.skill)]
        low = min(value - around for value, around in spread)
        high = max(value + around for value, around in spread)
        return math.floor(low / 100) * 100, max(math.ceil(high / 100) * 100, math.floor(low / 100) * 100 + 100)

    def _at(self, size: Size, at: int, value: float) -> Point:
        first, last = self._times
        low, high = self._reach()
        x = size.left + size.across * (at - first) / max(1, last - first)
        return x, size.top + size.down * (high - value) / (high - low)

    def _frame(self, size: Size) -> Iterator[Markup]:
        low, high = self._reach()
        step = 100 * max(1, math.ceil((high - low) / 500))
        for value in range(low, high + 1, step):
            _, y = self._at(size, self._times[0], value)
            yield line("grid", [(size.left, y), (size.width - size.right, y)])
            yield words(size.left - 8, y + 4, str(value), "axis", "end")
        times = marks(*self._times, 6 if size is WIDE else 4)
        for number, (at, name) in enumerate(times):
            x, _ = self._at(size, at, low)
            anchor = "end" if x > size.width - size.right - 16 and number else "middle"
            yield words(x, size.height - 8, name, "axis", anchor)

    def _lines(self, size: Size) -> Iterator[Markup]:
        yield self._band(size, "band1", self.rating, f"hx-{size.name}")
        if self.skill:
            yield self._band(size, "band2", self.skill)
        yield line("l-rate", [self._at(size, at, value) for at, value, _ in self.rating])
        if self.skill:
            yield line("l-skill", [self._at(size, at, value) for at, value, _ in self.skill])

    def _band(self, size: Size, kind: str, values: Sequence[Point3], fill: str = "") -> Markup:
        upper = [self._at(size, at, value + around) for at, value, around in values]
        lower = [self._at(size, at, value - around) for at, value, around in values]
        return band(kind, upper, lower, fill)

    def _keys(self, size: Size) -> Iterator[Markup]:
        """The names of the lines at their ends, where there is room beside them."""
        if size is not WIDE:
            return
        at, value, _ = self.rating[-1]
        _, rated = self._at(size, at, value)
        x = size.width - size.right + 6
        if self.skill:
            _, skilled = self._at(size, self.skill[-1][0], self.skill[-1][1])
            if abs(rated - skilled) < APART:
                rated = skilled + (APART if rated >= skilled else -APART)
            yield words(x, skilled + 4, gettext("skill"), "key")
        yield words(x, rated + 4, gettext("rating"), "key")
