"""Entries of a public log for tests, all of them different."""

from hashlib import sha256

from shanghaien.web.tables.dice.log_writer import LoggedEntry


def some_entries(count: int, name: str = "game") -> list[LoggedEntry]:
    """Reservations and contracts in turn, of games that are called after the name."""
    return [
        LoggedEntry("contract" if number % 2 else "reservation", f"{name}-{number // 2}", _hash(f"{name} {number}"))
        for number in range(count)
    ]


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()
