"""One decision of a bot: its turn waited for, claimed, thought about elsewhere, and stored if the table still waits."""

import asyncio
import logging
import time
from contextlib import suppress

from shanghaien.rules import Seat
from shanghaien.web.figures import BOT_SECONDS
from shanghaien.web.http.refusals import Refused
from shanghaien.web.ids import GameId, Version
from shanghaien.web.play.refusals import NoSuchGame, Stale
from shanghaien.web.play.table import Mode, SeatKind, Table
from shanghaien.web.play.tables import Tables
from shanghaien.web.store.claims import Claim, Claims

from .bot_processes import BotProcesses
from .lease import renewing
from .outages import is_outage, note
from .owners import Owners
from .pace import pauses
from .rests import Rests
from .turns import Turn, Turns

log = logging.getLogger("shanghaien.bots")
LEASE_MS = 6_000
"""How long a game rests after the process that thought for its bot was killed; one lost early costs only a thought."""
SECONDS_TO_RELEASE = 0.5


class BotTurns:
    """What bots do, one decision at a time; of several that wait the fairest is next."""

    def __init__(
        self, tables: Tables, thinkers: BotProcesses, claims: Claims, pause: float, owners: Owners | None = None
    ) -> None:
        self._tables = tables
        self._thinkers = thinkers
        self._claims = claims
        self._pause = pause
        self._owners = owners or Owners(tables.games.games)
        self.rests = Rests()
        self.turns = Turns(len(thinkers.processes))

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

    async def _act_for(self, claim: Claim, turn: Turn) -> Version | None:
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

    async def _think(self, claim: Claim, turn: Turn) -> Version:
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
            except Refused as refusal:
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
