"""What time it is: the one clock of the server, which a test may set."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Source = Callable[[], int]
"""Tells the time in milliseconds since 1970 (UTC)."""


def _system_time() -> int:
    return time.time_ns() // 1_000_000


_sources: list[Source] = [_system_time]


def now() -> int:
    """The time in milliseconds since 1970 (UTC)."""
    return _sources[-1]()


@contextmanager
def set_clock(source: Source) -> Iterator[None]:
    """Let another source tell the time meanwhile: whatever takes days can be tried in a moment."""
    _sources.append(source)
    try:
        yield
    finally:
        _sources.remove(source)
