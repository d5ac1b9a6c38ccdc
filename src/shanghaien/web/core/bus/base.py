"""What carries messages to the other processes of a site. It may lose some; nothing depends on a single one."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

Hear = Callable[[str, str], None]
"""Called with the subject and the message."""
Cancel = Callable[[], None]


class Bus(Protocol):
    """Carries short texts under subjects like `news.GAME` to every other process that subscribed; never back to the sender."""

    after_gap: list[Callable[[], None]]
    """Called when the connection is back after it was lost: what was said meanwhile is not known."""

    async def start(self) -> None:
        """Connect; a bus that is not there yet is tried again in the background."""

    async def close(self) -> None:
        """Let the connection go."""

    @property
    def connected(self) -> bool:
        """Whether messages get through at the moment."""

    def send(self, subject: str, message: str) -> None:
        """Publish to the other processes; never waits and never fails."""

    def subscribe(self, subject: str, hear: Hear, group: str = "") -> Cancel:
        """Hear a subject (`limits`), or all below one (`news.*`), until cancelled; of a group only one member hears each message, if the bus can do that."""


class NullBus:
    """The bus of a site that is one process."""

    connected = True

    def __init__(self) -> None:
        self.after_gap: list[Callable[[], None]] = []

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    def send(self, subject: str, message: str) -> None: ...

    def subscribe(self, subject: str, hear: Hear, group: str = "") -> Cancel:
        return lambda: None


# One connection of a bus, as long as it holds; the bus makes a new one when it is lost.

log = logging.getLogger("shanghaien.bus")
Wake = Callable[[], None]
"""To be called when the connection is lost, so that it is noticed without sending."""


@dataclass(frozen=True, eq=False)
class Subscription:
    """A handler for the messages of a subject."""

    subject: str
    hear: Hear
    group: str = ""

    def deliver(self, subject: str, message: str) -> None:
        """Pass a message on; a listener that fails does not keep the others from hearing."""
        try:
            self.hear(subject, message)
        except Exception:
            log.exception("a message of the bus was not understood", extra={"subject": subject})


class BusConnection(Protocol):
    """A connection. Everything may raise when it is lost; nothing is called twice at the same time."""

    @property
    def holds(self) -> bool: ...

    async def follow(self, subscription: Subscription) -> None: ...

    async def leave(self, subscription: Subscription) -> None: ...

    async def send(self, messages: Sequence[tuple[str, str]]) -> None: ...

    async def check(self) -> None:
        """See whether the other end still answers, and has taken in everything that was asked of it."""

    async def close(self) -> None: ...


Dial = Callable[[Wake], Awaitable[BusConnection]]
"""Makes a connection, or raises."""
