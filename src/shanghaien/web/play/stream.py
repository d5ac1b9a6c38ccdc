"""The versions of a table as they come, with a sign of life when none comes for a while."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator

from shanghaien.web.ids import GameId, Version

from .tables import Tables

ALIVE_EVERY = 15.0
"""Seconds between signs of life on a silent stream, so that neither end takes it for dead."""


async def versions_of(tables: Tables, game: GameId) -> AsyncGenerator[Version | None, None]:
    """The present version at once, then each new one, until the hub is closed; None is a sign of life."""
    async with tables.games.hub.listen(game) as versions:
        table, _ = await tables.look(game)  # only now: a change between looking and listening would be missed
        yield table.version
        async for version in _with_signs_of_life(versions):
            yield version


async def _with_signs_of_life(versions: AsyncIterator[Version]) -> AsyncIterator[Version | None]:
    following: asyncio.Future[Version] | None = None
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
