"""A table as it changes, with a sign of life when nothing happens for a while."""

from collections.abc import AsyncGenerator
from typing import NamedTuple

from shanghaien.web.ids import GameId

from .hub import Heard
from .table import Table
from .tables import Tables

ALIVE_EVERY = 15.0
"""Seconds between signs of life on a silent stream, so that neither end takes it for dead."""


class News(NamedTuple):
    """A table, and whether it is another one than before; if not, this is a sign of life."""

    table: Table
    fresh: bool


async def news_of(tables: Tables, game: GameId) -> AsyncGenerator[News, None]:
    """The table as it stands, then after every change, until the hub is closed."""
    with tables.games.hub.listen(game) as listener:
        table = await tables.now(game)  # only now: a change between looking and listening would be missed
        yield News(table, fresh=True)
        while (heard := await listener.hear(ALIVE_EVERY)) is not Heard.END:
            told = listener.version if heard is Heard.NEWS else None
            known, table = table.version, await tables.now(game, told)
            fresh = table.version > known
            if fresh or heard is Heard.SILENCE:
                yield News(table, fresh)


async def versions_of(tables: Tables, game: GameId) -> AsyncGenerator[int | None, None]:
    """The versions of the table as they come; None is a sign of life."""
    async for news in news_of(tables, game):
        yield news.table.version if news.fresh else None
