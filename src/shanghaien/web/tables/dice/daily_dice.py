"""The dice of a day at a table: what comes next, what bots are seeded with, and what may be shown of the seed."""

from datetime import UTC, date, datetime, timedelta
from functools import lru_cache

from shanghaien.fairness.day import DayDice, DayProof
from shanghaien.rules import FIELDS, State
from shanghaien.web.tables.store.rows import GameRow

# When a day begins and ends, and until when nothing of it is shown to those who have not played.

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
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()


UNTOLD = {"options", "last", "legal"}
"""What is no part of a position: the same every day, or only shown."""


@lru_cache(maxsize=8)
def dice_of_day(day: str, seed: bytes) -> DayDice:
    """The dice of a day; those that were asked for last are remembered, since all who play that day need them."""
    return DayDice(day, seed)


def daily_bot_seed(game: GameRow, state: State) -> str:
    """The seed of a bot in a game of a day: it depends on the day and the position, and on no player."""
    position = "\n".join(repr(getattr(state, name)) for name in FIELDS if name not in UNTOLD)
    return dice_of_day(game.day or "", game.seed).bot_seed(position)


def day_proof(game: GameRow, *, opened: bool) -> DayProof:
    """What makes the dice checkable; the seed is in it once the day is open, and not before."""
    return DayProof(game.day or "", game.commitment, game.seed if opened else None)
