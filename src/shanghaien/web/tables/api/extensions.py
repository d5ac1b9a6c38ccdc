"""What other features tell programs at a game, and take from them over its socket: what is said there."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, reduce
from operator import or_
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from shanghaien.web.core.ids import GameId
from shanghaien.web.tables.api.game_visit import GameVisit
from shanghaien.web.tables.model import Viewer
from shanghaien.web.tables.stream import News


class Listener(Protocol):
    """Finds what is new for one program."""

    viewer: Viewer

    async def new(self, news: News) -> Sequence[Struct]:
        """What is to be sent now."""


@dataclass(frozen=True, slots=True)
class Extension:
    """What one feature adds."""

    event: str
    """The name of the event, or the type of the message, by which something is sent."""
    listen: Callable[[Viewer], Listener]
    message: type[Struct]
    """What a program may send; it has an `id`, and its tag is its `type`."""
    receive: Callable[[GameVisit, GameId, Any], Awaitable[object]]
    """Does what such a message asks for."""


@dataclass(slots=True)
class Extensions:
    """The extensions of a site; features add theirs when they are opened."""

    all: list[Extension] = field(default_factory=list)

    def listeners(self, viewer: Viewer) -> list[tuple[str, Listener]]:
        return [(each.event, each.listen(viewer)) for each in self.all]

    def decoder(self, *messages: type[Struct]) -> msgspec.json.Decoder[Any]:
        return _decoder(*messages, *(each.message for each in self.all))

    def receiver(self, message: Struct) -> Callable[[GameVisit, GameId, Any], Awaitable[object]] | None:
        """The handler of an extension's message; None if the message is of no extension."""
        return next((each.receive for each in self.all if isinstance(message, each.message)), None)


@cache
def _decoder(*messages: type[Struct]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(reduce(or_, messages))
