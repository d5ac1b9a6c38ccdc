"""The entries of a game's append-only log: what was chosen, what chance decided, and what was done about the table."""

import zlib
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import chain
from typing import NamedTuple, Protocol, overload

import msgspec
from cachetools import LRUCache

from shanghaien import rules
from shanghaien.rules import Event, Options, Seat, State, parse_action, parse_outcome
from shanghaien.web.core.ids import GameId, RequestId, Version


class EntryKind(StrEnum):
    """What an entry of the log is about."""

    JOIN = "join"
    """A seat was taken; the text is the player's name."""
    DRAW = "draw"
    """Chance decided; the text is the outcome in notation."""
    ACT = "act"
    """A seat chose; the text is the action in notation."""
    UNDO = "undo"
    """A seat took its last choice back; the entry taken back stays in the log."""
    RETYPE = "retype"
    """What was typed last of real dice or cards was wrong; the text says how many results are taken back. They stay."""
    RESIGN = "resign"
    """A seat gave the game up."""
    NAME = "name"
    """A seat changed its name before the game began; the text is the new one."""
    CALLED_OFF = "called-off"
    """A seat called an invitation off before anybody took it; nothing follows."""
    HELP = "help"
    """A seat asked what the Captain would do."""
    OPEN = "open"
    """Links of chains were opened, and chance follows; the text is the server's link, then that of the seat if any."""
    COMMIT = "commit"
    """Somebody committed to a chain for the dice: a seat that was taken, or one that does so anew; the server if no seat
    is named. The text is the chain's end, or `held` for the one that the server offered to hold."""
    TIME_UP = "time-up"
    """The time of a seat is up in a game of days; its opponent may choose what follows, and it may still act."""
    TIME_OUT = "time-out"
    """A seat has lost by time; the text says by whom that was decided: `live`, `claimed` or `server`."""
    MORE_TIME = "more-time"
    """A seat whose time was up was given more by its opponent."""
    ABANDONED = "abandoned"
    """The game was called off after it had begun: nobody has won. The seat is the one that did it, none: the server."""
    VACATION = "vacation"
    """A seat's clock stands, or will, from one moment to another: the text says both, in milliseconds since 1970."""
    ORDERS = "orders"
    """A seat said what is to be done for it where nothing else is possible; see `Orders`."""
    REMATCH = "rematch"
    """Another game with the seats swapped was set up, or its other seat was taken; the text is its id. Empty: the offer
    was withdrawn."""


NAMES_A_PLAYER = frozenset({EntryKind.JOIN, EntryKind.NAME})
"""Entries whose text is a name. It is replaced when its owner leaves the site, and nothing follows from it."""


class Entry(NamedTuple):
    """One entry as it is stored, in the order of the columns; `number` counts from 1 without gaps.

    Once it is stored, its number is the game's version.
    """

    number: Version
    kind: EntryKind
    seat: Seat | None
    text: str
    request_id: RequestId | None = None
    """The id that the client gave to the request, so that a repeat of it is harmless."""
    at: int = 0
    """When it was stored, in milliseconds since 1970 (UTC)."""
    used: int | None = None
    """Milliseconds by which the clock of the seat that was asked before it went on; None where no clock ran."""


class EventSource(Protocol):
    """Works out what an entry brought about."""

    def events_of(self, number: int) -> tuple[Event, ...]:
        """The events of the entry with this number."""


@dataclass(frozen=True, slots=True)
class SeenEntry:
    """One entry as everybody sees it, with the events it brought about; `undone` if it was taken back later."""

    number: int
    kind: EntryKind
    seat: Seat | None
    text: str
    at: int
    brought: tuple[Event, ...] | EventSource = field(default=(), compare=False, repr=False)
    """The events, or where they are to be had."""
    undone: bool = False
    unasked: bool = False
    """Whether the server made the choice of itself: for a bot, or for a player who had ordered it."""

    @property
    def events(self) -> tuple[Event, ...]:
        """What it brought about."""
        return self.brought if isinstance(self.brought, tuple) else self.brought.events_of(self.number)


# The log in memory, small: the last entries as they are, older ones packed into bytes. Play, streams and pages that keep
# pace look at the last ones only. Older ones are read again for whoever asks; the events that they brought about are
# worked out by playing the steps once more.

IN_A_BLOCK = 16
"""How many entries are packed at once; so many and up to twice as many of the last ones stay as they are."""
MOST_READ = 256
"""How many blocks stay as they were read or played for whoever asked for them, of all games: a few megabytes."""
FAST = 1
"""The level of compression: the last digit of its effect is not worth a move's time."""


class PackedEntry(NamedTuple):
    """An entry as it is packed, without its events."""

    number: int
    kind: EntryKind
    seat: int | None
    text: str
    at: int
    undone: bool
    unasked: bool


class PlayedBlock(NamedTuple):
    """The events of a block's entries, and the state after them."""

    events: tuple[tuple[Event, ...], ...]
    after: State


class Block:
    """Entries in bytes, and the block before them. Nothing in it changes; where an entry is taken back, another is made."""

    __slots__ = ("before", "options", "packed")

    def __init__(self, options: Options, before: "Block | None", entries: Sequence[SeenEntry]) -> None:
        self.options, self.before = options, before
        rows = [(each.number, each.kind, each.seat, each.text, each.at, each.undone, each.unasked) for each in entries]
        self.packed = zlib.compress(_ENCODER.encode(rows), FAST)

    def entries(self) -> tuple[SeenEntry, ...]:
        """The entries, which ask for their events when somebody looks at these."""
        read = READ.get(self)
        if read is None:
            rows = _DECODER.decode(zlib.decompress(self.packed))
            read = READ[self] = tuple(SeenEntry(*row[:5], self, *row[5:]) for row in rows)
        return read

    def events_of(self, number: int) -> tuple[Event, ...]:
        """What the entry with this number brought about."""
        return self.played().events[(number - 1) % IN_A_BLOCK]

    def played(self) -> PlayedBlock:
        """Its steps played once more, after those of all blocks before it."""
        found = PLAYED.get(self)
        return self._play() if found is None else found

    def _play(self) -> PlayedBlock:
        blocks, known = [self], self.before
        while known is not None and known not in PLAYED:
            blocks.append(known)
            known = known.before
        state = rules.new_game(self.options) if known is None else PLAYED[known].after
        for block in reversed(blocks):
            played = PLAYED[block] = _played(state, block.entries())
            state = played.after
        return played


_ENCODER, _DECODER = msgspec.msgpack.Encoder(), msgspec.msgpack.Decoder(list[PackedEntry])
READ: LRUCache[Block, tuple[SeenEntry, ...]] = LRUCache(MOST_READ)
PLAYED: LRUCache[Block, PlayedBlock] = LRUCache(MOST_READ)


def _played(state: State, entries: Iterable[SeenEntry]) -> PlayedBlock:
    events = list[tuple[Event, ...]]()
    for entry in entries:
        state, brought = after_step(state, entry)
        events.append(brought)
    return PlayedBlock(tuple(events), state)


def after_step(state: State, entry: SeenEntry) -> tuple[State, tuple[Event, ...]]:
    """The state after an entry, and its events; one that was taken back has none."""
    if not entry.undone:
        if entry.kind is EntryKind.ACT:
            return rules.apply(state, parse_action(entry.text), entry.seat)
        if entry.kind is EntryKind.DRAW:
            return rules.advance(state, parse_outcome(entry.text))
    return state, ()


class GameLog(Sequence[SeenEntry]):
    """The log of a game with as many entries as its version says; adding one gives another log."""

    __slots__ = ("_blocks", "_options", "_recent")

    def __init__(self, options: Options, blocks: tuple[Block, ...] = (), recent: tuple[SeenEntry, ...] = ()) -> None:
        self._options, self._blocks, self._recent = options, blocks, recent

    def after(self, entry: SeenEntry) -> "GameLog":
        """The log with one entry more."""
        blocks, recent = self._blocks, (*self._recent, entry)
        if len(recent) == 2 * IN_A_BLOCK:
            blocks += (Block(self._options, blocks[-1] if blocks else None, recent[:IN_A_BLOCK]),)
            recent = recent[IN_A_BLOCK:]
        return GameLog(self._options, blocks, recent)

    def with_undone(self, places: Collection[int]) -> "GameLog":
        """The log in which the entries at these places are taken back."""
        first = min(places) // IN_A_BLOCK
        log = GameLog(self._options, self._blocks[:first])
        for place, entry in enumerate(self[len(log) :], start=len(log)):
            log = log.after(replace(entry, undone=True, brought=()) if place in places else entry)
        return log

    def state_before(self, place: int) -> State:
        """How the game stood before the entry at this place, played once more."""
        blocks = self._blocks[: place // IN_A_BLOCK]
        state = blocks[-1].played().after if blocks else rules.new_game(self._options)
        return _played(state, self[len(blocks) * IN_A_BLOCK : place]).after

    @overload
    def __getitem__(self, place: int) -> SeenEntry: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[SeenEntry, ...]: ...

    def __getitem__(self, place: int | slice) -> SeenEntry | tuple[SeenEntry, ...]:
        old = len(self._blocks) * IN_A_BLOCK
        if isinstance(place, slice):
            start, stop, step = place.indices(len(self))
            if start >= old:
                return self._recent[start - old : max(stop - old, 0) : step]
            first = start // IN_A_BLOCK
            whole = chain(*(block.entries() for block in self._blocks[first:]), self._recent)
            return tuple(whole)[start - first * IN_A_BLOCK : max(stop - first * IN_A_BLOCK, 0) : step]
        place = place + old + len(self._recent) if place < 0 else place
        if place >= old:
            return self._recent[place - old]
        if place < 0:
            raise IndexError(place)
        return self._blocks[place // IN_A_BLOCK].entries()[place % IN_A_BLOCK]

    def __iter__(self) -> Iterator[SeenEntry]:
        for block in self._blocks:
            yield from block.entries()
        yield from self._recent

    def __reversed__(self) -> Iterator[SeenEntry]:
        yield from reversed(self._recent)
        for block in reversed(self._blocks):
            yield from reversed(block.entries())

    def __len__(self) -> int:
        return len(self._blocks) * IN_A_BLOCK + len(self._recent)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]


# The requests that led to the entries.


class RequestIds:
    """For each entry the id of the request that began with it, as one text: a line each, empty where none did."""

    __slots__ = ("_lines",)

    def __init__(self, lines: str = "\n") -> None:
        self._lines = lines

    def after(self, request: RequestId | None) -> "RequestIds":
        """With one entry more."""
        return RequestIds(f"{self._lines}{_line(request)}\n")

    def place_of(self, request: RequestId) -> int | None:
        """Where in the log that begins which was done for a request; None if it is not there."""
        found = self._lines.find(f"\n{_line(request)}\n") if request else -1
        return None if found < 0 else self._lines.count("\n", 0, found)

    def backwards(self) -> Iterator[bool]:
        """Whether a request began there, for each entry from the last on."""
        end = len(self._lines) - 1
        while end > 0:
            start = self._lines.rfind("\n", 0, end)
            yield end - start > 1
            end = start


def _line(request: RequestId | None) -> str:
    return (request or "").replace("\\", "\\\\").replace("\n", "\\n")


# What was said at tables, as reports keep it: nothing, unless a feature lets people talk.

PHRASE, TEXT = "phrase", "text"
"""The kinds of what is said."""


class SaidEntry(NamedTuple):
    """Something that was said, in the order in which reports store it; the text of a phrase is its key."""

    seat: int
    kind: str
    text: str
    version: int
    at: int


async def _nothing(_game: GameId, _most: int) -> Sequence[SaidEntry]:
    return ()


@dataclass(slots=True)
class TalkRecord:
    """Where it is read; the feature that lets people talk says how."""

    read: Callable[[GameId, int], Awaitable[Sequence[SaidEntry]]] = _nothing
    """The last things that were said at a table, at most so many, in their order."""
    phrases: Mapping[str, str] = field(default_factory=dict)
    """The phrases by their keys."""
