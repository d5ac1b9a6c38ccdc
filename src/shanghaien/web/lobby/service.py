"""The lobby put together: what each process has of it, and what it does every ten seconds."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from shanghaien.web.core.jobs import JobRow
from shanghaien.web.core.parts import Parts
from shanghaien.web.lobby.attendance import Attendances
from shanghaien.web.lobby.offer_list import OfferCache
from shanghaien.web.lobby.offers import Offers
from shanghaien.web.lobby.presence import OnlinePresence
from shanghaien.web.lobby.seeking import Seeking
from shanghaien.web.lobby.watching import Watching
from shanghaien.web.people.preferences import PreferenceStore
from shanghaien.web.tables.change import OFFER, WATCH
from shanghaien.web.tables.service import Tables

log = logging.getLogger("shanghaien.lobby")
BEAT_SECONDS = 10.0


@dataclass(slots=True)
class Lobby:
    """All parts of the lobby in one process."""

    board: OfferCache
    offers: Offers
    here: OnlinePresence
    watching: Watching
    seeking: Seeking
    attendances: Attendances
    _heart: asyncio.Task[None] | None = field(default=None, init=False)

    def handlers(self) -> Mapping[str, Callable[[JobRow], Awaitable[None]]]:
        return {OFFER: self.offers.end, WATCH: self.watching.settle}

    async def start(self) -> None:
        self._heart = asyncio.create_task(self._live(), name="the heart of the lobby")

    async def close(self) -> None:
        if self._heart is not None:
            self._heart.cancel()
            with suppress(asyncio.CancelledError):
                await self._heart

    async def beat(self) -> None:
        await self.here.beat()
        self.attendances.sweep()
        present = self.here.people()
        await self.offers.put_off(present)
        await self.seeking.tend(present)

    async def _live(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                await self.beat()
            except Exception as error:  # noqa: BLE001 - the store may be away for a while
                log.warning("the lobby could not look after its people", extra={"reason": str(error)})


def open_lobby(tables: Tables) -> Lobby:
    database, hub = tables.games.database, tables.games.hub
    board = OfferCache(database, hub)
    here = OnlinePresence(hub.bus, PreferenceStore(database))
    offers = Offers(tables, board)
    watching, seeking = Watching(tables.games, database), Seeking(tables, offers)
    return Lobby(board, offers, here, watching, seeking, Attendances(hub, here))


def open_parts(parts: Parts) -> None:
    lobby = parts.add(open_lobby(parts[Tables]), "lobby")
    parts.jobs |= lobby.handlers()
    parts.starting.append(lobby.start)
    parts.closing.append(lobby.close)
