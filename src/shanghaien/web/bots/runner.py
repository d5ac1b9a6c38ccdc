"""Lets bots act whenever a table waits for one: after a change here, a wake-up from elsewhere, or a look at the store."""

import asyncio
import logging
import random
import time
from typing import NamedTuple

from sqlalchemy import String, and_, cast, select

from shanghaien.rules import Seat
from shanghaien.web.bots.fair_queue import FairSemaphore, Slot
from shanghaien.web.bots.processes import BotProcesses
from shanghaien.web.bots.waiting import QueuePositions, WorkOwners
from shanghaien.web.core.backoff import BackOff
from shanghaien.web.core.bus.base import Bus, NullBus
from shanghaien.web.core.clock import now
from shanghaien.web.core.counters import BOT_SECONDS
from shanghaien.web.core.database.dialects import now_in
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.schema import jobs
from shanghaien.web.core.errors import DomainError
from shanghaien.web.core.ids import GameId, Version
from shanghaien.web.core.jobs import JobStore, Lease
from shanghaien.web.core.outages import is_outage, note
from shanghaien.web.tables.errors import DamagedGame, NoSuchGame, Stale
from shanghaien.web.tables.model import Mode, SeatKind, Table
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.store import schema

# How long bots take for each step, so that their opponent can read it; each number is a part of one
# pause.

THINKS = 2.0
"""A die of the other player flies to its card, and then the bot thinks."""
ROLLED = 2.3
"""Dice roll and come to rest, and are looked at."""
SHARED_OUT = 6.0
"""Cards of a round are shared out one by one, and remain to be seen (R44)."""
SHOW = 0.2
"""Between two bots, whatever they do."""


def pauses(table: Table) -> float:
    """How many pauses a bot that is asked at this table makes before it acts."""
    if table.mode is Mode.BOTS:
        return SHOW
    if table.state.last is not None:
        return SHARED_OUT
    return ROLLED if table.state.rolled else THINKS


# One decision of a bot: its turn waited for, leased, thought about elsewhere, and stored if the table still waits.

log = logging.getLogger("shanghaien.bots")
BOT = "bot"
"""The kind of the lease on a game at one version, for the process that thinks about it."""
LEASE_MS = 6_000
"""How long a game rests after the process that thought for its bot was killed; one lost early costs only a thought."""


class BotTurns:
    """What bots do, one decision at a time; of several that wait the fairest is next."""

    def __init__(self, tables: Tables, thinkers: BotProcesses, pause: float, owners: WorkOwners | None = None) -> None:
        self._tables = tables
        self._thinkers = thinkers
        self._pause = pause
        self._owners = owners or WorkOwners(tables.games.store)
        self._jobs = JobStore(tables.games.database)
        self.back_off = BackOff()
        self.slots = FairSemaphore(len(thinkers.processes))

    async def act(self, game: GameId, told: Version | None = None) -> Version | None:
        """Let the bot that is asked act; the version after it, or None if there is none, or another process acts.

        The game in memory will do if it is not behind the version that was announced. Nothing is held while one waits for
        a turn: the lease is taken when it has come, so that of all processes the first that is free goes on.
        """
        if self.back_off.resting(game):
            return None
        table = await self._tables.now(game, told)
        if asked_bot(table) is None:
            return None
        version, show, pause = table.version, table.mode is Mode.BOTS, self._pause * pauses(table)
        del table
        await asyncio.sleep(pause)
        async with self.slots.turn(await self._owners.of_game(game), game, show=show) as turn:
            lease = await self._jobs.take(BOT, game, version, LEASE_MS)
            return None if lease is None else await self._act_for(game, version, lease, turn)

    async def _act_for(self, game: GameId, version: Version, lease: Lease, turn: Slot) -> Version | None:
        try:
            async with lease.renewing():
                return await self._think(game, version, turn)
        except asyncio.CancelledError:
            await lease.release()
            raise
        except NoSuchGame:
            raise
        except Exception as error:  # noqa: BLE001 - whatever went wrong with one thought, the next one may go well
            note(log, "a bot failed", error, game=game, version=version)
            await lease.extend(self.back_off.failed(game, outage=is_outage(error)))
            return None

    async def _think(self, game: GameId, version: Version, turn: Slot) -> Version:
        table = await self._tables.now(game, version)
        seat = asked_bot(table)
        if seat is None or table.version != version:
            return table.version  # a choice was taken back meanwhile
        bot_seed = await self._tables.bot_seed_at(table)
        began, level = time.perf_counter(), table.chairs[seat].level
        text = await self._thinkers.choose(game, level, table.state, seat, bot_seed)
        BOT_SECONDS.add(time.perf_counter() - began, level)
        turn.end()  # others may think while this one is stored
        self.back_off.went_well(game)
        return await self._store(game, version, seat, text)

    async def _store(self, game: GameId, version: Version, seat: Seat, text: str) -> Version:
        async with self._tables.games.alone(game):
            current = await self._tables.games.current(game, version)
            if current.version != version:  # a choice was taken back while the bot thought
                return current.version
            try:
                return (await self._tables.choose(current, seat, text)).version
            except Stale:  # the same in another process, whose version is later than this one
                return Version(version + 1)
            except DomainError as refusal:
                log.warning("a bot was refused", extra={"game": game, "reason": str(refusal)})
                self.back_off.failed(game)
                return version


def asked_bot(table: Table) -> Seat | None:
    """The seat of the bot that the table waits for."""
    seat = table.waits_for
    return seat if seat is not None and table.chairs[seat].kind is SeatKind.BOT else None


# Telling workers elsewhere that there is something to do. Who misses it finds the work by a look at the database.

BOTS = "work.bots"
"""A bot is asked; the message is the game's id."""
REVIEWS = "work.reviews"
"""A review waits; the message says nothing more."""


class BotWakeUps:
    """Stands where bots would be in a process that does not think for any."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    def wake(self, table: Table) -> None:
        """Tell one of the workers if the table waits for a bot; to be called with every change."""
        if asked_bot(table) is not None:
            self._bus.send(BOTS, table.id)


class WaitingBotGame(NamedTuple):
    """A game in which a bot is asked."""

    id: GameId
    version: Version
    mode: str


async def games_at_bots(database: Database, since: int, limit: int) -> list[WaitingBotGame]:
    """Games changed since then in which a bot is asked and no process thinks: those of people first, then the longest waiting."""
    games, seats = schema.games.c, schema.seats.c
    at_bot = and_(seats.game == games.id, seats.seat == games.waits_for, seats.kind == "bot")
    leased = and_(jobs.c.kind == BOT, jobs.c.subject == games.id, jobs.c.payload == cast(games.version, String))
    async with database.connect() as connection:
        thought_about = select(jobs.c.id).where(leased, jobs.c.leased_until >= now_in(connection)).exists()
        query = (
            select(games.id, games.version, games.mode)
            .join(schema.seats, at_bot)
            .where(games.result.is_(None), games.waits_for.is_not(None), games.updated >= since, ~thought_about)
            .order_by(games.mode == "bots", games.updated)
            .limit(limit)
        )
        return [WaitingBotGame(*row) for row in await connection.execute(query)]


LOOK_EVERY = 3.0
"""Seconds between two looks at the database for games that wait for a bot and were announced to no process."""
RECENT_MS = 600_000
"""How far a look goes back; one in so many goes back to the beginning."""
LOOKS_TO_A_LONG_ONE = 100
MOST_GAMES, MOST_SHOWS = 2000, 300
"""For how many games a process waits and thinks at once, and how many of them may be shows, for which no person waits.

Others find the rest, or a later look does. One that waits for its turn takes little memory and asks the store nothing.
"""
LOOKED_FOR = 50
"""With so many games, or shows, a process has enough to do not to look for more; what happens here reaches it anyway."""
PUBLISH_EVERY = 2.0
"""Seconds between two words to games that wait for their turn: how many others are before them."""


class BotRunner:
    """One task per game in which a bot is asked; it ends when a person is."""

    def __init__(
        self,
        tables: Tables,
        thinkers: BotProcesses,
        pause: float,
        bus: Bus | None = None,
        owners: WorkOwners | None = None,
        positions: QueuePositions | None = None,
    ) -> None:
        self._tables = tables
        self._thinkers = thinkers
        self._bus = bus or NullBus()
        self._positions = positions or QueuePositions(self._bus)
        self._turns = BotTurns(tables, thinkers, pause, owners)
        self._tasks: dict[GameId, asyncio.Task[None]] = {}
        self._shows: set[GameId] = set()
        self._woken: dict[GameId, Version | None] = {}
        """Games that changed since their task last looked, with the version if it is known, so that none is missed."""
        self._lookers: list[asyncio.Task[None]] = []
        self._unsubscribe = self._bus.subscribe(BOTS, self._hear, group="bots")

    def wake(self, table: Table) -> None:
        """See to it that the bot acts if the table waits for one; to be called with every change."""
        if table.result is None and any(chair.kind is SeatKind.BOT for chair in table.chairs):
            self._thinkers.warm_up(table.id)
        if asked_bot(table) is not None and not self._begin(table.id, table.version, show=table.mode is Mode.BOTS):
            self._bus.send(BOTS, table.id)

    async def resume(self) -> None:
        """Go on with the games that wait for a bot, and look for more from now on."""
        await self._look(0)
        self._lookers = [
            asyncio.create_task(self._keep_looking(), name="looking for bots that are asked"),
            asyncio.create_task(self._keep_telling(), name="telling who waits for a bot"),
        ]

    async def close(self) -> None:
        """Stop all bots; the games wait for them in the store, and other processes are notified."""
        self._unsubscribe()
        games = list(self._tasks)
        tasks = [*self._tasks.values(), *self._lookers]
        for task in tasks:
            task.cancel()
        try:
            await asyncio.gather(*tasks, return_exceptions=True)
            for game in games:
                self._bus.send(BOTS, game)
        finally:  # though somebody has no time to wait for the store
            self._thinkers.close()

    def _hear(self, subject: str, message: str) -> None:
        self._begin(GameId(message))

    def _begin(self, game: GameId, version: Version | None = None, *, show: bool = False) -> bool:
        full = len(self._tasks) >= MOST_GAMES or (show and len(self._shows) >= MOST_SHOWS)
        if game not in self._tasks and full:
            return False
        self._woken[game] = version
        if game not in self._tasks:
            self._tasks[game] = asyncio.create_task(self._play(game), name=f"bot of {game}")
            if show:
                self._shows.add(game)
        return True

    async def _play(self, game: GameId) -> None:
        try:
            while game in self._woken:
                version = await self._turns.act(game, self._woken.pop(game))
                while version is not None:
                    version = await self._turns.act(game, version)
        except DamagedGame:
            self._turns.back_off.failed(game)  # it is set aside, of which the host was told
        except NoSuchGame:
            log.info("a bot's game is gone or set aside", extra={"game": game})
            self._turns.back_off.failed(game)
        except Exception as error:  # noqa: BLE001 - the store may be away: a later look finds the game again
            note(log, "a bot could not look at its game", error, game=game)
            self._turns.back_off.failed(game, outage=is_outage(error))
        finally:
            del self._tasks[game]
            self._shows.discard(game)
            self._woken.pop(game, None)

    async def _keep_looking(self) -> None:
        looks = 0
        while True:
            await asyncio.sleep(LOOK_EVERY * random.uniform(0.7, 1.3))  # noqa: S311 - not all at once
            looks += 1
            try:
                await self._look(0 if looks % LOOKS_TO_A_LONG_ONE == 0 else now() - RECENT_MS)
            except Exception as error:  # noqa: BLE001 - the store may be away for a while
                note(log, "the games that wait for a bot could not be found", error)

    async def _keep_telling(self) -> None:
        while True:
            await asyncio.sleep(PUBLISH_EVERY)
            self._positions.publish(self._turns.slots.ahead())

    async def _look(self, since: int) -> None:
        live, shows = len(self._tasks) - len(self._shows), len(self._shows)
        room = {False: LOOKED_FOR - live, True: LOOKED_FOR - shows}
        most = len(self._tasks) + LOOKED_FOR  # those that wait here already are found, too
        for game in await games_at_bots(self._tables.games.database, since, most):
            show = game.mode == Mode.BOTS  # a damaged one may be of no mode at all
            if game.id not in self._tasks and room[show] > 0:
                room[show] -= 1
                self._begin(game.id, game.version, show=show)
