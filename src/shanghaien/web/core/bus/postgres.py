"""A connection to PostgreSQL that uses NOTIFY: no other service is needed, but every process receives every message."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import asyncpg
from sqlalchemy.engine import make_url

from shanghaien.web.core.bus import CHANNEL, LONGEST, parts, payload
from shanghaien.web.core.bus.base import BusConnection, Subscription, Wake, log
from shanghaien.web.core.bus.connection import ReconnectingBus

SEND = "SELECT pg_notify($1, message) FROM unnest($2::text[]) AS message"
ANSWER_SECONDS = 5.0
SESSION = {"application_name": "shanghaien bus", "synchronous_commit": "off"}
"""A message is not worth waiting for the disk: nothing is stored by this connection."""


def postgres_bus(url: str, sender: str) -> ReconnectingBus:
    """A bus over the database at this URL; `sender` is the name of this process. It has no groups: all members receive."""
    place = make_url(url)
    return ReconnectingBus(
        lambda wake: _connected(url, sender, wake), f"postgresql {place.host or ''}/{place.database}"
    )


async def _connected(url: str, sender: str, wake: Wake) -> BusConnection:
    connection = await asyncpg.connect(**connect_arguments(url), timeout=ANSWER_SECONDS, server_settings=SESSION)
    link = PostgresConnection(connection, sender)
    connection.add_termination_listener(lambda _: wake())
    try:
        await connection.add_listener(CHANNEL, link.hear)
    except BaseException:
        connection.terminate()
        raise
    return link


def connect_arguments(url: str) -> dict[str, Any]:
    """What SQLAlchemy would give to the driver for this URL, so that one URL serves both."""
    place = make_url(url).set(drivername="postgresql+asyncpg")
    arguments = place.get_dialect()().create_connect_args(place)[1]
    return {name: value for name, value in arguments.items() if not name.startswith(("prepared_", "async_"))}


class PostgresConnection:
    """Listens on one channel and hands messages to the subscriptions of their subjects."""

    def __init__(self, connection: Any, sender: str) -> None:
        self._connection = connection
        self._sender = sender
        self._followed: defaultdict[str, dict[Subscription, None]] = defaultdict(dict)
        """By subject, since a process looks at many games and every message has to find its own."""

    @property
    def holds(self) -> bool:
        return not self._connection.is_closed()

    def hear(self, connection: object, process: int, channel: str, text: str) -> None:
        """Take a notification; those of this process are skipped."""
        sender, subject, message = parts(text)
        if sender == self._sender:
            return
        for wanted in (subject, subject.rpartition(".")[0] + ".*"):
            for subscription in tuple(self._followed.get(wanted, ())):
                subscription.deliver(subject, message)

    async def follow(self, subscription: Subscription) -> None:
        self._followed[subscription.subject][subscription] = None

    async def leave(self, subscription: Subscription) -> None:
        self._followed[subscription.subject].pop(subscription, None)
        if not self._followed[subscription.subject]:
            del self._followed[subscription.subject]

    async def send(self, messages: Sequence[tuple[str, str]]) -> None:
        """Send all in one statement; one that is too long for PostgreSQL is left out."""
        texts = [payload(self._sender, subject, message) for subject, message in messages]
        fitting = [text for text in texts if len(text.encode()) <= LONGEST]
        if len(fitting) < len(texts):
            log.error("a message is too long for the bus", extra={"bytes": max(len(text.encode()) for text in texts)})
        if fitting:
            await self._connection.execute(SEND, CHANNEL, fitting, timeout=ANSWER_SECONDS)

    async def check(self) -> None:
        await self._connection.execute("SELECT 1", timeout=ANSWER_SECONDS)

    async def close(self) -> None:
        self._connection.terminate()
