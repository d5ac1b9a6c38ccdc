"""Short messages between the processes of one site; what must not be lost lives in the store."""

import secrets

from shanghaien.web.core.bus.base import Bus, NullBus


def new_sender() -> str:
    return secrets.token_hex(6)


def open_bus(database: str, nats: str, sender: str) -> Bus:
    """NATS if its URL is given, else the PostgreSQL database, else none: SQLite serves one process only."""
    if nats:
        from shanghaien.web.core.bus.nats import nats_bus  # noqa: PLC0415 - a site without NATS need not have its client

        return nats_bus(nats)
    if database.startswith("postgresql"):
        from shanghaien.web.core.bus.postgres import postgres_bus  # noqa: PLC0415 - a site without PostgreSQL need not have its driver

        return postgres_bus(database, sender)
    return NullBus()


# The messages of PostgreSQL's NOTIFY: the store sends news in the transaction of a move.
CHANNEL = "shanghaien"
LONGEST = 7999
"""Bytes; PostgreSQL takes no longer ones."""


def payload(sender: str, subject: str, message: str) -> str:
    """What is notified: the sender, who passes it over when it comes back, then subject and message."""
    return f"{sender} {subject} {message}"


def news_prefix(sender: str) -> str:
    """What stands before `GAME VERSION` in the news of a move, under the subject `news.GAME`."""
    return payload(sender, "news", "").rstrip() + "."


def parts(text: str) -> tuple[str, str, str]:
    """Sender, subject and message of a payload; what is missing is empty."""
    sender, _, rest = text.partition(" ")
    subject, _, message = rest.partition(" ")
    return sender, subject, message
