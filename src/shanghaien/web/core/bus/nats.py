"""A connection to NATS: its server routes messages by subscription, and shares them among the members of a group."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription as Followed
from nats.errors import NoServersError

from shanghaien.web.core.bus.base import BusConnection, Subscription, Wake
from shanghaien.web.core.bus.connection import ReconnectingBus
from shanghaien.wrong_input import WrongInput

PREFIX = "shanghaien."
"""Stands before every subject, so that a NATS server can be shared."""
ANSWER_SECONDS = 5
OPTIONS: dict[str, Any] = {
    "name": "shanghaien",
    "no_echo": True,
    "ping_interval": 5,
    "connect_timeout": ANSWER_SECONDS,
    "allow_reconnect": False,  # the bus does that, whatever the reason was
    "max_reconnect_attempts": 1,
    "reconnect_time_wait": 0,
}


def nats_bus(urls: str) -> ReconnectingBus:
    """A bus over NATS at one URL, or at several of one cluster with commas between them."""
    servers = checked_nats_urls(urls)
    places = ",".join(urlsplit(server).netloc.rpartition("@")[2] for server in servers)  # no password in logs
    return ReconnectingBus(lambda wake: _connected(servers, wake), f"nats {places}")


def checked_nats_urls(urls: str) -> list[str]:
    """The URLs one by one; WrongInput if one cannot be used."""
    servers = [url.strip() for url in urls.split(",")]
    if not all(map(_is_nats_url, servers)):
        raise WrongInput("Setting nats must look like nats://HOST:4222 or tls://USER:PASSWORD@HOST:4222.")
    return servers


def _is_nats_url(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return (
            parts.scheme in {"nats", "tls"} and bool(parts.hostname) and parts.port != 0 and not parts.path.strip("/")
        )
    except ValueError:  # the port is no number
        return False


async def _connected(servers: list[str], wake: Wake) -> BusConnection:
    client, faults = Client(), list[Exception]()

    async def note(fault: Exception) -> None:
        faults[:] = [fault]

    async def lost() -> None:
        wake()

    try:
        await client.connect(servers, error_cb=note, disconnected_cb=lost, closed_cb=lost, **OPTIONS)
    except NoServersError as error:  # which does not say what was wrong
        raise (faults[-1] if faults else error) from None
    except BaseException:
        await _abandon(client)
        raise
    return NatsConnection(client)


async def _abandon(client: Client) -> None:
    with suppress(Exception):  # what was not connected cannot be closed in order
        await client.close()


class NatsConnection:
    """Speaks through a client that has just connected, and is not used any more once that is lost."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._followed: dict[Subscription, Followed] = {}

    @property
    def holds(self) -> bool:
        """Whether the client has not noticed any loss; it asks the server for a sign of life by itself."""
        return self._client.is_connected

    async def follow(self, subscription: Subscription) -> None:
        async def pass_on(message: Msg) -> None:
            subscription.deliver(message.subject.removeprefix(PREFIX), message.data.decode())

        self._followed[subscription] = await self._client.subscribe(
            PREFIX + subscription.subject, queue=subscription.group, cb=pass_on
        )

    async def leave(self, subscription: Subscription) -> None:
        followed = self._followed.pop(subscription, None)
        if followed is not None:
            await followed.unsubscribe()

    async def send(self, messages: Sequence[tuple[str, str]]) -> None:
        for subject, message in messages:
            await self._client.publish(PREFIX + subject, message.encode())

    async def check(self) -> None:
        """Wait until the server has taken in what was asked of it so far."""
        for _ in range(2):  # the client's first question overtakes what waits for its writer, the second cannot
            await self._client.flush(ANSWER_SECONDS)

    async def close(self) -> None:
        """Let it go, after everything has left."""
        with suppress(Exception):
            await self.check()
        await self._client.close()
