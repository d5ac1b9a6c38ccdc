"""What other features show on the page of a table and send on its stream: talk, who is there, what the game counts for."""

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from shanghaien.web.core.ids import PersonId
from shanghaien.web.site.forms import AnyRequest
from shanghaien.web.tables.model import Table, Viewer
from shanghaien.web.tables.pages.seen_table import Perspective
from shanghaien.web.tables.stream import News

PLACES: Mapping[str, object] = MappingProxyType({"talk": None, "absent": False, "seeking": None, "strength": None})
"""The places of the page that panels fill, as they are without them."""


@dataclass(frozen=True, slots=True)
class TableLook:
    """One look at a table's page: who looks at what, and how."""

    request: AnyRequest
    table: Table
    viewer: Viewer
    perspective: Perspective
    person: PersonId | None
    heard: int = 0
    """The number of what was last said, for a page that comes back to its stream."""


class PageEvent(NamedTuple):
    """What is sent to a page, by its stream or its socket."""

    name: str
    data: bytes
    """JSON."""
    time: int | None = None
    """The server's time, where time is counted."""


class PanelStream:
    """What a panel sends on one browser's stream."""

    shows_people = False
    """Whether the page shows who is at the table, so that the stream hears of changes."""

    @contextmanager
    def attend(self) -> Iterator[None]:
        """Entered as long as the stream is open."""
        yield

    async def events(self, news: News) -> Sequence[PageEvent]:
        """The events that this news calls for."""
        return ()


class Panel:
    """What another feature adds to the page of a table; it overrides what it needs."""

    async def places(self, look: TableLook) -> Mapping[str, object]:
        """What fills its places, by their names."""
        return {}

    async def stream(self, look: TableLook) -> PanelStream | None:
        """What it sends on a stream that opens now."""
        return None

    def looked(self, table: Table, viewer: Viewer) -> None:
        """Called when the page was loaded."""

    def turned(self, table: Table, viewer: Viewer, *, away: bool) -> None:
        """Called when a player's page goes into the background or comes back."""


class Panels:
    """The panels of a site; features add theirs when they are opened."""

    def __init__(self) -> None:
        self.all: list[Panel] = []

    async def places(self, look: TableLook) -> dict[str, object]:
        filled = dict(PLACES)
        for panel in self.all:
            filled |= await panel.places(look)
        return filled

    async def stream(self, look: TableLook) -> "BesideStream":
        streams = [await panel.stream(look) for panel in self.all]
        return BesideStream(tuple(stream for stream in streams if stream is not None), look.person)


@dataclass(frozen=True, slots=True)
class BesideStream:
    """What all panels send on one stream, and to which person, if they are known."""

    streams: tuple[PanelStream, ...] = ()
    person: PersonId | None = None

    @property
    def shows_people(self) -> bool:
        return any(stream.shows_people for stream in self.streams)

    @asynccontextmanager
    async def attend(self) -> AsyncIterator[None]:
        with ExitStack() as stack:
            for stream in self.streams:
                stack.enter_context(stream.attend())
            yield

    async def events(self, news: News) -> list[PageEvent]:
        return [event for stream in self.streams for event in await stream.events(news)]


NOTHING_BESIDE = BesideStream()
