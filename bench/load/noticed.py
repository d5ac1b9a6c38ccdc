"""Games between people who are told of their turns by workers that die at any moment: are the notices as they should be?

The world outside remembers what reached it; the players remember their turns. A worker dies before or after anything
that it does to the database or sends, and another one takes its place. When all is quiet, each open turn must have been
told once at each place, except where a worker died that had marked a notice and had not sent it yet.
"""

import asyncio
import random
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any
from unittest import mock

from sqlalchemy import select

from shanghaien.web.core import jobs
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.jobs import JobRunner, JobStore
from shanghaien.web.notices import jobs as deliver
from shanghaien.web.notices.announce import Announcer, NoticeContext
from shanghaien.web.notices.jobs import Deliverer, Notices
from shanghaien.web.notices.schema import sent_notices
from shanghaien.web.people.preferences import PreferenceStore
from shanghaien.web.tables.hub import Hub
from shanghaien.web.tables.open_games import GameWriter
from shanghaien.web.tables.store.games import GameStore

from .mortal import Dead, Delivery, Life, MortalDatabase, Outside, WatchedStore, World
from .turn_takers import MEMORY, Players

KINDS = ("turn", "notice")
AT_ONCE = 8
"""Things that a worker does at once; all that it has begun dies with it."""


@dataclass(frozen=True, slots=True)
class Hardship:
    """How many workers there are, after how many steps each is dead at the latest, and how long their leases are."""

    workers: int = 3
    steps: int = 400
    lease_ms: int = 300


class Worker:
    """A process that does jobs until it dies; another one takes its place at once."""

    def __init__(self, database: Database, world: World, steps: int) -> None:
        self._database, self._world, self._steps = database, world, steps

    async def work(self, over: asyncio.Event) -> None:
        while not over.is_set():
            life = Life(self._world.dice.randrange(1, self._steps))
            database = MortalDatabase(self._database, life)
            with suppress(Dead):
                await self._live(database, life, over)
            self._world.deaths += life.steps < 0
            for let_go in database.before_close:  # the operating system would do that
                await let_go()

    async def _live(self, database: Database, life: Life, over: asyncio.Event) -> None:
        runner = JobRunner(JobStore(database), self._notices(database, life).handlers(), AT_ONCE)
        while not over.is_set():
            if await JobStore(self._database).wait_ms(KINDS) == 0:
                await runner.look()
            else:
                await asyncio.sleep(0.01)  # nobody dies of idleness

    def _notices(self, database: Database, life: Life) -> Notices:
        games = GameWriter(GameStore(database), Hub(), MEMORY, alone_at_the_store=False)
        store = WatchedStore(database)
        object.__setattr__(store, "world", self._world)
        channels = [Outside(self._world, life)]
        context = NoticeContext(games, PreferenceStore(database), store, JobStore(database), channels)
        return Notices(context, Announcer(context), Deliverer(context))


@contextmanager
def hurried(lease_ms: int) -> Iterator[None]:
    """Short leases and pauses, so that a few seconds hold many deaths and many tries."""
    with (
        mock.patch.object(jobs, "LEASE_MS", lease_ms),
        mock.patch.object(jobs, "FIRST_PAUSE_MS", 50),
        mock.patch.object(deliver, "FIRST_PAUSE", 0.05),
        mock.patch.object(deliver, "LONGEST_PAUSE", 0.2),
        mock.patch.object(deliver, "MOVED_ON", 0.01),
    ):
        yield


async def simulate(url: str, games: int, rounds: int, seed: int, hardship: Hardship) -> dict[str, Any]:
    """Play so many games at once, all of them a few choices in each round; after each round everything is counted."""
    world = World(random.Random(seed))
    database = Database(url)
    players = Players(database, world)
    missing: set[Delivery] = set()
    with hurried(hardship.lease_ms):
        for number in range(games):
            await players.sit_down(number)
        for _ in range(rounds):
            await _round(database, players, world, hardship)
            missing |= {key for key in players.expected() if not world.arrived[key]}
        marked = await _marked(database)
    await database.close()
    return {
        "games": games,
        "turns": len(world.turns),
        "notices": sum(world.arrived.values()),
        "by_kind": dict(world.kinds),
        "workers_killed": world.deaths,
        "sending_failed": world.failures,
        "sent_twice": sum(count > 1 for count in world.arrived.values()),
        "for_taken_turns": len(world.late),
        "missing": len(missing),
        "missing_though_no_worker_died": len(missing - (world.held & marked)),
    }


async def _round(database: Database, players: Players, world: World, hardship: Hardship) -> None:
    """Play while the workers work, and then let them come to an end."""
    over, shared = asyncio.Event(), _of_workers(database)
    working = [asyncio.create_task(Worker(shared, world, hardship.steps).work(over)) for _ in range(hardship.workers)]
    for game in world.dice.choices(list(players.open), k=2 * len(players.open)):
        await players.choose(game)
    while await JobStore(database).wait_ms(KINDS) is not None:
        await asyncio.sleep(0.05)
        for task in working:
            if task.done():
                task.result()
    over.set()
    await asyncio.gather(*working)
    if shared is not database:
        await shared.close()


async def _marked(database: Database) -> set[Delivery]:
    """What the store says was sent."""
    sent = sent_notices.c
    async with database.connect() as connection:
        rows = await connection.execute(select(sent.game, sent.turn, sent.person, sent.channel))
        return {(row.game, row.turn, row.person, row.channel) for row in rows}


def _of_workers(database: Database) -> Database:
    """The connections of workers: those of the players where one process has the file for itself, else others."""
    url = database.url.render_as_string(hide_password=False)
    return database if database.is_sqlite else Database(url, connections=40)
