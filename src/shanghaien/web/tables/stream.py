"""A table as it changes, with a sign of life when nothing happens for a while."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import NamedTuple

from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.tables.hub import Heard
from shanghaien.web.tables.model import Seats, Table, Viewer
from shanghaien.web.tables.service import Tables

ALIVE_EVERY = 15.0
"""Seconds between signs of life on a silent stream, so that neither end takes it for dead."""

A_MOMENT = 0.05
"""Seconds by which an entry is surely old enough to be seen."""
HEARD_AFTER = 1.0
"""Seconds after which a bus surely knows that one listens; what was said before is looked for once."""


class News(NamedTuple):
    """A table as it stands, and what was heard of it."""

    table: Table
    heard: Heard
    fresh: bool = False
    """Whether the table is another one than before."""
    late: bool = False
    """Whether this is for a watcher who is behind: what was said some time ago may be theirs to read only now."""

    @property
    def of_game(self) -> bool:
        """Whether the game is sent: it has changed, or a sign of life is due."""
        return self.fresh or self.heard is Heard.SILENCE

    @property
    def of_talk(self) -> bool:
        """Whether there may be something to read that was not there before, or other terms of talk."""
        return self.late or self.heard in {Heard.GAP, Heard.TERMS, Heard.TALK}


BESIDE = frozenset({Heard.TERMS, Heard.TALK, Heard.PEOPLE})
"""What happens beside the game, whose table is the same as before."""


def news_for(tables: Tables, game: GameId, viewer: Viewer, *, people: bool = False) -> AsyncGenerator[News, None]:
    """The news of a table for its players as they come, for all others as late as the players want.

    Players hear who is at the table if they want to, watchers never.
    """
    seats = viewer.seats
    return (
        table_updates(tables, game, people=people, seats=seats)
        if seats
        else onlookers_news(tables, game, viewer.person)
    )


async def onlookers_news(tables: Tables, game: GameId, onlooker: PersonId | None) -> AsyncGenerator[News, None]:
    """The news for watchers, for as long as they may: who is kept from them now refuses them here."""
    async with aclosing(late_news_of(tables, game)) as news:
        async for each in news:
            if each.heard in {Heard.GAP, Heard.TERMS, Heard.SILENCE}:
                await tables.check_sight(each.table, onlooker)
            yield each


async def late_news_of(tables: Tables, game: GameId) -> AsyncGenerator[News, None]:
    """The same as `table_updates` for watchers; where they are behind, talk is sent only when they see what it is about."""
    if not (await tables.now(game)).delay:
        async with aclosing(table_updates(tables, game)) as news:
            async for each in news:
                yield each
        return
    with tables.games.hub.listen(game) as listener:
        live = await tables.now(game)
        table = await tables.late.of(live)
        yield News(table, Heard.GAP, fresh=True)
        while True:
            wait = tables.late.next_in(live)
            patience = ALIVE_EVERY if wait is None else min(wait + A_MOMENT, ALIVE_EVERY)
            heard = await listener.hear(patience)
            if heard is Heard.END:
                return
            at_least = listener.version if heard is Heard.NEWS else None
            known, live = table.version, await tables.now(game, at_least, 0 if heard is Heard.GAP else ALIVE_EVERY / 2)
            table = await tables.late.of(live)
            fresh, alive = table.version > known, heard is Heard.SILENCE and patience == ALIVE_EVERY
            if fresh or alive or heard is Heard.GAP or heard in BESIDE:
                yield News(table, heard, fresh, late=True)


async def table_updates(
    tables: Tables, game: GameId, *, people: bool = False, seats: Seats = frozenset()
) -> AsyncGenerator[News, None]:
    """The table as it stands, then after every change, until the hub is closed."""
    with tables.games.hub.listen(game, people=people, seats=seats) as listener:
        table = await tables.now(game)  # only now: a change between looking and listening would be missed
        yield News(table, Heard.GAP, fresh=True)
        patience, within = ALIVE_EVERY if tables.games.alone_at_the_store else HEARD_AFTER, 0.0
        while (heard := await listener.hear(patience)) is not Heard.END:
            if heard in BESIDE:
                yield News(table, heard)
                continue
            at_least = listener.version if heard is Heard.NEWS else None
            known, table = table.version, await tables.now(game, at_least, within if heard is Heard.SILENCE else 0)
            fresh = table.version > known
            if heard is Heard.GAP or patience == HEARD_AFTER:
                yield News(table, Heard.GAP, fresh)
            elif fresh or heard is Heard.SILENCE:
                yield News(table, heard, fresh)
            # Of many who look at one game in silence, one looks into the store for all.
            patience, within = ALIVE_EVERY, ALIVE_EVERY / 2
