"""Where every change of a table happens: one writer per game, first stored, then announced."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from weakref import WeakValueDictionary

from shanghaien.rules import Seat
from shanghaien.web.http.i18n import N_
from shanghaien.web.http.refusals import NoSuchGame, Stale
from shanghaien.web.store.games import Conflict, GameStore, Holding
from shanghaien.web.store.rows import GameRow, GameSummary, SeatRow

from .dealing import Writer
from .hub import Hub
from .loaded_game import Cache, LoadedGame, entry_from, entry_values
from .log import LogEntry
from .table import SeatKind, Table

Watcher = Callable[[Table], None]


class OpenGames:
    """Loads games, keeps some of them in memory, and changes them one request at a time."""

    def __init__(self, games: GameStore, hub: Hub, cache: int = 256) -> None:
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

    async def open(self, game: str, guest: str | None = None) -> tuple[LoadedGame, frozenset[Seat]]:
        """The game as it stands in the store, and which seats are the guest's."""
        version, seats = await self.games.seats_of(game, guest)
        if version is None:
            raise NoSuchGame(N_("There is no such game."))
        loaded = await self._load(game, version)
        if loaded.replay.called_off:
            raise NoSuchGame(N_("This invitation was called off."))
        return loaded, seats

    async def create(self, game: GameRow, holders: Sequence[Holding], entries: Sequence[LogEntry]) -> Table:
        """Store a new game; Conflict if its id is taken."""
        now = replace(game, version=len(entries), updated=game.created)
        await self.games.create(now, holders, [entry_values(entry) for entry in entries])
        loaded = LoadedGame(now)
        return await self._announce(loaded, now, entries)

    async def change(
        self,
        loaded: LoadedGame,
        writer: Writer,
        summary: GameSummary,
        taken: SeatRow | None = None,
        holder: Holding | None = None,
    ) -> Table:
        """Store what was written, then announce it; Stale if another process was first."""
        entries = writer.entries
        values = [entry_values(entry) for entry in entries]
        holders = [holder] if holder else []
        try:
            await self.games.append(loaded.game.id, loaded.version, values, summary, taken, holders)
        except Conflict:
            raise Stale(N_("The table has changed meanwhile.")) from None
        last = entries[-1]
        game = replace(loaded.game, version=last.number, updated=last.at, summary=summary)
        return await self._announce(loaded, _seated(game, taken) if taken else game, entries)

    async def rename(self, loaded: LoadedGame, writer: Writer, seat: Seat, name: str) -> Table:
        """Store a seat's new name, then announce it."""
        values = [entry_values(entry) for entry in writer.entries]
        try:
            await self.games.rename(loaded.game.id, loaded.version, values, loaded.game.summary, (seat, name))
        except Conflict:
            raise Stale(N_("The table has changed meanwhile.")) from None
        first, second = (replace(row, name=name) if at == seat else row for at, row in enumerate(loaded.game.seats))
        last = writer.entries[-1]
        game = replace(loaded.game, version=last.number, updated=last.at, seats=(first, second))
        return await self._announce(loaded, game, writer.entries)

    def writer(self, loaded: LoadedGame) -> Writer:
        """A writer that carries on from where the game stands."""
        return Writer(loaded.version, loaded.replay.state, loaded.replay.draws, now())

    async def _announce(self, loaded: LoadedGame, game: GameRow, entries: Sequence[LogEntry]) -> Table:
        loaded.add(game, entries)
        self._cache.put(loaded)
        table = loaded.table()
        await self.hub.publish(table.id, table.version)
        for tell in self.after_change:
            tell(table)
        return table

    async def _load(self, game: str, version: int) -> LoadedGame:
        loaded = self._cache.get(game)
        if loaded is not None and loaded.version >= version:
            return loaded
        found = await self.games.load(game, loaded.version if loaded else 0)
        if found is None:
            raise NoSuchGame(N_("There is no such game."))
        row, stored = found
        held = self._cache.get(game)  # another request may have taken in the same entries while this one waited
        loaded = held or loaded or LoadedGame(row)
        loaded.add(row, [entry_from(entry) for entry in stored if entry.number <= row.version])
        self._cache.put(loaded)
        return loaded


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
