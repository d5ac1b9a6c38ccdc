"""Time that goes on when a test says so, so that days pass in a moment."""

from collections.abc import Iterator
from contextlib import contextmanager

from shanghaien.web.core import clock

MONDAY = 1_794_787_200_000
"""Midnight (UTC) before 16 November 2026, in milliseconds since 1970."""


class MovingTime:
    """A clock that stands until it is moved."""

    def __init__(self, at: int = MONDAY) -> None:
        self.at = at

    def __call__(self) -> int:
        return self.at

    def go(self, *, days: float = 0, hours: float = 0, seconds: float = 0) -> None:
        """Let so much time pass."""
        self.at += round((days * 86_400 + hours * 3_600 + seconds) * 1000)


@contextmanager
def moving_time(at: int = MONDAY) -> Iterator[MovingTime]:
    """Let a clock that moves by hand tell the server the time."""
    moving = MovingTime(at)
    with clock.set_clock(moving):
        yield moving
