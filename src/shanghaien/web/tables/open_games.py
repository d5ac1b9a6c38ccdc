"""Where every change of a table happens: one writer per game, first stored, then announced."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from time import monotonic
from weakref import WeakValueDictionary

from cachetools import LRUCache

from shanghaien.rules import N_, Seat
from shanghaien.web.core.batcher import SharedReads
from shanghaien.web.core.bus.base import Bus
from shanghaien.web.core.ids import GameId, PersonId, Version
from shanghaien.web.core.jobs import NewJob
from shanghaien.web.tables.change import Change, committing
from shanghaien.web.tables.clocks import Pause
from shanghaien.web.tables.errors import DamagedGame, NoSuchGame, Stale
from shanghaien.web.tables.hub import Hub
from shanghaien.web.tables.loaded_game import LoadedGame, entry_row
from shanghaien.web.tables.model import Table
from shanghaien.web.tables.store.games import Conflict, GameStore, Inside, nothing
from shanghaien.web.tables.store.rows import GameRow, SeatedPerson
from shanghaien.web.tables.store.writers import Addition
from shanghaien.web.tables.time_up import jobs_after

# The games that were looked at last, as many as fit into a given share of memory.

BYTES_OF_A_GAME = 50_000
"""What a game takes before anything has happened in it, the chains for its dice included."""
BYTES_OF_AN_ENTRY = 650
"""What an entry adds, the state before it included where it can be taken back."""


class GameCache:
    """Loaded games by id; the one that was not looked at for longest goes first."""

    def __init__(self, most_bytes: int) -> None:
        self._games: LRUCache[GameId, LoadedGame] = LRUCache(most_bytes, size_of)

    def get(self, game: GameId) -> LoadedGame | None:
        """The game if it is still held; it then counts as looked at."""
        return self._games.get(game)

    def put(self, loaded: LoadedGame) -> None:
        """Hold the game at its present size, and let games go until there is room."""
        self.drop(loaded.game.id)
        with suppress(ValueError):  # larger than the whole cache
            self._games[loaded.game.id] = loaded

    def drop(self, game: GameId) -> None:
        """Forget the game; it is read from the store when it is asked for."""
        self._games.pop(game, None)


def size_of(loaded: LoadedGame) -> int:
    """About how many bytes a loaded game takes."""
    return BYTES_OF_A_GAME + BYTES_OF_AN_ENTRY * loaded.version


Watcher = Callable[[Table], None]
Opened = tuple[LoadedGame, frozenset[Seat]]
"""A game, and which of its seats are the person's who opened it."""
log = logging.getLogger("shanghaien.games")
MOST_TOLD = 10_000


class GameWriter:
    """Loads games, keeps some of them in memory, and changes them one request at a time.

    What is in memory may be behind when other processes play too; the store decides by comparing versions.
    """

    def __init__(self, games: GameStore, hub: Hub, most_bytes: int, *, alone_at_the_store: bool) -> None:
        self.games = games
        self.hub = hub
        self.after_change: list[Watcher] = []
        """Called with each table that has changed, once the change is stored and announced."""
        self.outages: tuple[Pause, ...] = ()
        """Times in which no server was there; known once this one has started."""
        self.alone_at_the_store = alone_at_the_store
        """Whether no other process writes to the store, so that what is in memory is never behind."""
        self._kept = GameCache(most_bytes)
        self._forgotten = 0
        """Counts what was forgotten: what was read before that must not be kept after it."""
        self._locks: WeakValueDictionary[GameId, asyncio.Lock] = WeakValueDictionary()
        self._reads = SharedReads(self._read)
        self._told: set[GameId] = set()
        """Damaged games of which the host was told."""

    @asynccontextmanager
    async def alone(self, game: GameId) -> AsyncIterator[None]:
        """Nobody else in this process changes the game meanwhile."""
        async with self._locks.setdefault(game, asyncio.Lock()):
            yield

    async def open(self, game: GameId, person: PersonId | None = None) -> Opened:
        """The game as it stands in the store, and which seats are the person's."""
        loaded = await self.current(game)
        seats = loaded.seats_of(person)
        if not seats and person is not None and not self.alone_at_the_store:
            loaded.seat(await self.games.people_of(game))  # they may have been seated by another process
            seats = loaded.seats_of(person)
        return loaded, seats

    async def open_at(self, game: GameId, version: Version, person: PersonId | None = None) -> Opened:
        """As `open`, but what is in memory will do if it is at this version: the store compares when it is changed."""
        loaded = self._kept.get(game)
        seats = loaded.seats_of(person) if loaded is not None else frozenset()
        if loaded is not None and loaded.version == version and (seats or person is None):
            return _there(loaded), seats
        return await self.open(game, person)

    async def current(self, game: GameId, told: Version | None = None, within: float = 0) -> LoadedGame:
        """The game as it stands.

        If a version was told of, what is in memory will do if it is not behind that; it will also do if somebody has
        looked at the store within so many seconds.
        """
        loaded = self._kept.get(game)
        if loaded is not None and (self.alone_at_the_store or loaded.will_do(told, within)):
            return _there(loaded)
        return _there(await (self._reads.get(game) if told is not None or within else self._read(game)))

    async def create(
        self, loaded: LoadedGame, change: Change, people: Sequence[SeatedPerson], sign: Inside = nothing
    ) -> Table:
        """Store a new game with what happens at once; Conflict if its id is taken."""
        entries = [entry_row(entry) for entry in change.entries]
        changed, due = jobs_after(loaded, change)
        row = replace(changed, digest=loaded.digest_with(entries))
        row = await self.games.create(row, people, entries, sign, due)
        loaded.seat(people)
        return self._announce(loaded, row, change)

    async def change(self, loaded: LoadedGame, change: Change) -> Table:
        """Store a change, then announce it; Stale if somebody else was first."""
        row, due = jobs_after(loaded, change)
        try:
            await self._store(loaded, change, row, due)
        except Conflict:
            self.forget(loaded.game.id)
            raise Stale(N_("The table has changed meanwhile.")) from None
        except BaseException:
            self.forget(loaded.game.id)  # it may be stored or not: only the store knows
            raise
        return self._announce(loaded, row, change)

    async def seat(self, loaded: LoadedGame, people: Sequence[SeatedPerson]) -> None:
        """Give seats to people; giving a seat twice changes nothing."""
        await self.games.seat(loaded.game.id, people)
        loaded.seat(people)

    def forget(self, game: GameId) -> None:
        """Read the game from the store when it is asked for again."""
        self._forgotten += 1
        self._kept.drop(game)

    async def _store(self, loaded: LoadedGame, change: Change, row: GameRow, due: Sequence[NewJob]) -> None:
        entries = [entry_row(entry) for entry in change.entries]
        digest = loaded.digest_with(entries)
        addition = Addition(loaded.game.id, loaded.version, entries, row.summary, digest, due)
        if change.renamed is not None:
            await self.games.rename(addition, *change.renamed)
        elif change.taken is not None:
            taken = change.taken
            await self.games.fill_seat(addition, taken.row, (taken.seat, taken.person), committing(change))
            loaded.seat([(taken.seat, taken.person)])
        elif change.commits:
            await self.games.append_with(addition, committing(change))
        else:
            await self.games.append(addition)

    def _announce(self, loaded: LoadedGame, game: GameRow, change: Change) -> Table:
        loaded.accept(game, change)
        self._kept.put(loaded)
        table = loaded.table()
        try:
            self.hub.publish(table.id, table.version)
            for tell in self.after_change:
                tell(table)
        except Exception:  # it is stored: whatever goes wrong from here on, the move is not undone
            log.exception("a change could not be announced", extra={"game": table.id, "version": table.version})
        return table

    async def _read(self, game: GameId) -> LoadedGame:
        """Bring what is in memory up to date with the store; UnreadableGame if what is stored is damaged."""
        try:
            return await self._brought_up_to_date(game)
        except DamagedGame as unreadable:
            self._set_aside(unreadable)
            raise

    async def _brought_up_to_date(self, game: GameId) -> LoadedGame:
        kept, asked, forgotten = self._kept.get(game), monotonic(), self._forgotten
        if kept is not None:
            later = await self.games.entries_after(game, kept.version)
            if later is None:
                self.forget(game)
                raise NoSuchGame(N_("There is no such game."))
            loaded = kept if kept.carry_on(later) else await self._load(game)
        else:
            loaded = await self._load(game)
        loaded.looked = asked
        if forgotten == self._forgotten:
            self._kept.put(loaded)
        return loaded

    async def _load(self, game: GameId) -> LoadedGame:
        stored = await self.games.load(game)
        if stored is None:
            raise NoSuchGame(N_("There is no such game."))
        # Another request may have read the game, or let it go, while this one waited.
        loaded = self._kept.get(game) or LoadedGame(stored.row, outages=self.outages)
        loaded.load(stored)
        return loaded

    def _set_aside(self, unreadable: DamagedGame) -> None:
        """Tell the host of a damaged game, once; nothing in memory may hide the damage, and nothing is written."""
        self.forget(unreadable.game)
        if unreadable.game not in self._told and len(self._told) < MOST_TOLD:
            self._told.add(unreadable.game)
            log.error("a game is damaged and set aside", extra={"game": unreadable.game, "why": unreadable.why})


def _there(loaded: LoadedGame) -> LoadedGame:
    if loaded.progress.called_off:
        raise NoSuchGame(N_("This invitation was called off."))
    return loaded


# Seats that have gone over to somebody else: no process may go on from what it remembers of them.

SUBJECT = "moved"
"""The message is the game's id."""


class SeatInvalidation:
    """Forgets games here and elsewhere, so that whoever asks next learns from the store whose the seats are."""

    def __init__(self, games: GameWriter, bus: Bus) -> None:
        self._games, self._bus = games, bus
        bus.subscribe(SUBJECT, lambda subject, message: games.forget(GameId(message)))

    async def tell(self, moved: Sequence[GameId]) -> None:
        """The seats of these games have moved, and that is stored."""
        for game in moved:
            async with self._games.alone(game):  # a change that is being stored would remember the game again
                self._games.forget(game)
            self._bus.send(SUBJECT, game)
