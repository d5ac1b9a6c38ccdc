"""What is hashed for the deal of a day, exactly as docs/fairness.md describes it."""

import hashlib
import hmac
from datetime import date

from shanghaien.fairness.errors import FairnessError

PROTOCOL = "shanghaien-day-1"
"""Changes whenever a hash or an order of outcomes changes; a record names the protocol it was made by."""
SEED_BYTES = 32
"""Random ones, which must not leave the server before the day is opened."""


class DayError(FairnessError):
    """Something that can be no day, or no seed of one."""


def message(purpose: str, *fields: str) -> bytes:
    """The bytes that are hashed for one purpose: the protocol's name, the purpose and the fields, one per line."""
    return "\n".join((PROTOCOL, purpose, *fields)).encode("ascii")


def commitment(day: str, seed: bytes) -> str:
    """What is published before the day begins: binds the seed to the day without telling it."""
    return hashlib.sha256(message("commit", checked_day(day), checked_seed(seed).hex())).hexdigest()


def day_key(day: str, seed: bytes) -> bytes:
    """The key of everything that is drawn for a day."""
    return hmac.digest(checked_seed(seed), message("key", checked_day(day)), "sha256")


def log_name(day: str) -> str:
    """What stands in the public log where games have their id."""
    return f"day-{checked_day(day)}"


def checked_day(day: str) -> str:
    """The day itself if it is one, written as in 2026-11-17."""
    try:
        found = date.fromisoformat(day).isoformat() == day
    except ValueError:
        found = False
    if not found:
        raise DayError(f"A day is written as in 2026-11-17, not {day!r}.")
    return day


def checked_seed(seed: bytes) -> bytes:
    """The seed itself if it has the right length."""
    if len(seed) != SEED_BYTES:
        raise DayError(f"A seed has {SEED_BYTES} bytes, not {len(seed)}.")
    return seed
