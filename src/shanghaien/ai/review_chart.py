"""The chance of winning over a game as an SVG drawing: readable without colour, with a table of the same numbers.

Above the middle line one player is ahead (plain), below it the other (hatched); turning points carry letters.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from .account import EVEN, Entry, Kind, Review

WIDTH, HEIGHT = 680, 214
LEFT, RIGHT, TOP, BOTTOM = 44, 8, 10, 24
LETTERS = "ABCD"
GRID = 'stroke="currentColor" stroke-opacity=".22"'


@dataclass(frozen=True)
class Labels:
    """The words of the drawing; a page gives translated ones."""

    title: str = "Chance of winning"
    ahead: tuple[str, str] = ("A ahead", "B ahead (hatched)")
    here: str = "this step"


@dataclass(frozen=True)
class Chart:
    """A review drawn from the side of one seat, whose chance of winning goes up."""

    review: Review
    seat: int = 0
    labels: Labels = Labels()
    marked: int | None = None
    """The number of the step that is being looked at."""

    def svg(self) -> str:
        """The drawing; colours come from the page's custom properties and fall back to plain ones."""
        parts = [*self._frame(), *self._areas(), *self._line(), *self._mark(), *self._turns(), *self._words()]
        title = escape(self.labels.title)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
            f'font-family="sans-serif" font-size="12" fill="currentColor" '
            f'aria-label="{title}"><title>{title}</title>{"".join(parts)}</svg>'
        )

    def rows(self) -> list[tuple[str, str]]:
        """The same as a table for who can't see it: the turn, and the chance of winning after it in per cent."""
        return [(place_text(entry), f"{100 * self._own(entry.after):.1f}") for entry in self._shown()]

    def _shown(self) -> Sequence[Entry]:
        """One point for each turn and each deal: what stood when it was over."""
        entries = self.review.entries
        last = {(entry.round, entry.turn, entry.kind is Kind.DEAL): entry for entry in entries}
        return list(last.values())

    def _own(self, value: float) -> float:
        return value if self.seat == 0 else 1 - value

    def _x(self, number: int) -> float:
        steps = max(1, self.review.entries[-1].number if self.review.entries else 1)
        return round(LEFT + (WIDTH - LEFT - RIGHT) * number / steps, 1)

    def _y(self, value: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - value), 1)

    def _points(self) -> list[tuple[float, float]]:
        values = [(entry.number, self._own(entry.after)) for entry in self.review.entries]
        return [(self._x(number), self._y(value)) for number, value in [(0, EVEN), *values]]

    def _frame(self) -> Iterator[str]:
        yield (
            '<defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
            '<path d="M0 0v6" stroke="var(--theirs,#2f5fb0)" stroke-width="2.4"/></pattern></defs>'
        )
        for share in (0, 25, 50, 75, 100):
            y = self._y(share / 100)
            dash = ' stroke-dasharray="4 3"' if share == 50 else ""
            yield f'<path class="grid" {GRID} d="M{LEFT} {y}H{WIDTH - RIGHT}"{dash}/>'
            yield f'<text class="axis" x="{LEFT - 6}" y="{y + 4}" text-anchor="end">{share}%</text>'
        yield from self._rounds()

    def _rounds(self) -> Iterator[str]:
        starts = {entry.round: entry.number for entry in reversed(self.review.entries)}
        ends = {entry.round: entry.number for entry in self.review.entries}
        for round_, start in starts.items():
            middle = (self._x(start) + self._x(ends[round_])) / 2
            yield f'<path class="grid" {GRID} d="M{self._x(start)} {self._y(0)}V{self._y(1)}"/>'
            yield f'<text class="axis" x="{middle:.1f}" y="{HEIGHT - 6}" text-anchor="middle">{round_}</text>'

    def _areas(self) -> Iterator[str]:
        points, middle = self._points(), self._y(EVEN)
        outline = "L".join(f"{x} {y}" for x, y in points)
        shape = f"M{points[0][0]} {middle}L{outline}L{points[-1][0]} {middle}Z"
        above = f'<clipPath id="above"><path d="M0 0H{WIDTH}V{middle}H0z"/></clipPath>'
        below = f'<clipPath id="below"><path d="M0 {middle}H{WIDTH}V{HEIGHT}H0z"/></clipPath>'
        yield f"<defs>{above}{below}</defs>"
        yield f'<path class="ahead" clip-path="url(#above)" d="{shape}" fill="var(--mine,#b3261e)" opacity=".32"/>'
        yield f'<path class="behind" clip-path="url(#below)" d="{shape}" fill="url(#hatch)"/>'

    def _line(self) -> Iterator[str]:
        outline = "L".join(f"{x} {y}" for x, y in self._points())
        yield f'<path class="line" d="M{outline}" fill="none" stroke="currentColor" stroke-width="2"/>'

    def _mark(self) -> Iterator[str]:
        if self.marked is not None:
            x = self._x(self.marked)
            yield f'<path class="here" stroke="currentColor" stroke-width="2.5" d="M{x} {self._y(0)}V{self._y(1)}"><title>{escape(self.labels.here)}</title></path>'

    def _turns(self) -> Iterator[str]:
        for letter, entry in zip(LETTERS, self.review.turning_points, strict=False):
            value = self._own(entry.after)
            x, y = self._x(entry.number), self._y(value)
            beside = y - 10 if value >= EVEN and y > TOP + 14 else y + 18
            yield f'<circle class="turn" cx="{x}" cy="{y}" r="4.5" fill="var(--card,#fff)" stroke="currentColor" stroke-width="2"/>'
            yield f'<text class="letter" font-weight="bold" x="{x}" y="{beside}" text-anchor="middle">{letter}</text>'

    def _words(self) -> Iterator[str]:
        first, second = self.labels.ahead
        yield f'<text class="side" x="{LEFT + 8}" y="{self._y(1) + 15}">{escape(first)}</text>'
        yield f'<text class="side" x="{LEFT + 8}" y="{self._y(0) - 7}">{escape(second)}</text>'


def place_text(entry: Entry) -> str:
    """Where a step belongs: round and turn, or the deal of a round."""
    return f"{entry.round}.0" if entry.kind is Kind.DEAL else f"{entry.round}.{entry.turn}"
