"""The entries of a game's append-only log: what was chosen, what chance decided, and what was done about the table."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from shanghaien.rules import Event, Seat
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


@dataclass(frozen=True, slots=True)
class SeenEntry:
    """One entry as everybody sees it, with the events it brought about; `undone` if it was taken back later."""

    number: int
    kind: EntryKind
    seat: Seat | None
    text: str
    at: int
    events: tuple[Event, ...] = ()
    undone: bool = False
    unasked: bool = False
    """Whether the server made the choice of itself: for a bot, or for a player who had ordered it."""


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
