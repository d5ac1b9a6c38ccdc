"""Complaints that would fill the disk: of those that are alike a few are told, the others are counted."""

import logging
import time
from collections.abc import Callable

AT_ONCE = 20
"""Complaints of one kind that are told within the time below."""
SECONDS = 10.0
MOST_KINDS = 1000


class Seldom(logging.Filter):
    """Lets through what is rare; warnings and errors of one wording only so many at once.

    The next one that is told says how many were not: whoever floods the server must not fill its disk as well.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._told: dict[tuple[str, str], tuple[float, int]] = {}
        """Since when, and how many since then, of each kind."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is told."""
        if record.levelno < logging.WARNING:
            return True
        kind, now = (record.name, _wording(record)), self._clock()
        since, count = self._told.pop(kind, (now, 0))
        if now - since >= SECONDS:
            if count > AT_ONCE:
                record.left_out = count - AT_ONCE
            since, count = now, 0
        self._told[kind] = (since, count + 1)
        if len(self._told) > MOST_KINDS:
            del self._told[next(iter(self._told))]
        return count < AT_ONCE


def _wording(record: logging.LogRecord) -> str:
    """What is alike in complaints of one kind: the words before any value, and the class of an error."""
    cause = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
    return f"{str(record.msg)[:60]} {cause}"
