"""The versions of a table as a stream of server-sent events."""

import asyncio
from collections.abc import AsyncIterator

from litestar.response.sse import ServerSentEventMessage

from .hub import Hub
from .tables import Tables

ALIVE_EVERY = 15.0
"""Seconds between signs of life on a silent stream, so that neither end takes it for dead."""


async def versions_of(tables: Tables, hub: Hub, game: str) -> AsyncIterator[ServerSentEventMessage]:
    """The present version at once, then each new one, until the hub is closed."""
    async with hub.listen(game) as versions:
        table, _ = await tables.look(game)  # only now: a change between looking and listening would be missed
        yield _message(table.version)
        async for version in with_signs_of_life(versions):
            yield ServerSentEventMessage(comment="alive", data=None) if version is None else _message(version)


def _message(version: int) -> ServerSentEventMessage:
    return ServerSentEventMessage(event="version", id=version, data=version)


async def with_signs_of_life(versions: AsyncIterator[int]) -> AsyncIterator[int | None]:
    """The versions as they come, and None whenever none has come for a while."""
    following: asyncio.Future[int] | None = None
    try:
        while True:
            following = following or asyncio.ensure_future(anext(versions))
            done, _ = await asyncio.wait({following}, timeout=ALIVE_EVERY)
            if not done:
                yield None
                continue
            version, following = following.result(), None
            yield version
    except StopAsyncIteration:
        return
    finally:
        if following is not None:
            following.cancel()
