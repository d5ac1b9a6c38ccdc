"""What happens at a game, as a stream of server-sent events without gaps."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from shanghaien.web.ids import GameId
from shanghaien.web.play.stream import news_of
from shanghaien.web.play.table import Table
from shanghaien.web.play.tables import Tables

from .once import once_for_each
from .views import ENCODER, log_view

HEADERS = {"Cache-Control": "no-cache", "Connection": "keep-alive", "X-Accel-Buffering": "no"}


async def entries_of(tables: Tables, game: GameId, since: int) -> AsyncGenerator[bytes, None]:
    """Every entry after number `since`, those to come as well; the stream ends when the game is over."""
    async with aclosing(news_of(tables, game)) as news:
        async for table, fresh, *_ in news:
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


_events = once_for_each(_entry_events)
