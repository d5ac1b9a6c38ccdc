"""What all drawings of this area are made of: sizes, marks and words, escaped; colours come from the style sheet."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from markupsafe import Markup, escape

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
        """How much room there is from side to side."""
        return self.width - self.left - self.right

    @property
    def down(self) -> int:
        """How much room there is from top to bottom."""
        return self.height - self.top - self.bottom


def drawing(key: str, size: Size, title: str, told: str, parts: Iterable[Markup]) -> Markup:
    """A whole drawing with a title and a description for those who listen; `key` is its own on the page."""
    name = f"{key}-{size.name}"
    return Markup(
        '<svg class="chart {kind}" viewBox="0 0 {width} {height}" role="img" aria-labelledby="{name}-t {name}-d">'
        '<title id="{name}-t">{title}</title><desc id="{name}-d">{told}</desc>{parts}</svg>'
    ).format(
        kind=size.name,
        width=size.width,
        height=size.height,
        name=name,
        title=title,
        told=told,
        parts=Markup("").join(parts),
    )


def words(x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> Markup:
    """A text at a place."""
    return Markup('<text class="{}" x="{}" y="{}" text-anchor="{}">{}</text>').format(
        kind, round(x, 1), round(y, 1), anchor, escape(text)
    )


def line(kind: str, points: Sequence[Point]) -> Markup:
    """A line through points."""
    return Markup('<path class="{}" d="M{}"/>').format(kind, "L".join(f"{x:.1f} {y:.1f}" for x, y in points))


def band(kind: str, upper: Sequence[Point], lower: Sequence[Point], fill: str = "") -> Markup:
    """The area between two lines; `fill` names a pattern."""
    around = [*upper, *reversed(lower)]
    filled = Markup(' fill="url(#{})"').format(fill) if fill else ""
    return Markup('<path class="{}"{} d="M{}Z"/>').format(kind, filled, "L".join(f"{x:.1f} {y:.1f}" for x, y in around))


def box(kind: str, x: float, y: float, width: float, height: float) -> Markup:
    """A bar."""
    shape = (kind, round(x, 1), round(y, 1), max(0.0, round(width, 1)), max(0.0, round(height, 1)))
    return Markup('<rect class="{}" x="{}" y="{}" width="{}" height="{}" rx="3"/>').format(*shape)


def hatching(name: str) -> Markup:
    """A pattern of slanted lines, so that an area is told from another without colour."""
    return Markup(
        '<defs><pattern id="{}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<path class="hx" d="M0 0V6"/></pattern></defs>'
    ).format(name)
