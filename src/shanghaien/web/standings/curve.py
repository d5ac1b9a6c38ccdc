"""Strength over time in at most 200 points: half for the rating, half for skill; thinned as they grow."""

import msgspec

MOST = 100
"""Points of each."""
Point = tuple[int, float, float]
"""When (milliseconds since 1970), how strong, and how uncertain that is; strengths to a tenth."""


class Curve(msgspec.Struct, frozen=True):
    """Both curves, oldest points first; the first and the last game are always among them."""

    rating: tuple[Point, ...] = ()
    skill: tuple[Point, ...] = ()

    @classmethod
    def read(cls, text: str) -> "Curve":
        """The curve as it was kept."""
        return msgspec.json.decode(text, type=Curve) if text else cls()

    @property
    def text(self) -> str:
        """The curve as it is kept."""
        return msgspec.json.encode(self).decode()

    def with_rating(self, at: int, value: float, deviation: float) -> "Curve":
        """The same with one more game."""
        return Curve(_longer(self.rating, at, value, deviation), self.skill)

    def with_skill(self, at: int, value: float, deviation: float) -> "Curve":
        """The same with one more review."""
        return Curve(self.rating, _longer(self.skill, at, value, deviation))


def _longer(points: tuple[Point, ...], at: int, value: float, deviation: float) -> tuple[Point, ...]:
    if len(points) >= MOST:
        points = points[::2]
    return (*points, (at, round(value, 1), round(deviation, 1)))
