"""Seats that have gone over to an account: every process learns of it, and nothing that is under way is lost."""

import asyncio
from collections.abc import Callable
from contextlib import aclosing

import pytest

from shanghaien.rules import Options
from shanghaien.web.core.bus.base import Hear
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.people.accounts import Accounts, Browser, nothing_else
from shanghaien.web.people.sessions import Sessions
from shanghaien.web.people.tokens import Tokens
from shanghaien.web.tables.errors import NotYours
from shanghaien.web.tables.model import Mode
from shanghaien.web.tables.open_games import SeatInvalidation
from shanghaien.web.tables.setup import Setup
from shanghaien.web.tables.stream import table_updates
from tests.web.persons import ADA
from tests.web.tables.tavern import Tavern, in_tavern, opened

HOT_SEAT = Setup(Mode.HOT_SEAT, Options())
INES = PersonId("ines")


class Wire:
    """A bus between two taverns of one test."""

    connected = True

    def __init__(self) -> None:
        self.after_gap: list[Callable[[], None]] = []
        self.other: list[Hear] = []
        self.hears: list[Hear] = []

    async def start(self) -> None:
        """Nothing to connect to."""

    async def close(self) -> None:
        """Nothing to let go."""

    def send(self, subject: str, message: str) -> None:
        """Let the other end hear it."""
        for hear in self.other:
            hear(subject, message)

    def subscribe(self, subject: str, hear: Hear, group: str = "") -> Callable[[], None]:
        """Hear what is sent at the other end."""
        self.hears.append(hear)
        return lambda: None


def accounts_of(tavern: Tavern, wire: Wire) -> Accounts:
    database = tavern.games.database
    moved = SeatInvalidation(tavern.games, wire)
    return Accounts(database, Sessions(database), Tokens(database), moved.publish)


async def keep(accounts: Accounts) -> None:
    await accounts.make_account(INES, "Ines", Browser(ADA), nothing_else)


async def seats(tavern: Tavern, game: GameId, person: PersonId) -> set[int]:
    return set((await tavern.tables.look(game, person))[1].seats)


def test_a_stream_that_is_open_goes_on_and_the_account_plays(database_url: str) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(HOT_SEAT, ADA)
        async with aclosing(table_updates(tavern.tables, table.id)) as news:
            assert (await anext(news))[0].version == table.version
            await keep(accounts_of(tavern, Wire()))
            after = await tavern.act(table, INES)
            assert (await asyncio.wait_for(anext(news), 60))[0].version == after.version
        with pytest.raises(NotYours):
            await tavern.act(after, ADA)

    in_tavern(database_url, visit)


def test_a_move_under_way_while_the_seat_goes_over_is_stored_and_nobody_is_locked_out(database_url: str) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(HOT_SEAT, ADA)
        accounts = accounts_of(tavern, Wire())
        moved, acted = await asyncio.gather(keep(accounts), tavern.act(table, ADA), return_exceptions=True)
        assert moved is None
        assert await seats(tavern, table.id, INES) == {0, 1}
        assert await seats(tavern, table.id, ADA) == set()
        now, _ = await tavern.tables.look(table.id)
        assert (now.version > table.version) is not isinstance(acted, NotYours)
        assert (await tavern.act(now, INES)).version > now.version

    in_tavern(database_url, visit)


def test_another_process_forgets_whose_the_seat_was(empty_postgres: str) -> None:
    async def test() -> None:
        async with (
            opened(empty_postgres, alone=False, name="one ") as here,
            opened(empty_postgres, alone=False, name="two ") as there,
        ):
            wires = Wire(), Wire()
            accounts, _ = accounts_of(here, wires[0]), accounts_of(there, wires[1])
            wires[0].other = wires[1].hears
            table = await here.tables.create(HOT_SEAT, ADA)
            assert await seats(there, table.id, ADA) == {0, 1}
            await keep(accounts)
            assert await seats(there, table.id, ADA) == set()
            assert await seats(there, table.id, INES) == {0, 1}

    asyncio.run(test())
