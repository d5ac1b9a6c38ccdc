"""What pages are made from: a table at one version, and who is looking at it."""

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, NamedTuple, overload

from shanghaien import rules
from shanghaien.fairness import LETTERS, Ledger, Proof
from shanghaien.fairness.day import DayProof
from shanghaien.fairness.typed_outcomes import DICE_TAGS
from shanghaien.rules import Action, Nation, Options, Roll, Seat, State
from shanghaien.web.core.ids import GameId, PersonId, Version
from shanghaien.web.tables.clocks import Clocks, Pace, PaceKind, Pause
from shanghaien.web.tables.log import EntryKind, SeenEntry

Seats = frozenset[Seat]
"""The seats of a person."""

# Which links each group of draws came from, so that a page that was away can follow the dice by itself.

NOBODY = "-"


class DrawnGroup(NamedTuple):
    """The links of one group: the owner's chain, number and link (or none), and the server's link."""

    chain: str
    number: int
    link: str
    server: str


def group_between(before: Ledger, after: Ledger) -> DrawnGroup:
    """The group that leads from one ledger to the next."""
    server = after.tips[after.server].link
    who = LETTERS.get(after.groups[-1])
    if who is None:
        return DrawnGroup(NOBODY, 0, NOBODY, server)
    chain, number, link = after.tips[before.chains[who]].fields
    return DrawnGroup(chain, int(number), link, server)


_LINKS = struct.Struct(">BI32s32s")
NO_LINK = bytes(32)


class DrawnGroups(Sequence[DrawnGroup]):
    """The links of all groups so far: numbers and bytes in place of names and digits."""

    __slots__ = ("_chains", "_links")

    def __init__(self, chains: tuple[str, ...] = (NOBODY,), links: bytes = b"") -> None:
        self._chains, self._links = chains, links

    def after(self, group: DrawnGroup) -> "DrawnGroups":
        """With one group more."""
        chains = self._chains if group.chain in self._chains else (*self._chains, group.chain)
        link = NO_LINK if group.chain == NOBODY else bytes.fromhex(group.link)
        packed = _LINKS.pack(chains.index(group.chain), group.number, link, bytes.fromhex(group.server))
        return DrawnGroups(chains, self._links + packed)

    @overload
    def __getitem__(self, place: int) -> DrawnGroup: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[DrawnGroup, ...]: ...

    def __getitem__(self, place: int | slice) -> DrawnGroup | tuple[DrawnGroup, ...]:
        if isinstance(place, slice):
            return tuple(map(self.__getitem__, range(*place.indices(len(self)))))
        at = range(len(self))[place]
        chain, number, link, server = _LINKS.unpack_from(self._links, at * _LINKS.size)
        name = self._chains[chain]
        return DrawnGroup(name, number, NOBODY if name == NOBODY else link.hex(), server.hex())

    def __len__(self) -> int:
        return len(self._links) // _LINKS.size

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]


# Standing orders: what is done for a player who is not there, where nothing else is possible.

FORCED, ROLL = "forced", "roll"
NONE = "none"
"""How an entry of the log says that nothing is to be done."""


class Orders(NamedTuple):
    """What a player wants to have done for them."""

    forced: bool = False
    """To choose where there is one choice."""
    roll: bool = False
    """To roll where there is nothing else to do."""

    @classmethod
    def read(cls, text: str) -> "Orders":
        """The orders that a text such as `forced roll` says."""
        words = text.split()
        return cls(FORCED in words, ROLL in words)

    def __str__(self) -> str:
        words = [word for word, wanted in ((FORCED, self.forced), (ROLL, self.roll)) if wanted]
        return " ".join(words) or NONE


NO_ORDERS = Orders()


def usual_orders(pace: Pace | None) -> Orders:
    """What is done for players who have not said what they want: in games of days everything that may be."""
    by_letter = pace is not None and pace.kind is PaceKind.DAYS
    return Orders(by_letter, by_letter)


def standing_order_for(state: State, orders: Orders) -> Action | None:
    """What is to be done for the player who is asked and has given these orders; None if they decide themselves."""
    if state.over or state.last is not None or rules.is_chance(state):
        return None
    possible = rules.legal_actions(state)
    if len(possible) != 1:
        return None
    wanted = orders.roll if isinstance(possible[0], Roll) else orders.forced
    return possible[0] if wanted else None


class Mode(StrEnum):
    """Who plays at a table."""

    HOT_SEAT = "hot-seat"
    BOT = "bot"
    INVITE = "invite"
    BOTS = "bots"
    REAL_DICE = "real-dice"
    """On one screen, with real dice and cards: the players type what came."""
    DAY = "day"
    """The deal of a day, with the dice that all players have."""

    @property
    def adds_nothing(self) -> bool:
        """Whether no player brings anything to the dice."""
        return self in {Mode.BOTS, Mode.REAL_DICE, Mode.DAY}

    @property
    def one_screen(self) -> bool:
        """Whether both players sit at one screen."""
        return self in {Mode.HOT_SEAT, Mode.REAL_DICE}


A_SAILOR = "a sailor"
"""The name of all deleted accounts; pages say it in the reader's language."""


class SeatKind(StrEnum):
    """Who sits on a seat."""

    HUMAN = "human"
    BOT = "bot"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class TableSeat:
    """One seat of a table and who sits on it; an open one waits for the guest with the invitation."""

    kind: SeatKind
    name: str = ""
    level: str = ""
    """The bot's level; empty for people."""


Reason = Literal["points", "resigned", "time", "abandoned"]
"""Why a game ended."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended: by points (R23), because a seat resigned or ran out of time, or because it was called off.

    No winner means a draw, unless it was called off: then it counts for no player.
    """

    winner: Seat | None
    points: tuple[int, int]
    resigned: Seat | None = None
    reason: Reason = "points"


@dataclass(frozen=True)
class Table:
    """A table at version `version`. Nothing in it is hidden from anybody."""

    id: GameId
    mode: Mode
    options: Options
    chairs: tuple[TableSeat, TableSeat]
    version: Version
    state: State
    log: Sequence[SeenEntry]
    waits_for: Seat | None
    """The seat that is asked to choose; None while a seat is open and when the game is over."""
    undo: Seat | None
    """The seat that may take back its last choice, since nothing has been revealed after it."""
    result: GameResult | None
    proof: Proof | DayProof | None
    """What makes the dice checkable; None for real dice, and the seed of a day is in it only once the day is open."""
    rematch: GameId | None
    """The id of the next game, once one has been set up."""
    created: int
    updated: int
    typed: int = 0
    """How many results of real dice or cards may be corrected, since no player has chosen after they were typed."""

    ledger: Ledger | None = None
    """What is public about the dice; None for those of a day, and real ones."""
    groups: Sequence[DrawnGroup] = ()
    """The links that each group of draws came from."""
    creator: Seat = 0
    """The seat of the creator."""
    opens: Seat | None = None
    """The seat whose page has to open a link for the dice before the game goes on."""
    receipt: str = ""
    """The line in which the server has signed what was fixed about the dice."""
    clocks: Clocks | None = None
    """The time that both have left; None where no time is counted."""
    orders: tuple[Orders, Orders] = (NO_ORDERS, NO_ORDERS)
    """What is done for each player where nothing else is possible."""
    rated: bool = False
    """Whether the players want it to count; whether it does is found out when it ends."""
    helped: Seats = frozenset()
    """The seats that have asked what the Captain would do."""
    delay: int = 0
    """By how many seconds watchers are behind."""
    day: str = ""
    """The day whose dice it is played with, as in 2026-11-17; empty for all other games."""

    @property
    def dice_tags(self) -> dict[str, str]:
        """What a record says about the dice."""
        tags = DICE_TAGS if self.proof is None else self.proof.tags()
        return tags | ({"Receipt": self.receipt} if self.receipt else {})

    @property
    def started(self) -> bool:
        """Whether both seats are taken."""
        return all(chair.kind is not SeatKind.OPEN for chair in self.chairs)

    @property
    def pace(self) -> Pace | None:
        """How much time the players have; None where they take the time they want."""
        return None if self.clocks is None else self.clocks.pace

    def away(self, seat: Seat) -> tuple[Pause, ...]:
        """The vacations that a player has announced here."""
        return () if self.clocks is None else self.clocks.away[seat]

    @property
    def over(self) -> bool:
        """Whether the game has ended, however it did."""
        return self.result is not None

    @property
    def both_have_chosen(self) -> bool:
        """Whether both players have chosen something that was not taken back."""
        chosen = {entry.seat for entry in self.log if entry.kind is EntryKind.ACT and not entry.undone}
        return len(chosen) == len(self.chairs)


def seat_in_rematch(table: Table, seats: frozenset[Seat]) -> Seat:
    """The seat that the person with these seats would have in a rematch; at one screen the creator's counts."""
    return 1 - (min(seats) if len(seats) == 1 else table.creator)


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who is looking: the seats that are theirs (both at a hot-seat table, none for a watcher)."""

    seats: frozenset[Seat] = frozenset()
    person: PersonId | None = None

    def may_choose(self, table: Table) -> bool:
        """Whether the table waits for this viewer."""
        return table.waits_for in self.seats

    def acting_seat(self, table: Table) -> Seat | None:
        """The seat they act for now: the one that is asked if it is theirs, else their own.

        Where both are theirs and neither is asked, since dice are waited for, it is the one whose turn it is.
        """
        if table.waits_for in self.seats:
            return table.waits_for
        if len(self.seats) == 2 and not table.over:
            return table.state.turn
        return min(self.seats, default=None)


class ListedCard(NamedTuple):
    """A card of the row at its smallest: whose sailor it is, and who would take it."""

    nation: Nation | None
    """None for a trick card."""
    taker: Seat | None
    """None if no bot would."""


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game in the list of one's games."""

    id: GameId
    mode: Mode
    chairs: tuple[TableSeat, TableSeat]
    seats: frozenset[Seat]
    """The seats that are the reader's."""
    round: int
    waits_for: Seat | None
    result: GameResult | None
    updated: int
    points: tuple[int, int] | None = None
    """The points of both as they stand; None before the first deal."""
    deadline: int | None = None
    """When the time of the player who is asked runs out; None where no clock runs."""
    by_letter: bool = False
    """Whether it is played over days."""
    tavern: tuple[ListedCard, ...] = ()
    """The row as it lies; empty where there is none."""
    day: str = ""
    """The day whose deal it is, as in 2026-11-17; empty for all other games."""
    decides: bool = False
    """Whether the opponent's time is up, and the reader decides what follows."""
    readable: bool = True
    """Whether at least what lists tell of it is whole; else nothing but its id and seats is to be believed."""

    @property
    def yours(self) -> bool:
        """Whether the game waits for the reader."""
        return self.readable and self.result is None and (self.decides or self.waits_for in self.seats)


# The opponents that can be chosen at a table; only their names, since the server itself never thinks.

LEVELS = ("cabin-boy", "deckhand", "boatswain", "first-mate", "captain")
"""The levels of `shanghaien.ai.bots`, from the weakest to the strongest."""
DEFAULT_LEVEL = "deckhand"
"""The bot for a newcomer: beatable, but no fool."""
