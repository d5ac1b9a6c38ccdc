"""The state of a game as one immutable value. Nothing in it is hidden: what is to come is drawn by chance when it comes."""

from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, NamedTuple

from .actions import Action, End
from .cards import DICE_PER_PLAYER, Card, Nation, Pile, Seat, Trick
from .chance import Dice
from .options import Options

SUITS = len(Nation)


class Phase(StrEnum):
    """What the game waits for; each phase is one step, decided by a player or by chance. Trick cards bring their own."""

    WHO_STARTS = "who starts"
    DEAL = "deal"
    TURN = "turn"
    ROLL = "roll"
    PLACE = "place"
    OVER = "over"


class Player(NamedTuple):
    """What lies in front of one player."""

    hand: tuple[Trick, ...] = ()
    """Trick cards not yet used, in the order of their numbers."""
    crews: tuple[tuple[int, ...], ...] = ((),) * SUITS
    """Per nation the values of the sailor cards won, ascending."""
    wilds: tuple[tuple[Trick, ...], ...] = ((),) * SUITS
    """Per nation the trick cards that joined the crew as two sailors (R16)."""
    dice: tuple[int, ...] = (0,) * 6
    """How many dice lie on the cards numbered 1 to 6."""
    trick_used: bool = False
    """Whether the captain stands beside the tavern (R15)."""
    in_force: Trick | None = None
    """The trick card that works until the round ends (R26)."""

    @property
    def dice_on_cards(self) -> int:
        """How many of the six dice lie on cards."""
        return sum(self.dice)

    @property
    def supply(self) -> int:
        """How many of the six dice are not on cards (R9)."""
        return DICE_PER_PLAYER - sum(self.dice)

    def strength(self, nation: int) -> int:
        """The strength of one crew, wild cards included (R22)."""
        return sum(self.crews[nation]) + 2 * len(self.wilds[nation])


class Taking(NamedTuple):
    """How one tavern card is decided (R12); per seat the dice on it and the pips beside it."""

    position: int
    """Place in the row, 0 at the left."""
    number: int
    card: Card
    taker: Seat | None
    dice: tuple[int, int]
    neighbours: tuple[int, int]
    out: bool = False
    """Whether a trick keeps the card from being taken (R35)."""


class Shanghai(NamedTuple):
    """A round's end as it stays visible until the next roll (R44)."""

    caller: Seat
    end: End
    dice: tuple[tuple[int, ...], tuple[int, ...]]
    takings: tuple[Taking, ...]
    points: tuple[tuple[int, int], tuple[int, int]] = ((0, 0), (0, 0))
    """The points of both seats as they stood before the row was shared out, and after it."""


@dataclass(frozen=True)
class State:
    """A whole game at one moment. Equal states are equal games from here on."""

    options: Options
    phase: str
    """One of `Phase`, or the name of a step that a trick card brings."""
    pile: Pile
    players: tuple[Player, Player]
    round: int = 1
    starter: Seat = 0
    """Who starts this round."""
    turn: Seat = 0
    """Whose turn it is, also while the other player is asked or chance decides."""
    tavern: tuple[Card, ...] = ()
    """The row of cards from left to right."""
    end: End | None = None
    """Where card 1 lies, once it has been named (R10)."""
    face_down: tuple[int, ...] = ()
    """The numbers of the tavern cards that lie face down (R35)."""
    rolled: Dice = ()
    """The dice in the hand of the player whose turn it is."""
    middle: tuple[Trick, ...] = ()
    """Trick cards in the middle of the table (R38)."""
    removed: tuple[Card, ...] = ()
    """Cards out of the game, in the order in which they left it."""
    announced: Action | None = None
    """What takes effect unless the other player objects (R28)."""
    objected: bool = False
    """Whether an objection has been used in this turn (R28)."""
    refused: Trick | None = None
    """The card that was objected to in this turn (R30)."""
    must_roll: bool = False
    """Whether a call of Shanghai was objected to in this turn (R31)."""
    last: Shanghai | None = None
    """The end of the round before, until the next roll (R44)."""
    memory: tuple[tuple[Trick, int], ...] = ()
    """What trick cards remember until the round ends: a number for each that has something to remember."""

    def evolve(self, **changes: Any) -> "State":
        """The same state with some fields changed."""
        # dataclasses.replace would run every field through __init__; this is the engine's innermost step.
        new = object.__new__(State)
        # The memo of `legal_actions` belongs to the old state.
        object.__setattr__(new, "__dict__", {**self.__dict__, "legal": None, **changes})
        return new

    def with_player(self, seat: Seat, player: Player, **changes: Any) -> "State":
        """The same state with one player, and perhaps more, changed."""
        players = (player, self.players[1]) if seat == 0 else (self.players[0], player)
        return self.evolve(players=players, **changes)

    @property
    def mover(self) -> Player:
        return self.players[self.turn]

    @property
    def over(self) -> bool:
        """Whether the eighth round has ended."""
        return self.phase == Phase.OVER

    def remembered(self, card: Trick) -> int:
        """What a trick card remembers in this round; 0 if nothing."""
        return dict(self.memory).get(card, 0)

    def card_numbered(self, number: int) -> Card:
        """The tavern card with this number; the end must have been named."""
        return self.tavern[position_of(number, self.end)]


FIELDS = tuple(field.name for field in fields(State))


def position_of(number: int, end: End | None) -> int:
    """Where in the row, counted from the left, the card with this number lies (R10)."""
    return number - 1 if end is End.LEFT else 6 - number
