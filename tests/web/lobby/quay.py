"""The lobby without HTTP: people who offer tables and sit down, on either database."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from sqlalchemy import insert

from shanghaien.rules import Options
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.jobs import JobRow, JobStore
from shanghaien.web.lobby.offer_list import Asker
from shanghaien.web.lobby.offers import WantedOpponent
from shanghaien.web.lobby.service import Lobby, open_lobby
from shanghaien.web.people import schema as people_schema
from shanghaien.web.standings import schema as result_schema
from shanghaien.web.tables.clocks import DAYS_PACE, LIVE_PACES, Pace
from shanghaien.web.tables.model import Mode, Table
from shanghaien.web.tables.setup import Setup
from tests.web.tables.tavern import Tavern, opened

LIVE, DAYS = LIVE_PACES[1], DAYS_PACE


class Quay:
    """A lobby on one database, as one process has it."""

    def __init__(self, tavern: Tavern) -> None:
        self.tavern = tavern
        self.lobby: Lobby = open_lobby(tavern.tables)
        self.database = tavern.games.database

    async def asker(self, person: PersonId, *, account: bool = True) -> Asker:
        return await self.lobby.offers.asker(person, account=account)

    async def offer(
        self,
        person: PersonId,
        wanted: WantedOpponent | None = None,
        pace: Pace | None = LIVE,
        *,
        rated: bool = False,
        account: bool = True,
    ) -> Table:
        """Offer a table of the base game."""
        setup = Setup(Mode.INVITE, Options(), (person.title(), ""), 0, pace=pace, rated=rated)
        return await self.lobby.offers.offer(
            setup, await self.asker(person, account=account), wanted or WantedOpponent()
        )

    async def sit_down(self, table: Table, person: PersonId, *, account: bool = True) -> Table:
        asker = await self.asker(person, account=account)
        return await self.lobby.offers.sit_down(table.id, asker, person.title())

    async def seen_by(self, person: PersonId, *, account: bool = True) -> dict[str, str]:
        """The words beside the offers that somebody sees, in their order, and what each is to them."""
        seen = await self.lobby.offers.seen_by(await self.asker(person, account=account))
        return {each.offer.row.word: str(each.fit) for each in seen}

    async def rate(self, person: PersonId, name: str, rating: float, deviation: float = 60) -> None:
        """Let somebody be so strong by a list."""
        row = {"person": person, "list": name, "rating": rating, "deviation": deviation, "volatility": 0.06}
        async with self.database.write() as connection:
            await connection.execute(insert(result_schema.standings).values(row | {"games": 30, "at": 1}))

    async def keep(self, person: PersonId, name: str) -> None:
        """Let somebody have an account."""
        async with self.database.write() as connection:
            await connection.execute(insert(people_schema.people).values(id=person, name=name, created=1))

    async def do_what_is_due(self) -> None:
        """Do what the lobby has to do by now."""
        due, handlers = JobStore(self.database), self.lobby.handlers()
        rows: list[JobRow] = await due.claim(handlers.keys(), 100, 1000)
        for row in rows:
            await handlers[row.kind](row)
            await due.done(row)


@asynccontextmanager
async def quay(url: str, *, alone: bool = True, name: str = "") -> AsyncIterator[Quay]:
    async with opened(url, alone=alone, name=name) as tavern:
        yield Quay(tavern)


def at_the_quay(url: str, visit: Callable[[Quay], Awaitable[None]]) -> None:
    """Run one visit."""

    async def run() -> None:
        async with quay(url) as there:
            await visit(there)

    asyncio.run(run())
