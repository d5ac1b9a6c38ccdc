"""When a day begins and ends, and until when nothing of it is told to whoever has not played."""

from datetime import UTC, date, datetime, timedelta

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS
GRACE_MS = 2 * HOUR_MS
"""So long after its day a game that began on it still counts; only then the seed is opened, and what others played."""


def day_at(milliseconds: int) -> str:
    """The day of a time, by the calendar of Greenwich."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).date().isoformat()


def begins(day: str) -> int:
    """When a day begins, in milliseconds since 1970 (UTC)."""
    return int(datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC).timestamp() * 1000)


def opens(day: str) -> int:
    """When everything of a day is open: its seed, and the games of others."""
    return begins(day) + DAY_MS + GRACE_MS


def later(day: str, days: int) -> str:
    """The day so many days later."""
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()
