"""A table as it changes, with a sign of life when nothing happens for a while."""

from collections.abc import AsyncGenerator
from typing import NamedTuple

from shanghaien.web.ids import GameId

from .hub import Heard
from .table import Table
from .tables import Tables

ALIVE_EVERY = 15.0
"""Seconds between signs of life on a silent stream, so that neither end takes it for dead."""

HEARD_AFTER = 1.0
"""Seconds after which a bus surely knows that one listens; what was said before is looked for once."""


class News(NamedTuple):
    """A table, and whether it is another one than before; if not, this is a sign of life, or somebody has said something."""

    table: Table
    fresh: bool
    said: int | None = None
    """The number of the newest thing that was said, as far as was heard; None if something may have been missed."""
    talk: bool = False
    """Whether this is about talk alone."""


async def news_of(tables: Tables, game: GameId) -> AsyncGenerator[News, None]:
    """The table as it stands, then after every change, until the hub is closed."""
    with tables.games.hub.listen(game) as listener:
        table = await tables.now(game)  # only now: a change between looking and listening would be missed
        yield News(table, fresh=True)
        patience, within = HEARD_AFTER, 0.0
        while (heard := await listener.hear(patience)) is not Heard.END:
            if heard is Heard.TALK:
                yield News(table, fresh=False, said=listener.said, talk=True)
                continue
            told = listener.version if heard is Heard.NEWS else None
            known, table = table.version, await tables.now(game, told, within if heard is Heard.SILENCE else 0)
            fresh = table.version > known
            missed = heard is Heard.GAP or patience == HEARD_AFTER
            alive = heard is Heard.SILENCE and patience == ALIVE_EVERY
            if fresh or missed or alive:
                yield News(table, fresh, None if missed else listener.said, talk=missed and not fresh)
            # Of many who look at one game in silence, one looks into the store for all.
            patience, within = ALIVE_EVERY, ALIVE_EVERY / 2
