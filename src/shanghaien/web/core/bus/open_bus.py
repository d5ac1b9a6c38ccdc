"""Chooses the bus of a site by its settings."""

import secrets

from shanghaien.web.core.bus.base import Bus, NullBus


def new_sender() -> str:
    """A name for this process among all that share a bus."""
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
