"""What happens at a game, as a stream of server-sent events without gaps."""

from collections.abc import AsyncIterator

import msgspec
from litestar.response.sse import ServerSentEventMessage

from shanghaien.web.play.hub import Hub
from shanghaien.web.play.stream import with_signs_of_life
from shanghaien.web.play.tables import Tables

from .plain import log_json


async def entries_of(tables: Tables, hub: Hub, game: str, since: int) -> AsyncIterator[ServerSentEventMessage]:
    """Every entry after number `since`, those to come as well; the stream ends when the game is over."""
    async with hub.listen(game) as versions:
        async for version in _and_at_once(with_signs_of_life(versions)):
            if version is None:
                yield ServerSentEventMessage(comment="alive", data=None)
                continue
            table, _ = await tables.look(game)
            for entry in log_json(table, since):
                since = entry["number"]
                yield ServerSentEventMessage(event="entry", id=since, data=msgspec.json.encode(entry).decode())
            if table.over:
                yield ServerSentEventMessage(event="over", id=since, data=since)
                return


async def _and_at_once(versions: AsyncIterator[int | None]) -> AsyncIterator[int | None]:
    yield 0
    async for version in versions:
        yield version
