"""Everything that one process does besides serving pages: bots, reviews, and what is due; put together once."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from shanghaien.web.bots.claims import MemoryClaims, StoredClaims
from shanghaien.web.bots.processes import BotProcesses
from shanghaien.web.bots.runner import BotPokes, BotRunner
from shanghaien.web.bots.waiting import Owners, Waits
from shanghaien.web.core.batcher import together
from shanghaien.web.core.bus.base import Bus
from shanghaien.web.core.clock import now
from shanghaien.web.core.jobs import DueRunner, DueStore, Handler
from shanghaien.web.core.outages import note
from shanghaien.web.reviews.jobs import ReviewRunner
from shanghaien.web.reviews.store import ReviewStore
from shanghaien.web.run.cleanup import KIND, Janitor, KeptDays
from shanghaien.web.tables.clocks import Pause
from shanghaien.web.tables.dice.log_reader import KIND as LOG_HEAD
from shanghaien.web.tables.dice.log_reader import DailyHeads
from shanghaien.web.tables.jobs import Deadlines, Leaving
from shanghaien.web.tables.open_games import OpenGames
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.store.pauses import OutageStore

# Shows that a server is there: time in which none was is nobody's, and every process tells so while it lives.

log = logging.getLogger("shanghaien.time")
SECONDS_BETWEEN = 5.0
LONGEST_SILENCE_MS = 8_000
"""What may lie between two signs of life of servers that are there."""


class Heartbeats:
    """Writes down every few seconds that this process is there."""

    def __init__(self, games: OpenGames) -> None:
        self._games = games
        self._store = OutageStore(games.games.database)
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Find out how long nobody was there, and begin to beat."""
        # A process that has the store to itself was alone before too: it has not been there since it last said so.
        silence = 0 if self._games.games.database.is_sqlite else LONGEST_SILENCE_MS
        outage = await self._store.begin(now(), silence)
        if outage is not None:
            log.info("nobody's time went on while no server was there", extra={"ms": outage[1] - outage[0]})
        self._games.outages = tuple(Pause(*span) for span in await self._store.known())
        self._task = asyncio.create_task(self._beat(), name="showing life")

    async def close(self) -> None:
        """Say a last time that this process was there."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            await self._store.beat(now())

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(SECONDS_BETWEEN)
            try:
                await self._store.beat(now())
            except Exception as error:  # noqa: BLE001 - the store may be away for a while
                note(log, "a sign of life could not be written", error)


NO_MORE: Mapping[str, Handler] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Posts:
    """How many processes think, how long a bot waits before it acts, and what the janitor keeps."""

    bots: int
    bot_pause: float
    reviewers: int
    keep: KeptDays


@dataclass(frozen=True, slots=True)
class Workforce:
    """The workers of one process, started and stopped together."""

    bots: BotRunner | None
    owners: Owners
    waits: Waits
    reviewers: ReviewRunner
    due: DueRunner
    janitor: Janitor
    heads: DailyHeads
    heartbeats: Heartbeats

    async def start(self) -> None:
        """Begin to work, with what was left first; the database is up to date."""
        await self.heartbeats.start()
        if self.bots is not None:
            await self.bots.resume()
        await self.reviewers.start()
        await self.janitor.start()
        await self.heads.start()
        await self.due.start()

    async def close(self) -> None:
        """Stop, and give back what was begun, so that other processes go on at once; that still needs the bus."""
        closing = [self.reviewers.close(), self.due.close(), self.heartbeats.close()]
        if self.bots is not None:
            closing.append(self.bots.close())
        await together(*closing)


def hire(tables: Tables, bus: Bus, posts: Posts, duties: Mapping[str, Handler] = NO_MORE) -> Workforce:
    """The workers for these tables, who have other duties too; from now on every change of a table may wake a bot, here or elsewhere."""
    games = tables.games
    database = games.games.database
    janitor, heads = Janitor(database, posts.keep, games.forget), DailyHeads(database)
    owners, waits = Owners(games.games, bus), Waits(bus)
    due = DueRunner(DueStore(database), {**_duties(games, janitor, heads), **duties})
    # Whoever looks at the end of a game waits for what it has changed.
    games.after_change.append(lambda table: due.poke() if table.over else None)
    return Workforce(
        bots=_bots(tables, bus, posts, owners, waits),
        owners=owners,
        waits=waits,
        reviewers=ReviewRunner(ReviewStore(database), posts.reviewers, bus),
        due=due,
        heartbeats=Heartbeats(games),
        janitor=janitor,
        heads=heads,
    )


def _duties(games: OpenGames, janitor: Janitor, heads: DailyHeads) -> dict[str, Handler]:
    leaving = Leaving(games)
    daily = {KIND: janitor.daily, LOG_HEAD: heads.daily}
    return {**daily, leaving.kind: leaving.carry_out, **Deadlines(games).handlers()}


def _bots(tables: Tables, bus: Bus, posts: Posts, owners: Owners, waits: Waits) -> BotRunner | None:
    watchers, database = tables.games.after_change, tables.games.games.database
    if not posts.bots:
        watchers.append(BotPokes(bus).wake)
        return None
    # A process that is alone need not write its claims down: nobody else could make any.
    claims = MemoryClaims() if database.is_sqlite else StoredClaims(database)
    bots = BotRunner(tables, BotProcesses(posts.bots), posts.bot_pause, claims, bus, owners, waits)
    watchers.append(bots.wake)
    return bots
