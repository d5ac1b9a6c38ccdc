"""Tables without HTTP: the service on a real SQLite file, and people who play on it."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path

from shanghaien import rules
from shanghaien.rules import Seat, action_text
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import PersonId, RequestId
from shanghaien.web.core.signing import Signer
from shanghaien.web.daily.tables import DayTables
from shanghaien.web.tables.hub import Hub
from shanghaien.web.tables.model import Table
from shanghaien.web.tables.open_games import GameWriter
from shanghaien.web.tables.requests import TableRequest
from shanghaien.web.tables.seating import Seating
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.setup import OwnDice, Setup
from shanghaien.web.tables.store.games import GameStore
from tests.web.core.database.databases import opened_database
from tests.web.randomness import SECRET, ids

_ids = count()
MEMORY = 10_000_000


class Tavern:
    """The services on one database; `request` speaks for a person who sees the table as it is."""

    def __init__(self, database: Database, memory: int = MEMORY, seed: str = "", *, alone: bool = True) -> None:
        self.hub = Hub()
        self.dice = random.Random(seed)
        self.games = GameWriter(GameStore(database), self.hub, memory, alone_at_the_store=alone)
        self.signer = Signer(SECRET)
        self.tables = Tables(self.games, self.signer, ids(seed))
        self.seating = Seating(self.tables)
        self.days = DayTables(self.games, self.signer)
        self.tables.guards.append(self.days.check_open)

    async def create(self, setup: Setup, person: PersonId, word: str = "") -> Table:
        """Set up a table whose dice the server holds, with a word that was typed when the server had committed itself."""
        reserved = await self.tables.reserve()
        return await self.tables.create(replace(setup, dice=OwnDice(word=word)), person, reserved.token)

    async def act(
        self, table: Table, person: PersonId, text: str | None = None, dice: random.Random | None = None
    ) -> Table:
        """Choose something legal, any if no text is given."""
        action = (dice or self.dice).choice(rules.legal_actions(table.state))
        return await self.tables.act(request(table, person), text or action_text(action))

    async def act_for_bot(self, table: Table, seat: Seat, dice: random.Random | None = None) -> Table:
        """A bot's choice, as the server stores it."""
        loaded, _ = await self.games.open(table.id)
        action = (dice or self.dice).choice(rules.legal_actions(table.state))
        return await self.tables.choose(loaded, seat, action_text(action))

    async def play_out(self, table: Table, *people: PersonId, seed: int = 0, until: int = 10_000) -> Table:
        """Let the people at the two seats play at random to the end, or for some choices."""
        dice = random.Random(seed)
        for _ in range(until):
            if table.waits_for is None:
                break
            table = await self.act(table, people[table.waits_for % len(people)], dice=dice)
        return table


def request(table: Table, person: PersonId | None, request_id: str | None = None) -> TableRequest:
    """A request for the table as it stands, with an id of its own."""
    return TableRequest(table.id, person, table.version, RequestId(request_id or f"request-{next(_ids)}"))


@asynccontextmanager
async def opened(
    where: Path | str, memory: int = MEMORY, *, alone: bool = True, name: str = ""
) -> AsyncIterator[Tavern]:
    """A tavern on a folder's database, or on the database at an address; opening it again is a restart.

    Two that are open at the same time are two processes; neither is `alone`, and they name their games by their own `name`.
    """
    async with opened_database(
        where if isinstance(where, str) else f"sqlite+aiosqlite:///{where / 'games.db'}"
    ) as database:
        yield Tavern(database, memory, f"{name}after {await _games_in(database)} games", alone=alone)


async def _games_in(database: Database) -> int:
    """What was set up before a restart must not be named again after it."""
    async with database.connect() as connection:
        return int((await connection.exec_driver_sql("SELECT count(*) FROM games")).scalar_one())


def in_tavern(where: Path | str, visit: Callable[[Tavern], Awaitable[None]], memory: int = MEMORY) -> None:
    """Run one visit."""

    async def run() -> None:
        async with opened(where, memory) as tavern:
            await visit(tavern)

    asyncio.run(run())
