"""One connection of a bus, as long as it holds; the bus makes a new one when it is lost."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from .bus import Hear

log = logging.getLogger("shanghaien.bus")
Wake = Callable[[], None]
"""To be called when the connection is lost, so that nobody has to send something to notice."""


@dataclass(frozen=True, eq=False)
class Subscription:
    """Somebody who wants to hear a subject."""

    subject: str
    hear: Hear
    group: str = ""

    def tell(self, subject: str, message: str) -> None:
        """Pass a message on; a listener that fails does not keep the others from hearing."""
        try:
            self.hear(subject, message)
        except Exception:
            log.exception("a message of the bus was not understood", extra={"subject": subject})


class Link(Protocol):
    """A connection. Everything may raise when it is lost; nothing is called twice at the same time."""

    @property
    def holds(self) -> bool:
        """Whether it has not been lost yet."""

    async def follow(self, subscription: Subscription) -> None:
        """Pass on what comes for a subscription."""

    async def leave(self, subscription: Subscription) -> None:
        """Pass nothing more on to it."""

    async def send(self, messages: Sequence[tuple[str, str]]) -> None:
        """Send subjects with their messages."""

    async def check(self) -> None:
        """See whether the other end still answers, and has taken in everything that was asked of it."""

    async def close(self) -> None:
        """Let it go."""


Dial = Callable[[Wake], Awaitable[Link]]
"""Makes a connection, or raises."""
