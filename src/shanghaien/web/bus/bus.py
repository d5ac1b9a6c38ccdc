"""What carries messages to the other processes of a site. It may lose some; nothing depends on a single one."""

from collections.abc import Callable
from typing import Protocol

Hear = Callable[[str, str], None]
"""Is told the subject and the message."""
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
        """Tell the others; never waits and never fails."""

    def subscribe(self, subject: str, hear: Hear, group: str = "") -> Cancel:
        """Hear a subject (`limits`), or all below one (`news.*`), until cancelled; of a group only one member hears each message, if the bus can do that."""


class NoBus:
    """The bus of a site that is one process: there is nobody else to tell."""

    connected = True

    def __init__(self) -> None:
        self.after_gap: list[Callable[[], None]] = []

    async def start(self) -> None:
        """Nothing to connect to."""

    async def close(self) -> None:
        """Nothing to let go."""

    def send(self, subject: str, message: str) -> None:
        """Nobody hears it."""

    def subscribe(self, subject: str, hear: Hear, group: str = "") -> Cancel:
        """Nothing will be heard."""
        return lambda: None
