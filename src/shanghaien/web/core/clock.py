"""What time it is: the one clock of the server, which a test may set."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Source = Callable[[], int]
"""Returns the time in milliseconds since 1970 (UTC)."""
STEP_MS = 10_000
"""By how much the system's clock must be ahead for that to be a step, which is followed at once."""
SLEW = 2000
"""Smaller differences, and any step back, are made up for slowly: by one millisecond in so many."""
LONGEST_SLEW_MS = 20_000
"""What is made up for at once is what belongs to so much time at most."""
LONGEST_STEP_BACK_MS = 24 * 3_600_000
"""A clock that has gone back by more was wrong before, and no process waits until it has caught up."""


def _system_time() -> int:
    return time.time_ns() // 1_000_000


def _since_boot() -> int:
    """Milliseconds that never go back or jump; where the system can tell, those in which it slept count too."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return (time.monotonic_ns() if boot is None else time.clock_gettime_ns(boot)) // 1_000_000


class SteadyClock:
    """The system's time when it was made, and from then on what a monotonic clock counts."""

    def __init__(self, wall: Source = _system_time, steady: Source = _since_boot) -> None:
        self.wall = wall
        self.elapsed = steady
        self._offset = wall() - steady()
        self._followed = steady()

    def __call__(self) -> int:
        return self.elapsed() + self._offset

    def begin(self, reference: int, last: int | None) -> int:
        """Set it before anything is served: to the reference, but not behind the last time that the site has known.

        Returns by how many milliseconds the reference is behind that.
        """
        behind = 0 if last is None else max(0, last - reference)
        start = reference + (behind if behind <= LONGEST_STEP_BACK_MS else 0)
        self._offset, self._followed = start - self.elapsed(), self.elapsed()
        return behind

    def step(self, reference: int) -> int:
        """By how much the reference has jumped ahead; 0 if it has not."""
        ahead = reference - self()
        return ahead if ahead > STEP_MS else 0

    def jump(self, milliseconds: int) -> None:
        """Follow a step ahead."""
        self._offset += milliseconds

    def follow(self, reference: int) -> None:
        """Come nearer to the reference, so slowly that no deadline notices."""
        room = min(self.elapsed() - self._followed, LONGEST_SLEW_MS) // SLEW
        if room > 0:
            self._followed = self.elapsed()
            self._offset += max(-room, min(room, reference - self()))


_sources: list[Source] = [SteadyClock()]


def now() -> int:
    return _sources[-1]()


def elapsed() -> int:
    """Milliseconds by a clock that never jumps: only differences mean something."""
    source = _sources[-1]
    return source.elapsed() if isinstance(source, SteadyClock) else _since_boot()


def steady_clock() -> SteadyClock | None:
    """The clock that tells the time; None where a test does."""
    source = _sources[-1]
    return source if isinstance(source, SteadyClock) else None


@contextmanager
def set_clock(source: Source) -> Iterator[None]:
    """Use another source of time inside the block: what takes days can be tried in a moment."""
    _sources.append(source)
    try:
        yield
    finally:
        _sources.remove(source)
