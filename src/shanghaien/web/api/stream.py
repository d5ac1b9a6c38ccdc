"""What happens at a game, as a stream of server-sent events without gaps."""

from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress

from shanghaien.web.http.refusals import Refused
from shanghaien.web.ids import GameId
from shanghaien.web.play.stream import news_for
from shanghaien.web.play.table import Table, Viewer
from shanghaien.web.play.tables import Tables

from .once import once_for_each
from .said import Hearing
from .shapes import SaidShape
from .views import ENCODER, log_view

HEADERS = {"Cache-Control": "no-cache", "Connection": "keep-alive", "X-Accel-Buffering": "no"}


async def entries_of(
    tables: Tables, game: GameId, viewer: Viewer, since: int, hearing: Hearing | None = None
) -> AsyncGenerator[bytes, None]:
    """Every entry after number `since`, those to come as well, and what is said.

    It ends when the game is over, or must not be seen any more.
    """
    with suppress(Refused):
        async with aclosing(_entries(tables, game, viewer, since, hearing)) as entries:
            async for each in entries:
                yield each


async def _entries(
    tables: Tables, game: GameId, viewer: Viewer, since: int, hearing: Hearing | None
) -> AsyncGenerator[bytes, None]:
    async with aclosing(news_for(tables, game, viewer)) as news:
        async for each in news:
            table, fresh = each.table, each.fresh
            if hearing is not None and (said := _said_events(await hearing.new(each))):
                yield said
            if not each.of_game:
                continue
            if not fresh:
                yield f": alive {table.version}\r\n\r\n".encode()
                continue
            entries = _events(table, since)
            since = max(since, table.version)
            if table.over:
                yield entries + f"id: {since}\r\nevent: over\r\ndata: {since}\r\n\r\n".encode()
                return
            if entries:
                yield entries


def _entry_events(table: Table, since: int) -> bytes:
    return b"".join(
        b"id: %d\r\nevent: entry\r\ndata: %b\r\n\r\n" % (entry.number, ENCODER.encode(entry))
        for entry in log_view(table, since)
    )


def _said_events(said: list[SaidShape]) -> bytes:
    """What was said; without an id, so that whoever comes back names the last entry."""
    return b"".join(b"event: said\r\ndata: %b\r\n\r\n" % ENCODER.encode(each) for each in said)


_events = once_for_each(_entry_events)
