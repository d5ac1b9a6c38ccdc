"""Lets bots act whenever a table waits for one: after a change here, a wake-up from elsewhere, or a look at the store."""

import asyncio
import logging
import random
import time
from contextlib import suppress

from shanghaien.rules import Seat
from shanghaien.web.bots.claims import Claim, Claims, MemoryClaims, games_at_bots
from shanghaien.web.bots.fair_queue import FairSemaphore, Slot
from shanghaien.web.bots.processes import BotProcesses
from shanghaien.web.bots.waiting import QueuePositions, WorkOwners
from shanghaien.web.core.backoff import BackOff
from shanghaien.web.core.bus.base import Bus, NullBus
from shanghaien.web.core.clock import now
from shanghaien.web.core.counters import BOT_SECONDS
from shanghaien.web.core.errors import DomainError
from shanghaien.web.core.ids import GameId, Version
from shanghaien.web.core.jobs import renewing
from shanghaien.web.core.outages import is_outage, note
from shanghaien.web.tables.errors import DamagedGame, NoSuchGame, Stale
from shanghaien.web.tables.model import Mode, SeatKind, Table
from shanghaien.web.tables.service import Tables

# How long bots take for each step, so that whoever plays against them can read it; each number is a part of one
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


# One decision of a bot: its turn waited for, claimed, thought about elsewhere, and stored if the table still waits.

log = logging.getLogger("shanghaien.bots")
LEASE_MS = 6_000
"""How long a game rests after the process that thought for its bot was killed; one lost early costs only a thought."""
SECONDS_TO_RELEASE = 0.5


class BotTurns:
    """What bots do, one decision at a time; of several that wait the fairest is next."""

    def __init__(
        self, tables: Tables, thinkers: BotProcesses, claims: Claims, pause: float, owners: WorkOwners | None = None
    ) -> None:
        self._tables = tables
        self._thinkers = thinkers
        self._claims = claims
        self._pause = pause
        self._owners = owners or WorkOwners(tables.games.games)
        self.rests = BackOff()
        self.turns = FairSemaphore(len(thinkers.processes))

    async def act(self, game: GameId, told: Version | None = None) -> Version | None:
        """Let the bot that is asked act, and tell the version after it; None if there is none, or another process acts.

        What is in memory will do if it is not behind the version that was told of. Nothing is held while one waits for
        a turn: the claim is made when it has come, so that of all processes the first that is free goes on.
        """
        if self.rests.resting(game):
            return None
        table = await self._tables.now(game, told)
        if asked_bot(table) is None:
            return None
        version, show, pause = table.version, table.mode is Mode.BOTS, self._pause * pauses(table)
        del table
        await asyncio.sleep(pause)
        async with self.turns.turn(await self._owners.of_game(game), game, show=show) as turn:
            claim = await self._claims.claim(game, version, LEASE_MS)
            return None if claim is None else await self._act_for(claim, turn)

    async def _act_for(self, claim: Claim, turn: Slot) -> Version | None:
        held = [claim]

        async def renew() -> bool:
            renewed = await self._claims.renew(held[0], LEASE_MS)
            held[0] = renewed or held[0]
            return renewed is not None

        try:
            async with renewing(renew, LEASE_MS / 3000):
                return await self._think(claim, turn)
        except asyncio.CancelledError:
            await self._release(held[0])
            raise
        except NoSuchGame:
            raise
        except Exception as error:  # noqa: BLE001 - whatever went wrong with one thought, the next one may go well
            note(log, "a bot failed", error, game=claim.game, version=claim.version)
            await self._claims.renew(held[0], self.rests.failed(claim.game, outage=is_outage(error)))
            return None

    async def _think(self, claim: Claim, turn: Slot) -> Version:
        table = await self._tables.now(claim.game, claim.version)
        seat = asked_bot(table)
        if seat is None or table.version != claim.version:
            return table.version  # a choice was taken back meanwhile
        whim = await self._tables.whim_at(table)
        began, level = time.perf_counter(), table.chairs[seat].level
        text = await self._thinkers.choose(claim.game, level, table.state, seat, whim)
        BOT_SECONDS.add(time.perf_counter() - began, level)
        turn.end()  # others may think while this one is stored
        self.rests.went_well(claim.game)
        return await self._store(claim, seat, text)

    async def _store(self, claim: Claim, seat: Seat, text: str) -> Version:
        async with self._tables.games.alone(claim.game):
            loaded = await self._tables.games.current(claim.game, claim.version)
            if loaded.version != claim.version:  # a choice was taken back while the bot thought
                return loaded.version
            try:
                return (await self._tables.choose(loaded, seat, text)).version
            except Stale:  # the same in another process, whose version is later than this one
                return Version(claim.version + 1)
            except DomainError as refusal:
                log.warning("a bot was refused", extra={"game": claim.game, "reason": str(refusal)})
                return claim.version

    async def _release(self, claim: Claim) -> None:
        """Let another process go on at once; if the store is gone, the lease will run out by itself."""
        with suppress(Exception):
            async with asyncio.timeout(SECONDS_TO_RELEASE):
                await self._claims.release(claim)


def asked_bot(table: Table) -> Seat | None:
    """The seat of the bot that the table waits for."""
    seat = table.waits_for
    return seat if seat is not None and table.chairs[seat].kind is SeatKind.BOT else None


# Telling workers elsewhere that there is something to do. Who misses it finds the work by a look at the store.

BOTS = "work.bots"
"""A bot is asked; the message is the game's id."""
REVIEWS = "work.reviews"
"""A review waits; the message says nothing more."""


class BotWakeUps:
    """Stands where bots would be in a process that does not think for any."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    def wake(self, table: Table) -> None:
        """Tell one of the workers if the table waits for a bot; to be told of every change."""
        if asked_bot(table) is not None:
            self._bus.send(BOTS, table.id)


LOOK_EVERY = 3.0
"""Seconds between two looks at the store for games that wait for a bot and that nobody was told of."""
RECENT_MS = 600_000
"""How far a look goes back; one in so many goes back to the beginning."""
LOOKS_TO_A_LONG_ONE = 100
MOST_GAMES, MOST_SHOWS = 2000, 300
"""For how many games a process waits and thinks at once, and how many of them may be shows, which wait for nobody.

Others find the rest, or a later look does. One that waits for its turn takes little memory and asks the store nothing.
"""
LOOKED_FOR = 50
"""With so many games, or shows, a process has enough to do not to look for more; of what happens here it is told."""
TELL_EVERY = 2.0
"""Seconds between two words to games that wait for their turn: how many others are before them."""


class BotRunner:
    """One task per game in which a bot is asked; it ends when a person is."""

    def __init__(
        self,
        tables: Tables,
        thinkers: BotProcesses,
        pause: float,
        claims: Claims | None = None,
        bus: Bus | None = None,
        owners: WorkOwners | None = None,
        waits: QueuePositions | None = None,
    ) -> None:
        self._tables = tables
        self._thinkers = thinkers
        self._bus = bus or NullBus()
        self._waits = waits or QueuePositions(self._bus)
        self._turns = BotTurns(tables, thinkers, claims or MemoryClaims(), pause, owners)
        self._tasks: dict[GameId, asyncio.Task[None]] = {}
        self._shows: set[GameId] = set()
        self._woken: dict[GameId, Version | None] = {}
        """Games that changed since their task last looked, with the version if it is known, so that none is missed."""
        self._lookers: list[asyncio.Task[None]] = []
        self._deaf = self._bus.subscribe(BOTS, self._hear, group="bots")

    def wake(self, table: Table) -> None:
        """See to it that the bot acts if the table waits for one; to be told of every change."""
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
        """Stop all bots; the games wait for them in the store, and other processes are told."""
        self._deaf()
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
            self._turns.rests.failed(game)  # it is set aside, of which the host was told
        except NoSuchGame:
            log.info("a bot's game is gone or set aside", extra={"game": game})
            self._turns.rests.failed(game)
        except Exception as error:  # noqa: BLE001 - the store may be away: a later look finds the game again
            note(log, "a bot could not look at its game", error, game=game)
            self._turns.rests.failed(game, outage=is_outage(error))
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
            await asyncio.sleep(TELL_EVERY)
            self._waits.tell(self._turns.turns.ahead())

    async def _look(self, since: int) -> None:
        live, shows = len(self._tasks) - len(self._shows), len(self._shows)
        room = {False: LOOKED_FOR - live, True: LOOKED_FOR - shows}
        most = len(self._tasks) + LOOKED_FOR  # those that wait here already are found, too
        for game in await games_at_bots(self._tables.games.games.database, since, most):
            show = game.mode == Mode.BOTS  # a damaged one may be of no mode at all
            if game.id not in self._tasks and room[show] > 0:
                room[show] -= 1
                self._begin(game.id, game.version, show=show)
