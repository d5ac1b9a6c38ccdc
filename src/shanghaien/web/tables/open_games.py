"""Where every change of a table happens: one writer per game, first stored, then announced."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from math import inf
from time import monotonic
from typing import Protocol
from weakref import WeakValueDictionary

from cachetools import LRUCache

from shanghaien.rules import N_
from shanghaien.web.core.bus.base import Bus
from shanghaien.web.core.concurrency import SharedReads
from shanghaien.web.core.counters import MOVES
from shanghaien.web.core.ids import GameId, PersonId, Version
from shanghaien.web.tables import loading
from shanghaien.web.tables.change import Change
from shanghaien.web.tables.clocks import Pause
from shanghaien.web.tables.errors import DamagedGame, NoSuchGame, Stale
from shanghaien.web.tables.game import Game
from shanghaien.web.tables.hub import Hub
from shanghaien.web.tables.model import Seats, Table
from shanghaien.web.tables.store.games import Conflict, GameStore, Inside, nothing
from shanghaien.web.tables.store.rows import SeatedPerson

# The games that were looked at last, as many as fit into a given share of memory.

BYTES_OF_A_GAME = 18_000
"""What a game takes without its older entries: state, chains for its dice, and the last entries as they are."""
BYTES_OF_AN_ENTRY = 90
"""What an entry adds, packed, with its request and its links."""


class CachedGame:
    """A game as far as it is known here, and who plays it."""

    __slots__ = ("checked", "game", "people")

    def __init__(self, game: Game, people: Iterable[SeatedPerson] = ()) -> None:
        self.game = game
        self.people = frozenset(people)
        self.checked = -inf
        """When the store was last asked whether this is still the newest version, by the monotonic clock."""

    def seats_of(self, person: PersonId | None) -> Seats:
        """The seats that are the person's, as far as is known here."""
        return frozenset(seat for seat, other in self.people if other == person)


class GameCache:
    """Games by id; the one that was not looked at for longest goes first."""

    def __init__(self, most_bytes: int) -> None:
        self._games: LRUCache[GameId, CachedGame] = LRUCache(most_bytes, size_of)

    def get(self, game: GameId) -> CachedGame | None:
        """The game if it is still held; it then counts as looked at."""
        return self._games.get(game)

    def put(self, cached: CachedGame) -> None:
        """Hold the game at its present size, and let games go until there is room."""
        self.drop(cached.game.row.id)
        with suppress(ValueError):  # larger than the whole cache
            self._games[cached.game.row.id] = cached

    def drop(self, game: GameId) -> None:
        """Forget the game; it is read from the store when it is asked for."""
        self._games.pop(game, None)


def size_of(cached: CachedGame) -> int:
    """About how many bytes a game takes."""
    return BYTES_OF_A_GAME + BYTES_OF_AN_ENTRY * cached.game.version


Watcher = Callable[[Table], None]
log = logging.getLogger("shanghaien.games")
MOST_REPORTED = 10_000


class Heartbeat(Protocol):
    """Signs of life, which prove that moves can be stored; the time between two that lie too far apart is nobody's."""

    outages: tuple[Pause, ...]
    """The times in which no move could be stored; another tuple whenever they change."""

    @property
    def silent(self) -> bool:
        """Whether a sign of life is overdue: before any clock is read there has to be one."""

    async def beat(self) -> None:
        """Give a sign of life, after which all outages are known; raises what the store raises."""

    async def try_to_beat(self) -> None:
        """The same, but a store that is away may be read from."""

    def failed(self, error: BaseException) -> None:
        """A move could not be stored."""


class NoHeartbeat:
    """Where a process has not started, there are no outages."""

    outages: tuple[Pause, ...] = ()
    silent = False

    async def beat(self) -> None: ...

    async def try_to_beat(self) -> None: ...

    def failed(self, error: BaseException) -> None: ...


class GameWriter:
    """Loads games, keeps some of them in memory, and changes them one request at a time.

    What is in memory may be behind when other processes play too; the store decides by comparing versions.
    """

    def __init__(self, store: GameStore, hub: Hub, most_bytes: int, *, alone_at_the_store: bool) -> None:
        self.store = store
        self.database = store.database
        self.hub = hub
        self.after_change: list[Watcher] = []
        """Called with each table that has changed, once the change is stored and announced."""
        self.after_end: list[Callable[[], None]] = []
        """Called after that when a game has ended."""
        self.heartbeat: Heartbeat = NoHeartbeat()
        """Knows when no move could be stored; set by what proves that they can be."""
        self.alone_at_the_store = alone_at_the_store
        """Whether no other process writes to the store, so that what is in memory is never behind."""
        self._kept = GameCache(most_bytes)
        self._forgotten = 0
        """Counts what was forgotten: what was read before that must not be kept after it."""
        self._locks: WeakValueDictionary[GameId, asyncio.Lock] = WeakValueDictionary()
        self._reads = SharedReads(self._read)
        self._reported: set[GameId] = set()
        """Damaged games of which the host was told."""

    def alone(self, game: GameId) -> asyncio.Lock:
        """While it is held, nobody else in this process changes the game."""
        return self._locks.setdefault(game, asyncio.Lock())

    async def open(self, game: GameId, person: PersonId | None = None) -> tuple[Game, Seats]:
        """The game as it stands in the store, and which seats are the person's."""
        cached = await self._current(game)
        seats = cached.seats_of(person)
        if not seats and person is not None and not self.alone_at_the_store:
            cached.people |= set(await self.store.people_of(game))  # another process may have seated them
            seats = cached.seats_of(person)
        return cached.game, seats

    async def open_at(self, game: GameId, version: Version, person: PersonId | None) -> tuple[Game, Seats]:
        """As `open`, but what is in memory will do if it is at this version: the store compares when it is changed."""
        if self.heartbeat.silent:
            await self.heartbeat.try_to_beat()
        cached = self._kept.get(game)
        if cached is not None and cached.game.version == version and not cached.game.called_off:
            self._give_back_time(cached)
            seats = cached.seats_of(person)
            if seats or person is None:
                return cached.game, seats
        return await self.open(game, person)

    async def current(self, game: GameId, at_least: Version | None = None, within: float = 0) -> Game:
        """The game as it stands.

        What is in memory will do if it is not behind the version `at_least`, or if somebody has looked at the store within
        so many seconds.
        """
        return (await self._current(game, at_least, within)).game

    async def holders(self, game: GameId, within: float) -> tuple[PersonId | None, PersonId | None]:
        """Whose the two seats are, as known within so many seconds; None for nobody's, and for a seat that is shared."""
        people = (await self._current(game, within=within)).people
        first, second = ([person for seat, person in people if seat == at] for at in (0, 1))
        return first[0] if len(first) == 1 else None, second[0] if len(second) == 1 else None

    async def create(self, change: Change, people: Sequence[SeatedPerson], sign: Inside = nothing) -> Table:
        """Store a new game with what happens at once; Conflict if its id is taken."""
        added = change.addition
        row = await self.store.create(change.after.stored_row, people, added.entries, sign, added.jobs)
        game = change.after.with_row(row)
        self._kept.put(CachedGame(game, people))
        return self._announce(game)

    async def change(self, change: Change) -> Table:
        """Store a change, then announce it; Stale if somebody else was first."""
        game = change.after.row.id
        if change.before.clocks is not None and self.heartbeat.silent:
            await self.heartbeat.beat()  # an outage that was not known when the clock was read
            raise Stale(N_("The table has changed meanwhile."))
        change.both_are_there = self.hub.has_both_players(game)
        try:
            await self._store(change)
        except Conflict:
            self.forget(game)
            raise Stale(N_("The table has changed meanwhile.")) from None
        except BaseException as error:
            self.forget(game)  # it may be stored or not: only the store knows
            self.heartbeat.failed(error)
            raise
        cached = self._kept.get(game)
        if cached is not None and change.seated is not None:
            cached.people |= {change.seated}
        if cached is not None and cached.game.version < change.after.version:  # else a look between has read it
            cached.game = change.after
            self._kept.put(cached)
        return self._announce(change.after)

    async def seat(self, game: GameId, people: Sequence[SeatedPerson]) -> None:
        """Give seats to people; giving a seat twice changes nothing."""
        await self.store.seat(game, people)
        cached = self._kept.get(game)
        if cached is not None:
            cached.people |= set(people)

    def forget(self, game: GameId) -> None:
        """Read the game from the store when it is asked for again."""
        self._forgotten += 1
        self._kept.drop(game)

    async def _store(self, change: Change) -> None:
        seats, addition = change.after.row.seats, change.addition
        if change.renamed is not None:
            await self.store.rename(addition, change.renamed, seats[change.renamed].name)
        elif change.seated is not None:
            await self.store.fill_seat(addition, seats[change.seated[0]], change.seated, change.tell_public_log)
        elif change.commitments:
            await self.store.append_with(addition, change.tell_public_log)
        else:
            await self.store.append(addition)

    def _announce(self, game: Game) -> Table:
        table = game.table()
        try:
            self.hub.publish(table.id, table.version)
            MOVES.add(table.mode.value)
            for tell in self.after_change:
                tell(table)
            if table.result is not None:
                for do in self.after_end:
                    do()
        except Exception:  # it is stored: whatever goes wrong from here on, the move is not undone
            log.exception("a change could not be announced", extra={"game": table.id, "version": table.version})
        return table

    async def _current(self, game: GameId, at_least: Version | None = None, within: float = 0) -> CachedGame:
        if self.heartbeat.silent:
            await self.heartbeat.try_to_beat()
        cached = self._kept.get(game)
        if cached is None or not self._is_recent(cached, at_least, within):
            shared = at_least is not None or within
            cached = await (self._reads.get(game) if shared else self._read(game))
        self._give_back_time(cached)
        if cached.game.called_off:
            raise NoSuchGame(N_("This invitation was called off."))
        return cached

    def _is_recent(self, cached: CachedGame, at_least: Version | None, within: float) -> bool:
        new = at_least is not None and cached.game.version >= at_least
        return self.alone_at_the_store or new or monotonic() - cached.checked < within

    async def _read(self, game: GameId) -> CachedGame:
        """Bring what is in memory up to date with the store; DamagedGame if what is stored is damaged."""
        asked, forgotten = monotonic(), self._forgotten
        try:
            cached = await self._carried_on(game) or await self._load(game)
        except DamagedGame as damaged:
            self._report(damaged)
            raise
        cached.checked = asked
        if forgotten == self._forgotten:
            self._kept.put(cached)
        return cached

    async def _carried_on(self, game: GameId) -> CachedGame | None:
        """The game in memory with what others have added; None if there is none, or if it has to be loaded whole."""
        cached = self._kept.get(game)
        if cached is None:
            return None
        later = await self.store.entries_after(game, cached.game.version)
        if later is None:
            self.forget(game)
            raise NoSuchGame(N_("There is no such game."))
        after = loading.carry_on(cached.game, later)
        if after is None:
            self.forget(game)  # whoever has left the site is named in it
            return None
        cached.game = after
        return cached

    async def _load(self, game: GameId) -> CachedGame:
        stored = await self.store.load(game)
        if stored is None:
            raise NoSuchGame(N_("There is no such game."))
        # Another request may have read the game, or let it go, while this one waited.
        cached = self._kept.get(game) or CachedGame(loading.begin(stored.row, outages=self.heartbeat.outages))
        cached.game = loading.load(stored, cached.game)
        cached.people |= set(stored.people)
        return cached

    def _give_back_time(self, cached: CachedGame) -> None:
        """Let the clocks of a game know of all outages."""
        clocks, outages = cached.game.stopped_clocks, self.heartbeat.outages
        if clocks is not None and clocks.outages is not outages:
            cached.game = replace(cached.game, stopped_clocks=replace(clocks, outages=outages))

    def _report(self, damaged: DamagedGame) -> None:
        """Tell the host of a damaged game, once; nothing in memory may hide the damage, and nothing is written."""
        self.forget(damaged.game)
        if damaged.game not in self._reported and len(self._reported) < MOST_REPORTED:
            self._reported.add(damaged.game)
            log.error("a game is damaged and set aside", extra={"game": damaged.game, "why": damaged.why})


# Seats that have gone over to somebody else: no process may go on from what it remembers of them.

SUBJECT = "moved"
"""The message is the game's id."""


class SeatInvalidation:
    """Forgets games here and elsewhere, so that whoever asks next learns from the store whose the seats are."""

    def __init__(self, games: GameWriter, bus: Bus) -> None:
        self._games, self._bus = games, bus
        bus.subscribe(SUBJECT, lambda subject, message: games.forget(GameId(message)))

    async def publish(self, moved: Sequence[GameId]) -> None:
        """The seats of these games have moved, and that is stored."""
        for game in moved:
            async with self._games.alone(game):  # a change that is being stored would remember the game again
                self._games.forget(game)
            self._bus.send(SUBJECT, game)
