"""What a page about a game is made from: the table, who looks at it, and how far they have got with a choice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from shanghaien.rules import (
    ACTS,
    BY_KEY,
    Act,
    Dice,
    End,
    Malformed,
    Seat,
    State,
    Taking,
    Trick,
    parse_dice,
    takings_now,
)
from shanghaien.web.core.i18n import gettext
from shanghaien.web.site.preferences import Preferences
from shanghaien.web.tables.model import ListedCard, Table, Viewer
from shanghaien.web.tables.words.drawings import EMBLEMS
from shanghaien.web.tables.words.players import names


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """How far a player has got with a choice of several steps; nothing of it is played yet."""

    end: End | None = None
    half: tuple[Trick, Act] | None = None
    call: bool = False
    resign: bool = False
    dice: Dice = ()
    """The dice chosen so far, where a trick card asks for several."""

    @classmethod
    def of_query(cls, query: Mapping[str, str]) -> "OpenChoice":
        """The choice that the query of an address names."""
        return cls.read(*(query.get(name, "") for name in ("end", "half", "ask", "dice")))

    @classmethod
    def read(cls, end: str = "", half: str = "", ask: str = "", dice: str = "") -> "OpenChoice":
        """The choice as a link names it; what makes no sense is as if it were not there."""
        card, _, act = half.partition(".")
        known = card in BY_KEY and act in ACTS
        return cls(
            End(end) if end in set(End) else None,
            (Trick(card), Act(act)) if known else None,
            ask == "call",
            ask == "resign",
            _dice(dice),
        )

    def link(self, **changes: str) -> str:
        """The query of the page with one step of the choice added or taken away; dice are named anew with each."""
        parts = {"end": str(self.end or ""), "half": ".".join(self.half or ())} | changes
        return "?" + "&".join(f"{name}={value}" for name, value in parts.items() if value)


def _dice(text: str) -> Dice:
    try:
        return parse_dice(text)
    except Malformed:
        return ()


@dataclass(frozen=True)
class SeenTable:
    """A table seen by somebody; what many parts of a page ask for is worked out once."""

    table: Table
    viewer: Viewer = field(default_factory=Viewer)
    choice: OpenChoice = field(default_factory=OpenChoice)
    preferences: Preferences = field(default_factory=Preferences)
    side: Seat | None = None
    """The seat from whose side a watcher looks."""
    address: str = ""
    """The page itself, to which links of a choice lead."""
    invitation: str = ""
    """The link that gives the free seat away, for whoever may give it."""
    carry: str = ""
    """Where one makes the private link that carries one's seat to another device."""
    profiles: tuple[str, str] = ("", "")
    """The pages of whoever sits at the two seats; empty for everybody without one."""
    ahead: int = 0
    """How many other games are thought about before the bot that is asked; 0 if it does not wait."""

    @property
    def state(self) -> State:
        """The game as it stands."""
        return self.table.state

    @property
    def asked(self) -> bool:
        """Whether the one who looks is asked to choose."""
        return not self.table.over and self.viewer.may_choose(self.table)

    @cached_property
    def below(self) -> Seat:
        """The seat drawn below the row: one's own, the mover's at a hot-seat table, or the side watched from (R42)."""
        seat = self.viewer.acting_seat(self.table)
        if seat is None:
            return self.side or 0
        if len(self.viewer.seats) == 2:
            return self.state.turn if self.table.waits_for is None else self.table.waits_for
        return seat

    @property
    def above(self) -> Seat:
        """The other seat."""
        return 1 - self.below

    @property
    def hot_seat(self) -> bool:
        """Whether both players look at this screen, so that both are called by name."""
        return self.table.mode.one_screen

    @cached_property
    def takings(self) -> tuple[Taking, ...]:
        """Who would take which card if Shanghai were called now."""
        return takings_now(self.state)

    @cached_property
    def voice(self) -> "Voice":
        """How the page speaks of the players."""
        return Voice(self)


class Voice:
    """How the page speaks of the players: "you" to the one who looks, by name of everybody else.

    Equal voices say the same of the same things, so a voice can be part of a key by which texts are remembered.
    """

    __slots__ = ("_hash", "below", "names", "you")

    def __init__(self, seen: SeenTable) -> None:
        self.names = names(seen.table)
        self.below = seen.below
        self.you = frozenset() if seen.hot_seat else seen.viewer.seats
        """The seats that are spoken to; at a hot-seat table both are called by name."""
        self._hash = hash((self.names, self.below, self.you))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Voice) and (self.names, self.below, self.you) == (other.names, other.below, other.you)

    def __hash__(self) -> int:
        return self._hash

    def is_you(self, seat: Seat) -> bool:
        """Whether this seat is spoken to."""
        return seat in self.you

    def own_name(self, seat: Seat) -> str:
        """The player's name, whoever looks."""
        return self.names[seat]

    def name(self, seat: Seat) -> str:
        """The name at the head of a line: "You" or "Marta"."""
        return gettext("You") if self.is_you(seat) else self.own_name(seat)

    def inside(self, seat: Seat) -> str:
        """The name inside a sentence: "you" or "Marta"."""
        return gettext("you") if self.is_you(seat) else self.own_name(seat)

    def of(self, seat: Seat) -> str:
        """Whose colour it is: red below is "me", blue above is "them" (R42)."""
        return "me" if seat == self.below else "them"

    def say(self, seat: Seat, you: str, other: str, **words: object) -> str:
        """One of two wordings of a sentence about a seat, both translated already; `other` may use %(name)s."""
        wording = you if self.is_you(seat) else other
        return wording % ({"name": self.own_name(seat)} | words)


# The row of a game at its smallest, for lists: six emblems, and below each who would take the card.


@dataclass(frozen=True, slots=True)
class MiniCard:
    """One card of it."""

    nation: str
    """The emblem; empty for a trick card."""
    of: str
    """Who would take it: "me", "them", or empty."""


@dataclass(frozen=True, slots=True)
class MiniRow:
    """The whole row, and what it shows in words."""

    cards: tuple[MiniCard, ...]
    said: str


def mini_row(
    cards: Sequence[ListedCard], below: Seat, names: tuple[str, str] | None, other: str = ""
) -> MiniRow | None:
    """A row from the side of a seat; with two names both are named, else it speaks to whoever sits there."""
    if not cards:
        return None
    taken = {seat: sum(card.taker == seat for card in cards) for seat in (0, 1)}
    if names is None:
        words = {"own": taken[below], "name": other, "theirs": taken[1 - below]}
        said = gettext("The row now: you take %(own)s, %(name)s %(theirs)s") % words
    else:
        words = {"name": names[below], "own": taken[below], "other": names[1 - below], "theirs": taken[1 - below]}
        said = gettext("The row now: %(name)s takes %(own)s, %(other)s %(theirs)s") % words
    return MiniRow(tuple(_card(card, below) for card in cards), said)


def _card(card: ListedCard, below: Seat) -> MiniCard:
    of = "" if card.taker is None else "me" if card.taker == below else "them"
    return MiniCard("" if card.nation is None else EMBLEMS[card.nation], of)


@dataclass(frozen=True, slots=True)
class Perspective:
    """Whoever looks in the same way, in the same language, sees the same; so what was made for one serves for all."""

    seats: frozenset[Seat] = frozenset()
    """The seats that are theirs."""
    side: Seat | None = None
    """The seat from whose side a watcher looks."""
    address: str = ""
    confirm: bool = True
    guide: bool = False
    invitation: str = ""
    """The link that gives the free seat away, for whoever may give it."""
    choice: OpenChoice = field(default_factory=OpenChoice)
    zone: str = ""
    """The time zone in which times are told, where the table tells any."""
    profiles: tuple[str, str] = ("", "")
    """The pages of whoever sits at the two seats."""

    def see(self, table: Table, choice: OpenChoice | None = None) -> SeenTable:
        """The table as it is seen so, with another choice open if one is given."""
        return SeenTable(
            table,
            Viewer(self.seats),
            self.choice if choice is None else choice,
            Preferences(confirm=self.confirm, guide=self.guide, zone=self.zone),
            self.side,
            self.address,
            self.invitation,
            profiles=self.profiles,
        )
