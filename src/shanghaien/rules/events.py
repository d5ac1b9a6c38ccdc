"""What happened, for logs and animation: every step of a game tells its events in order."""

from dataclasses import dataclass

from .actions import End, Play
from .cards import Card, Seat, Trick
from .chance import Dice
from .state import Shanghai


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """A round begins; the tavern is about to be dealt (R6)."""

    round: int
    starter: Seat


@dataclass(frozen=True, slots=True)
class CardDealt:
    """A card was laid into the row, counted from the left (R6)."""

    position: int
    card: Card


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """Dice were rolled; `dice` is what the player now has to deal with (R9, R19, R34, R38)."""

    seat: Seat
    dice: Dice


@dataclass(frozen=True, slots=True)
class EndNamed:
    """The starting player said where card 1 is (R10)."""

    seat: Seat
    end: End


@dataclass(frozen=True, slots=True)
class DiePlaced:
    """A die was put on the card with its number."""

    seat: Seat
    die: int


@dataclass(frozen=True, slots=True)
class DieReturned:
    """A die went from a card, or from the roll, back to its owner's supply (R34, R36)."""

    seat: Seat
    """Whose die it is."""
    die: int
    by: Seat
    """Who sent it back: its owner, or the other player."""
    card: Trick
    """The trick card by which they did."""
    rolled: bool = False
    """Whether it had only just been rolled and lay on no card (R34)."""


@dataclass(frozen=True, slots=True)
class TrickPlayed:
    """A trick card was played and takes effect (R15)."""

    seat: Seat
    play: Play


@dataclass(frozen=True, slots=True)
class Announced:
    """Something was announced that the other player may object to (R28)."""

    seat: Seat
    action: object


@dataclass(frozen=True, slots=True)
class Objected:
    """The other player objected; `action` does not take effect (R29-R31)."""

    seat: Seat
    action: object


@dataclass(frozen=True, slots=True)
class CardTurned:
    """A player turned the tavern card with this number face down (R35)."""

    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A player took a trick card, from the middle or from the other player (R38)."""

    seat: Seat
    card: Trick
    from_other: bool


@dataclass(frozen=True, slots=True)
class CardTold:
    """Something that only a trick card can tell, in a text of its own: a clause about the player, such as "bowed"."""

    seat: Seat
    text: str


@dataclass(frozen=True, slots=True)
class ShanghaiCalled:
    """A round ended; who takes which card and why (R12)."""

    round: int
    shanghai: Shanghai


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The eighth round is over; the points of both seats (R23)."""

    points: tuple[int, int]


Event = (
    RoundStarted
    | CardDealt
    | DiceRolled
    | EndNamed
    | DiePlaced
    | DieReturned
    | TrickPlayed
    | Announced
    | Objected
    | CardTurned
    | TrickTaken
    | CardTold
    | ShanghaiCalled
    | GameEnded
)
Log = list[Event]
