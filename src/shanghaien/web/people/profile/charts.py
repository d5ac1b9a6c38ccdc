"""Drawings as SVG: sizes, marks, escaped words, and the curve of rating and skill; colours come from the style sheet."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec
from markupsafe import Markup, escape

from shanghaien.web.core.i18n import gettext, language
from shanghaien.web.standings.model import Curve as KeptCurve

Point = tuple[float, float]


class Size(NamedTuple):
    """The measures of a drawing; it is drawn anew for a phone, with letters as large as on a wide page."""

    name: str
    width: int
    height: int
    left: int = 44
    right: int = 58
    top: int = 18
    bottom: int = 34

    @property
    def across(self) -> int:
        return self.width - self.left - self.right

    @property
    def down(self) -> int:
        return self.height - self.top - self.bottom


def drawing(key: str, size: Size, title: str, description: str, parts: Iterable[Markup]) -> Markup:
    """A whole drawing with a title and a description for those who listen; `key` is its own on the page."""
    name = f"{key}-{size.name}"
    return Markup(
        '<svg class="chart {kind}" viewBox="0 0 {width} {height}" role="img" aria-labelledby="{name}-t {name}-d">'
        '<title id="{name}-t">{title}</title><desc id="{name}-d">{description}</desc>{parts}</svg>'
    ).format(
        kind=size.name,
        width=size.width,
        height=size.height,
        name=name,
        title=title,
        description=description,
        parts=Markup("").join(parts),
    )


def words(x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> Markup:
    return Markup('<text class="{}" x="{}" y="{}" text-anchor="{}">{}</text>').format(
        kind, round(x, 1), round(y, 1), anchor, escape(text)
    )


def line(kind: str, points: Sequence[Point]) -> Markup:
    """A line through points."""
    return Markup('<path class="{}" d="M{}"/>').format(kind, "L".join(f"{x:.1f} {y:.1f}" for x, y in points))


def box(kind: str, x: float, y: float, width: float, height: float) -> Markup:
    shape = (kind, round(x, 1), round(y, 1), max(0.0, round(width, 1)), max(0.0, round(height, 1)))
    return Markup('<rect class="{}" x="{}" y="{}" width="{}" height="{}" rx="3"/>').format(*shape)


def hatching(name: str, kind: str = "hx") -> Markup:
    """A pattern of slanted lines, which tells areas apart without colour."""
    return Markup(
        '<defs><pattern id="{}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<path class="{}" d="M0 0V6"/></pattern></defs>'
    ).format(name, kind)


MONTH = 31 * 86_400_000
STEPS = (1, 2, 3, 6, 12, 24, 60)
"""From one mark to the next, in months."""


def day(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000, UTC)


def _formatted(at: int, skeleton: str) -> str:
    from babel.dates import format_skeleton  # noqa: PLC0415 - a server starts more quickly without

    locale = "en_GB" if language() == "en" else language()
    return format_skeleton(skeleton, day(at), tzinfo=None, locale=locale)


def month_words(at: int, *, with_year: bool = False) -> str:
    """Aug, or Aug 2026."""
    return _formatted(at, "yMMM" if with_year else "MMM")


def date_words(at: int) -> str:
    """20 Nov 2026."""
    return _formatted(at, "yMMMd")


def marks(first: int, last: int, most: int) -> list[tuple[int, str]]:
    """At most so many times between two, each with its words: days within two months, else firsts of months."""
    if last - first < 2 * MONTH:
        return _days(first, last, most)
    months = (day(last).year - day(first).year) * 12 + day(last).month - day(first).month + 1
    step = next((step for step in STEPS if months <= step * most), STEPS[-1])
    years = day(first).year != day(last).year
    return [(at, month_words(at, with_year=years)) for at in _firsts(first, last, step)]


def _days(first: int, last: int, most: int) -> list[tuple[int, str]]:
    times = [first + (last - first) * number // max(1, most - 1) for number in range(most)] if last > first else [first]
    named = {_formatted(at, "MMMd"): at for at in reversed(times)}
    return sorted((at, words) for words, at in named.items())


def _firsts(first: int, last: int, step: int) -> list[int]:
    """Timestamps of the firsts of every `step` months between two times."""
    start, end = day(first), day(last)
    months = range(start.year * 12 + start.month - 1, end.year * 12 + end.month)
    times = [round(datetime(each // 12, each % 12 + 1, 1, tzinfo=UTC).timestamp() * 1000) for each in months]
    return [at for at, month in zip(times, months, strict=True) if first <= at <= last and month % step == 0]


WIDE, SMALL = Size("w", 720, 250, right=92), Size("s", 360, 230, right=14)
APART = 17
"""How far apart the names of the lines stand at least."""


Point3 = tuple[int, float, float]
"""When, how strong, and how uncertain that is."""


def read_curve(text: str) -> "CurvePicture":
    """The stored curve; empty if it cannot be read."""
    try:
        kept = KeptCurve.read(text)
    except msgspec.MsgspecError:
        return CurvePicture(())
    return CurvePicture(kept.rating, kept.skill)


@dataclass(frozen=True)
class CurvePicture:
    """Rating (dashed, hatched band) and skill (thick, filled band) over time, the oldest points first."""

    rating: Sequence[Point3]
    skill: Sequence[Point3] = ()

    @property
    def rows(self) -> list[tuple[str, int, int | None]]:
        """About a dozen points for the table: day, rating, and the skill known on that day."""
        step = max(1, math.ceil(len(self.rating) / 12))
        chosen = self.rating[::-1][::step][::-1]
        return [(date_words(at), round(value), self._skill_at(at)) for at, value, _ in chosen]

    def _skill_at(self, at: int) -> int | None:
        known = [value for when, value, _ in self.skill if when <= at]
        return round(known[-1]) if known else None

    @property
    def pictures(self) -> tuple[Markup, Markup]:
        """The drawing for wide pages and the one for phones."""
        return self.svg(WIDE), self.svg(SMALL)

    def svg(self, size: Size) -> Markup:
        parts = [hatching(f"hx-{size.name}"), *self._frame(size), *self._lines(size), *self._keys(size)]
        return drawing("curve", size, gettext("Rating and skill over time"), self._description(), parts)

    def _description(self) -> str:
        (first_at, first, _), (last_at, last, _) = self.rating[0], self.rating[-1]
        said = gettext("The rating goes from %(first)s on %(from)s to %(last)s on %(until)s.") % {
            "first": round(first),
            "from": date_words(first_at),
            "last": round(last),
            "until": date_words(last_at),
        }
        if not self.skill:
            return said
        return f"{said} " + gettext("The skill without luck is %(skill)s.") % {"skill": round(self.skill[-1][1])}

    @property
    def _times(self) -> tuple[int, int]:
        times = [at for at, _, _ in (*self.rating, *self.skill)]
        return min(times), max(times)

    def _reach(self) -> tuple[int, int]:
        """The lowest and the highest value of the scale, in hundreds."""
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
        filled = Markup(' fill="url(#{})"').format(fill) if fill else ""
        outline = "L".join(f"{x:.1f} {y:.1f}" for x, y in [*upper, *reversed(lower)])
        return Markup('<path class="{}"{} d="M{}Z"/>').format(kind, filled, outline)

    def _keys(self, size: Size) -> Iterator[Markup]:
        """Names at the ends of the lines, where there is room."""
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
