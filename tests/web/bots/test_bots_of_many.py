"""Of several processes that could think for a bot, one does; another takes over when it is stopped or gone."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from shanghaien import rules
from shanghaien.rules import Options
from shanghaien.web.bots import runner as module
from shanghaien.web.bots.runner import BOT, BOTS, BotRunner, BotWakeUps, games_at_bots
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import GameId
from shanghaien.web.core.jobs import JobStore
from shanghaien.web.tables.model import Mode
from shanghaien.web.tables.setup import Setup
from shanghaien.web.tables.store import schema
from tests.web.bots.bot_minds import CABIN_BOYS, Overheard, Quick, settled
from tests.web.core.database.databases import add_game, with_database
from tests.web.persons import ADA
from tests.web.tables.tavern import Tavern, opened

LONG, OVER = 600_000, -1
"""Leases, in milliseconds: one that outlasts every test, and one that has run out when it is given."""


class Absorbed(Quick):
    """Never comes to a conclusion."""

    async def choose(self, game: GameId, level: str, state: rules.State, seat: rules.Seat, bot_seed: str) -> str:
        await asyncio.Event().wait()
        return ""


@asynccontextmanager
async def process(
    url: str, asked: list[str], name: str, mind: type[Quick] = Quick
) -> AsyncIterator[tuple[Tavern, BotRunner]]:
    """What one of several processes holds: a tavern on the common database, and bots."""
    async with opened(url, alone=False, name=name) as tavern:
        bots = BotRunner(tavern.tables, mind(asked), 0)
        tavern.games.after_change.append(bots.wake)
        await bots.resume()
        try:
            yield tavern, bots
        finally:
            await bots.close()


@pytest.fixture
def quick_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOOK_EVERY", 0.05)


@pytest.mark.usefixtures("quick_looks")
def test_what_one_process_thinks_about_no_other_does(empty_postgres: str) -> None:
    async def run() -> None:
        asked: list[str] = []
        async with (
            process(empty_postgres, asked, "first") as (tavern, _),
            process(empty_postgres, asked, "second") as (other, _),
        ):
            setup = Setup(Mode.BOTS, Options(), levels=CABIN_BOYS)
            tables = [await (tavern, other)[number % 2].tables.create(setup, ADA) for number in range(2)]
            ended = [await settled(tavern, table) for table in tables]
        assert all(table.state.over for table in ended)
        assert len(asked) == len(set(asked)) == sum(entry.kind == "act" for table in ended for entry in table.log)

    asyncio.run(run())


@pytest.mark.usefixtures("quick_looks")
def test_a_game_whose_process_is_gone_is_taken_over_when_the_lease_has_run_out(empty_postgres: str) -> None:
    async def run() -> None:
        async with opened(empty_postgres) as gone:
            table = await gone.tables.create(Setup(Mode.BOTS, Options(), levels=CABIN_BOYS), ADA)
            lease = await JobStore(gone.games.database).take(BOT, table.id, table.version, LONG)
            assert lease is not None
            asked: list[str] = []
            async with process(empty_postgres, asked, "other") as (tavern, bots):
                await bots._look(0)
                await asyncio.gather(*bots._tasks.values())
                assert asked == []
                await lease.extend(1)
                assert (await settled(tavern, table)).state.over

    asyncio.run(run())


def test_a_process_that_stops_leaves_its_games_to_others_at_once(empty_postgres: str) -> None:
    async def run() -> None:
        asked: list[str] = []
        async with process(empty_postgres, asked, "stopping", Absorbed) as (tavern, bots):
            table = await tavern.tables.create(Setup(Mode.BOTS, Options(), levels=CABIN_BOYS), ADA)
            database = tavern.games.database
            while await games_at_bots(database, 0, 9):  # noqa: ASYNC110 - as another process sees it
                await asyncio.sleep(0)  # until the bot's process has the lease
            await bots.close()
            assert await JobStore(database).take(BOT, table.id, table.version, LONG) is not None

    asyncio.run(run())


def test_games_wait_for_a_process_when_a_bot_is_asked_and_nobody_thinks_longest_waiting_first(
    empty_postgres: str,
) -> None:
    async def use(database: Database) -> None:
        await add_game(database, "person", waits_for=0, updated=10)
        await add_game(database, "open", kinds=("human", "open"), waits_for=None, updated=10)
        await add_game(database, "over", result="{}", updated=10)
        await add_game(database, "later", updated=30)
        await add_game(database, "sooner", updated=20)
        leased = {"thought about": (2, LONG), "left alone": (2, OVER), "thought about before": (1, LONG)}
        for at, (name, (version, ms)) in enumerate(leased.items(), start=40):
            game = await add_game(database, name, version=2, updated=at)
            assert await JobStore(database).take(BOT, game, version, ms) is not None
        show = await add_game(database, "a show", updated=5)
        async with database.write() as connection:
            await connection.execute(schema.games.update().where(schema.games.c.id == show).values(mode="bots"))
        found = await games_at_bots(database, 0, 10)
        people = [("sooner", 1), ("later", 1), ("left alone", 2), ("thought about before", 2)]
        assert [(game.id, game.version) for game in found] == [*people, ("a show", 1)]
        assert found[-1].mode == "bots"
        assert await games_at_bots(database, 30, 2) == found[1:3]

    with_database(empty_postgres, use)


def test_a_process_without_bots_pokes_others_when_one_is_asked(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as tavern:
            bus = Overheard()
            tavern.games.after_change.append(BotWakeUps(bus).wake)
            setup = Setup(Mode.BOT, Options(first=rules.First.SEAT_A), seat=0, levels=("", "cabin-boy"))
            table = await tavern.tables.create(setup, ADA)
            assert bus.sent == []
            while table.waits_for == 0:
                table = await tavern.act(table, ADA)
            assert bus.sent == [(BOTS, table.id)]

    asyncio.run(run())


def test_a_process_that_is_full_leaves_the_game_to_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_GAMES", 1)

    async def run() -> None:
        async with opened(tmp_path) as tavern:
            bus = Overheard()
            bots = BotRunner(tavern.tables, Quick([]), pause=60, bus=bus)
            tavern.games.after_change.append(bots.wake)
            setup = Setup(Mode.BOTS, Options(), levels=CABIN_BOYS)
            first, second = [await tavern.tables.create(setup, ADA) for _ in range(2)]
            assert bus.sent == [(BOTS, second.id)]
            await bots.close()
            assert bus.sent[1:] == [(BOTS, first.id)]

    asyncio.run(run())
