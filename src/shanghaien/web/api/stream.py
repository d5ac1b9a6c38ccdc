"""What happens at a game, as a stream of server-sent events without gaps."""

from collections.abc import AsyncIterator
from contextlib import aclosing

import msgspec
from litestar.response.sse import ServerSentEventMessage

from shanghaien.web.http.event_stream import SIGN_OF_LIFE
from shanghaien.web.ids import GameId
from shanghaien.web.play.stream import versions_of
from shanghaien.web.play.tables import Tables

from .views import log_view


async def entries_of(tables: Tables, game: GameId, since: int) -> AsyncIterator[ServerSentEventMessage]:
    """Every entry after number `since`, those to come as well; the stream ends when the game is over."""
    async with aclosing(versions_of(tables, game)) as versions:
        async for version in versions:
            if version is None:
                yield SIGN_OF_LIFE
                continue
            table, _ = await tables.look(game)
            for entry in log_view(table, since):
                since = entry.number
                yield ServerSentEventMessage(event="entry", id=since, data=msgspec.json.encode(entry).decode())
            if table.over:
                yield ServerSentEventMessage(event="over", id=since, data=since)
                return
