"""Logs of the server: one JSON object a line, without anything that could be used to play for somebody else."""

import json
import logging
import logging.config
import re
from datetime import UTC, datetime
from typing import Any

from .seldom import Seldom

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
        """The record on one line."""
        told: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
        }
        told |= _access(record) if record.name == "uvicorn.access" else {"message": record.getMessage()}
        told |= {name: value for name, value in vars(record).items() if name not in STANDARD}
        if record.exc_info:
            told["cause"] = self.formatException(record.exc_info)
        return without_tokens(json.dumps(told, ensure_ascii=False, default=str))


def without_tokens(text: str) -> str:
    """The text without anything that could be used to play for somebody else."""
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
            "filters": {"seldom": {"()": Seldom}},
            "handlers": {
                "out": {
                    "class": "logging.StreamHandler",
                    "stream": "ext://sys.stdout",
                    "formatter": "json",
                    "filters": ["seldom"],
                }
            },
            "root": {"level": level.upper(), "handlers": ["out"]},
            "loggers": {
                "alembic": {"level": "WARNING"},
                "aiosqlite": {"level": "WARNING"},
                "asyncio": {"level": "WARNING"},
                # They would tell where notices go, and whoever knows that can send some.
                "httpx": {"level": "WARNING"},
                "httpcore": {"level": "WARNING"},
            },
        }
    )
