"""Where every change of a table happens: one writer per game, first stored, then announced."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from weakref import WeakValueDictionary

from shanghaien.rules import Seat
from shanghaien.web.hub import Hub
from shanghaien.web.i18n import N_
from shanghaien.web.store.games import Conflict, Games, Holding
from shanghaien.web.store.rows import GameRow, SeatRow, Summary

from .dealing import Writer
from .entries import Entry
from .errors import NoSuchGame, Stale
from .live import Cache, Live, entry_from, entry_values
from .table import SeatKind, Table

Watcher = Callable[[Table], None]


class Desk:
    """Loads games, keeps some of them in memory, and changes them one request at a time."""

    def __init__(self, games: Games, hub: Hub, cache: int = 256) -> None:
        self.games = games
        self.hub = hub
        self.after_change: list[Watcher] = []
        """Called with each table that has changed, once the change is stored and announced."""
        self._cache = Cache(cache)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def alone(self, game: str) -> AsyncIterator[None]:
        """Nobody else in this process changes the game meanwhile."""
        async with self._locks.setdefault(game, asyncio.Lock()):
            yield

    async def open(self, game: str, guest: str | None = None) -> tuple[Live, frozenset[Seat]]:
        """The game as it stands in the store, and which seats are the guest's."""
        version, seats = await self.games.seats_of(game, guest)
        if version is None:
            raise NoSuchGame(N_("There is no such game."))
        live = await self._live(game, version)
        if live.replay.called_off:
            raise NoSuchGame(N_("This invitation was called off."))
        return live, seats

    async def create(self, game: GameRow, holders: Sequence[Holding], entries: Sequence[Entry]) -> Table:
        """Store a new game; Conflict if its id is taken."""
        now = replace(game, version=len(entries), updated=game.created)
        await self.games.create(now, holders, [entry_values(entry) for entry in entries])
        live = Live(now)
        return await self._announce(live, now, entries)

    async def change(
        self, live: Live, writer: Writer, summary: Summary, taken: SeatRow | None = None, holder: Holding | None = None
    ) -> Table:
        """Store what was written, then announce it; Stale if another process was first."""
        entries = writer.entries
        values = [entry_values(entry) for entry in entries]
        holders = [holder] if holder else []
        try:
            await self.games.append(live.game.id, live.version, values, summary, taken, holders)
        except Conflict:
            raise Stale(N_("The table has changed meanwhile.")) from None
        last = entries[-1]
        game = replace(live.game, version=last.number, updated=last.at, summary=summary)
        return await self._announce(live, _seated(game, taken) if taken else game, entries)

    async def rename(self, live: Live, writer: Writer, seat: Seat, name: str) -> Table:
        """Store a seat's new name, then announce it."""
        values = [entry_values(entry) for entry in writer.entries]
        try:
            await self.games.rename(live.game.id, live.version, values, live.game.summary, (seat, name))
        except Conflict:
            raise Stale(N_("The table has changed meanwhile.")) from None
        first, second = (replace(row, name=name) if at == seat else row for at, row in enumerate(live.game.seats))
        last = writer.entries[-1]
        game = replace(live.game, version=last.number, updated=last.at, seats=(first, second))
        return await self._announce(live, game, writer.entries)

    def writer(self, live: Live) -> Writer:
        """A writer that carries on from where the game stands."""
        return Writer(live.version, live.replay.state, live.replay.draws, now())

    async def _announce(self, live: Live, game: GameRow, entries: Sequence[Entry]) -> Table:
        live.add(game, entries)
        self._cache.put(live)
        table = live.table()
        await self.hub.publish(table.id, table.version)
        for tell in self.after_change:
            tell(table)
        return table

    async def _live(self, game: str, version: int) -> Live:
        live = self._cache.get(game)
        if live is not None and live.version >= version:
            return live
        loaded = await self.games.load(game, live.version if live else 0)
        if loaded is None:
            raise NoSuchGame(N_("There is no such game."))
        row, stored = loaded
        held = self._cache.get(game)  # another request may have taken in the same entries while this one waited
        live = held or live or Live(row)
        live.add(row, [entry_from(entry) for entry in stored if entry.number <= row.version])
        self._cache.put(live)
        return live


def now() -> int:
    """The time in milliseconds since 1970 (UTC)."""
    return time.time_ns() // 1_000_000


def _seated(game: GameRow, taken: SeatRow) -> GameRow:
    first, second = (
        replace(seat, kind=taken.kind, name=taken.name, contribution=taken.contribution)
        if seat.kind == SeatKind.OPEN
        else seat
        for seat in game.seats
    )
    return replace(game, seats=(first, second))
