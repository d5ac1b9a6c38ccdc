"""Logs of the server: one JSON object a line, without anything that could be used to play for another person."""

import asyncio
import json
import logging
import logging.config
import re
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from cachetools import LRUCache

# Warnings that would fill the disk: of those that are alike a few are logged, the others are counted.

AT_ONCE = 20
"""Warnings of one kind that are logged within the time below."""
SECONDS = 10.0
MOST_KINDS = 1000
VALUES = re.compile(r"0x[0-9a-fA-F]+|[0-9]+")
"""Addresses in memory and numbers, which libraries write into their wording."""
POOLS = "sqlalchemy.pool"


class RateLimitedLog(logging.Filter):
    """Lets through what is rare; warnings and errors of one wording only so many at once.

    The next one that is logged says how many were not: a flood must not fill the disk as well.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._seen: LRUCache[tuple[str, str], tuple[float, int]] = LRUCache(MOST_KINDS)
        """Since when, and how many since then, of each kind."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is logged."""
        if record.levelno < logging.WARNING:
            return True
        kind, now = (record.name, _wording(record)), self._clock()
        since, count = self._seen.get(kind, (now, 0))
        if now - since >= SECONDS:
            if count > AT_ONCE:
                record.left_out = count - AT_ONCE
            since, count = now, 0
        self._seen[kind] = (since, count + 1)
        return count < AT_ONCE


def _wording(record: logging.LogRecord) -> str:
    """What is alike in complaints of one kind: the words before any value, and the class of an error."""
    cause = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
    return f"{VALUES.sub('', str(record.msg))[:60]} {cause}"


def without_abandoned(record: logging.LogRecord) -> bool:
    """Whether to log what a pool says: not that a statement was cut short since the client of a download went away."""
    return not (record.exc_info and record.exc_info[0] is asyncio.CancelledError and record.name.startswith(POOLS))


SLASH = r"(?:/|%2[fF])"
PRIVATE = re.compile(
    rf"({SLASH}(?:join|seat|invitations|in|feed|calendar|unsubscribe){SLASH}+)(?!…)(?:(?!%2[fF])[^/?&\s\"'\\])+",
    re.IGNORECASE,
)
"""The token of a link, wherever its address stands, also if it is written in the odd ways that lead nowhere."""
SIGNED = re.compile(r"\bW[\w-]{7,}\.[\w-]{27}\b")
"""A list that was signed here, as in cookies and links, with or without an address around it."""
OF_PROGRAMS = re.compile(r"shg_[\w-]{8,}")
"""The token of a program."""
STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


class JsonLines(logging.Formatter):
    """Time, level, logger and message, and whatever else the record was given."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
        }
        entry |= _access(record) if record.name == "uvicorn.access" else {"message": record.getMessage()}
        entry |= {name: value for name, value in vars(record).items() if name not in STANDARD}
        if record.exc_info:
            entry["cause"] = self.formatException(record.exc_info)
        return without_tokens(json.dumps(entry, ensure_ascii=False, default=str))


def without_tokens(text: str) -> str:
    """The text without anything that could be used to play for another person."""
    return OF_PROGRAMS.sub("shg_…", SIGNED.sub("…", PRIVATE.sub(r"\1…", text)))


def _access(record: logging.LogRecord) -> dict[str, Any]:
    client, method, path, _, status = record.args if isinstance(record.args, tuple) else ("", "", "", "", 0)
    return {"message": "request", "client": client, "method": method, "path": path, "status": status}


def set_up(level: str) -> None:
    """Send all logs of this level and above to standard output as JSON lines."""
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {"json": {"()": JsonLines}},
            "filters": {"rate": {"()": RateLimitedLog}, "abandoned": {"()": lambda: without_abandoned}},
            "handlers": {
                "out": {
                    "class": "logging.StreamHandler",
                    "stream": "ext://sys.stdout",
                    "formatter": "json",
                    "filters": ["abandoned", "rate"],
                }
            },
            "root": {"level": level.upper(), "handlers": ["out"]},
            "loggers": {
                "alembic": {"level": "WARNING"},
                "aiosqlite": {"level": "WARNING"},
                "asyncio": {"level": "WARNING"},
                # They would log where notices go, which is enough to send some.
                "httpx": {"level": "WARNING"},
                "httpcore": {"level": "WARNING"},
            },
        }
    )
