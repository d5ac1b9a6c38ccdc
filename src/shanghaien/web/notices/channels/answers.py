"""What comes back when something was sent to somebody else's server."""

from dataclasses import dataclass


class NotReached(Exception):
    """The server could not be reached: nothing can have arrived."""


@dataclass(frozen=True, slots=True)
class ServerAnswer:
    """What a server said: a status, and after how many seconds it wants to be asked again."""

    status: int
    retry_after: float = 0

    @property
    def taken(self) -> bool:
        """Whether it took what it was sent."""
        return 200 <= self.status < 300
