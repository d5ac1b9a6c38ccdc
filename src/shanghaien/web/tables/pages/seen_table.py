"""What a page about a game is made from: the table, who looks at it, and how far they have got with a choice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from shanghaien import rules
from shanghaien.web.core.i18n import gettext
from shanghaien.web.site.preferences import Preferences
from shanghaien.web.tables.model import ListedCard, Table, Viewer
from shanghaien.web.tables.words.drawings import EMBLEMS
from shanghaien.web.tables.words.players import names


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """The steps taken of a choice of several steps; nothing of it is played yet."""

    end: rules.End | None = None
    half: tuple[rules.Trick, rules.Act] | None = None
    call: bool = False
    resign: bool = False
    dice: rules.Dice = ()
    """The dice chosen so far, where a trick card asks for several."""

    @classmethod
    def of_query(cls, query: Mapping[str, str]) -> "OpenChoice":
        """The choice that the query of an address names."""
        return cls.read(*(query.get(name, "") for name in ("end", "half", "ask", "dice")))

    @classmethod
    def read(cls, end: str = "", half: str = "", ask: str = "", dice: str = "") -> "OpenChoice":
        """The choice as a link names it; what makes no sense is ignored."""
        card, _, act = half.partition(".")
        known = card in rules.BY_KEY and act in rules.ACTS
        return cls(
            rules.End(end) if end in set(rules.End) else None,
            (rules.Trick(card), rules.Act(act)) if known else None,
            ask == "call",
            ask == "resign",
            _dice(dice),
        )

    def link(self, **changes: str) -> str:
        """The query of the page with one step added or removed; dice are named anew with each."""
        parts = {"end": str(self.end or ""), "half": ".".join(self.half or ())} | changes
        return "?" + "&".join(f"{name}={value}" for name, value in parts.items() if value)


def _dice(text: str) -> rules.Dice:
    try:
        return rules.parse_dice(text)
    except rules.Malformed:
        return ()


@dataclass(frozen=True)
class SeenTable:
    """A table as one viewer sees it; what many parts of a page ask for is worked out once."""

    table: Table
    viewer: Viewer = field(default_factory=Viewer)
    choice: OpenChoice = field(default_factory=OpenChoice)
    preferences: Preferences = field(default_factory=Preferences)
    side: rules.Seat | None = None
    """The seat from whose side a watcher looks."""
    address: str = ""
    """The page itself, to which links of a choice lead."""
    invitation: str = ""
    """The link that gives the free seat away, for players who may give it."""
    carry: str = ""
    """Where a player makes the private link that carries their seat to another device."""
    profiles: tuple[str, str] = ("", "")
    """The profiles of the two players; empty without one."""
    ahead: int = 0
    """How many other games are thought about before the bot that is asked; 0 if it does not wait."""

    @property
    def state(self) -> rules.State:
        return self.table.state

    @property
    def asked(self) -> bool:
        """Whether the viewer is asked to choose."""
        return not self.table.over and self.viewer.may_choose(self.table)

    @cached_property
    def below(self) -> rules.Seat:
        """The seat drawn below the row: the viewer's own, the mover's at a hot-seat table, or the side watched from (R42)."""
        seat = self.viewer.acting_seat(self.table)
        if seat is None:
            return self.side or 0
        if len(self.viewer.seats) == 2:
            return self.state.turn if self.table.waits_for is None else self.table.waits_for
        return seat

    @property
    def above(self) -> rules.Seat:
        return 1 - self.below

    @property
    def hot_seat(self) -> bool:
        """Whether both players look at this screen, so that both are called by name."""
        return self.table.mode.one_screen

    @cached_property
    def takings(self) -> tuple[rules.Taking, ...]:
        """Who would take which card if Shanghai were called now."""
        return rules.takings_now(self.state)

    @cached_property
    def voice(self) -> "Voice":
        return Voice(self)


class Voice:
    """How the page speaks of the players: "you" to the viewer, by name of all others.

    Equal voices say the same of the same things, so a voice can be part of a cache key.
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

    def is_you(self, seat: rules.Seat) -> bool:
        """Whether this seat is addressed as "you"."""
        return seat in self.you

    def own_name(self, seat: rules.Seat) -> str:
        return self.names[seat]

    def name(self, seat: rules.Seat) -> str:
        """The name at the head of a line: "You" or "Marta"."""
        return gettext("You") if self.is_you(seat) else self.own_name(seat)

    def inside(self, seat: rules.Seat) -> str:
        """The name inside a sentence: "you" or "Marta"."""
        return gettext("you") if self.is_you(seat) else self.own_name(seat)

    def of(self, seat: rules.Seat) -> str:
        """Whose colour it is: red below is "me", blue above is "them" (R42)."""
        return "me" if seat == self.below else "them"

    def say(self, seat: rules.Seat, you: str, other: str, **words: object) -> str:
        """One of two translated wordings of a sentence about a seat; `other` may use %(name)s."""
        wording = you if self.is_you(seat) else other
        return wording % ({"name": self.own_name(seat)} | words)


# The row of a game at its smallest, for lists: six emblems, and below each who would take the card.


@dataclass(frozen=True, slots=True)
class MiniCard:
    """One card of a small row."""

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
    cards: Sequence[ListedCard], below: rules.Seat, names: tuple[str, str] | None, other: str = ""
) -> MiniRow | None:
    """A row from the side of a seat; with two names both are named, else it speaks to the player of that seat."""
    if not cards:
        return None
    taken = {seat: sum(card.taker == seat for card in cards) for seat in (0, 1)}
    if names is None:
        words = {"own": taken[below], "name": other, "theirs": taken[1 - below]}
        said = gettext("The row now: you take %(own)s, %(name)s %(theirs)s") % words
    else:
        words = {"name": names[below], "own": taken[below], "other": names[1 - below], "theirs": taken[1 - below]}
        said = gettext("The row now: %(name)s takes %(own)s, %(other)s %(theirs)s") % words
    sides = {None: "", below: "me", 1 - below: "them"}
    emblems = ("" if card.nation is None else EMBLEMS[card.nation] for card in cards)
    return MiniRow(
        tuple(MiniCard(emblem, sides[card.taker]) for emblem, card in zip(emblems, cards, strict=True)), said
    )


@dataclass(frozen=True, slots=True)
class Perspective:
    """Viewers with equal perspectives and languages see the same, so what was made for one serves for all."""

    seats: frozenset[rules.Seat] = frozenset()
    """The seats that are theirs."""
    side: rules.Seat | None = None
    """The seat from whose side a watcher looks."""
    address: str = ""
    confirm: bool = True
    guide: bool = False
    invitation: str = ""
    """The link that gives the free seat away, for players who may give it."""
    choice: OpenChoice = field(default_factory=OpenChoice)
    zone: str = ""
    """The time zone in which times are shown, where the table shows any."""
    profiles: tuple[str, str] = ("", "")
    """The profiles of the two players."""

    def see(self, table: Table, choice: OpenChoice | None = None) -> SeenTable:
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
