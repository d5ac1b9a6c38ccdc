"""Where every change of a table happens: one writer per game, first stored, then announced."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from weakref import WeakValueDictionary

from shanghaien.rules import N_, Seat
from shanghaien.web.ids import GameId, PersonId, Version
from shanghaien.web.store.games import Conflict, GameStore, SeatedPerson
from shanghaien.web.store.rows import GameRow, SeatRow

from .change import Change
from .hub import Hub
from .loaded_game import Cache, LoadedGame, entry_from, entry_values
from .refusals import NoSuchGame, Stale
from .table import Table

Watcher = Callable[[Table], None]


class OpenGames:
    """Loads games, keeps some of them in memory, and changes them one request at a time."""

    def __init__(self, games: GameStore, hub: Hub, cache: int = 256) -> None:
        self.games = games
        self.hub = hub
        self.after_change: list[Watcher] = []
        """Called with each table that has changed, once the change is stored and announced."""
        self._cache = Cache(cache)
        self._locks: WeakValueDictionary[GameId, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def alone(self, game: GameId) -> AsyncIterator[None]:
        """Nobody else in this process changes the game meanwhile."""
        async with self._locks.setdefault(game, asyncio.Lock()):
            yield

    async def open(self, game: GameId, person: PersonId | None = None) -> tuple[LoadedGame, frozenset[Seat]]:
        """The game as it stands in the store, and which seats are the person's."""
        version, seats = await self.games.seats_of(game, person)
        if version is None:
            raise NoSuchGame(N_("There is no such game."))
        loaded = await self._load(game, version)
        if loaded.progress.called_off:
            raise NoSuchGame(N_("This invitation was called off."))
        return loaded, seats

    async def create(self, loaded: LoadedGame, change: Change, people: Sequence[SeatedPerson]) -> Table:
        """Store a new game with what happens at once; Conflict if its id is taken."""
        row = _changed(loaded.game, change)
        await self.games.create(row, people, [entry_values(entry) for entry in change.entries])
        return await self._announce(loaded, row, change)

    async def change(self, loaded: LoadedGame, change: Change) -> Table:
        """Store a change, then announce it; Stale if another process was first."""
        try:
            await self._store(loaded, change)
        except Conflict:
            raise Stale(N_("The table has changed meanwhile.")) from None
        return await self._announce(loaded, _changed(loaded.game, change), change)

    async def _store(self, loaded: LoadedGame, change: Change) -> None:
        game, after = loaded.game.id, loaded.version
        values, summary, taken = [entry_values(entry) for entry in change.entries], change.summary, change.taken
        if change.renamed is not None:
            await self.games.rename(game, after, values, summary, change.renamed)
        elif taken is not None:
            await self.games.append(game, after, values, summary, taken.row, [(taken.seat, taken.person)])
        else:
            await self.games.append(game, after, values, summary)

    async def _announce(self, loaded: LoadedGame, game: GameRow, change: Change) -> Table:
        loaded.accept(game, change)
        self._cache.put(loaded)
        table = loaded.table()
        await self.hub.publish(table.id, table.version)
        for tell in self.after_change:
            tell(table)
        return table

    async def _load(self, game: GameId, version: Version) -> LoadedGame:
        loaded = self._cache.get(game)
        if loaded is not None and loaded.version >= version:
            return loaded
        found = await self.games.load(game, loaded.version if loaded else 0)
        if found is None:
            raise NoSuchGame(N_("There is no such game."))
        row, stored = found
        held = self._cache.get(game)  # another request may have taken in the same entries while this one waited
        loaded = held or loaded or LoadedGame(row)
        loaded.load(row, [entry_from(entry) for entry in stored if entry.number <= row.version])
        self._cache.put(loaded)
        return loaded


def _changed(game: GameRow, change: Change) -> GameRow:
    """The row of a game after a change."""
    last = change.entries[-1]
    first, second = (_changed_seat(row, seat, change) for seat, row in enumerate(game.seats))
    return replace(game, version=last.number, updated=last.at, summary=change.summary, seats=(first, second))


def _changed_seat(row: SeatRow, seat: Seat, change: Change) -> SeatRow:
    if change.taken is not None and change.taken.seat == seat:
        taken = change.taken.row
        return replace(row, kind=taken.kind, name=taken.name, contribution=taken.contribution)
    if change.renamed is not None and change.renamed[0] == seat:
        return replace(row, name=change.renamed[1])
    return row
