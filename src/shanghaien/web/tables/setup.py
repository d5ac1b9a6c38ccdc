"""What a person asks for when they set up a table, checked in one way for the form and for programs."""

from dataclasses import dataclass, replace

from shanghaien.rules import N_, Options, Seat
from shanghaien.web.core.errors import BadRequestError
from shanghaien.web.tables.clocks import MINUTE, Pace, PaceKind
from shanghaien.web.tables.model import DEFAULT_LEVEL, LEVELS, Mode

MOST_DELAY = 15 * MINUTE


@dataclass(frozen=True, slots=True)
class OwnDice:
    """What a player brings to the dice: a chain of their own, by its end and first link, and a word; nothing if empty."""

    end: str = ""
    link: str = ""
    word: str = ""

    def __bool__(self) -> bool:
        return bool(self.end or self.word)


NO_DICE = OwnDice()


@dataclass(frozen=True, slots=True)
class Setup:
    """A table to be set up; `seat` is that of the person who asks, where only one is theirs, and None if it is drawn.

    Names and levels stand in the order of the seats; as long as the seat is not drawn, as if it were the first.
    """

    mode: Mode
    options: Options
    names: tuple[str, str] = ("", "")
    seat: Seat | None = 0
    levels: tuple[str, str] = ("", "")
    dice: OwnDice = NO_DICE
    swapped: bool = False
    """Whether the seat is the other one than in the game before."""
    pace: Pace | None = None
    """How much time the players have; None where they take the time they want."""
    rated: bool = False
    """Whether the result is to count for the players' ratings, if it can."""
    delay: int = 0
    """By how many seconds watchers are behind."""

    def at(self, seat: Seat) -> "Setup":
        """The same once the seat is known."""
        if self.seat is not None:
            return self
        (own, other), (level, other_level) = self.names, self.levels
        names, levels = ((own, other), (level, other_level)) if seat == 0 else ((other, own), (other_level, level))
        return replace(self, seat=seat, names=names, levels=levels)


@dataclass(frozen=True, slots=True)
class SetupRequest:
    """The same in words, as a form or a program sends it; `name` is one's own, `level_b` is for two bots."""

    mode: str
    options: Options
    seat: str = "random"
    name: str = ""
    name_b: str = ""
    level: str = DEFAULT_LEVEL
    level_b: str = ""
    dice: OwnDice = NO_DICE
    pace: str = ""
    """As `Pace` writes it; empty where no time is counted."""
    rated: bool = False
    delay: int = 0
    """Seconds."""

    def checked(self) -> Setup:
        """The set-up that is asked for; what makes no sense is refused in a sentence."""
        mode, level = _mode(self.mode), _level(self.level)
        seat = 0 if mode.one_screen or mode is Mode.BOTS else _seat(self.seat)
        other = _level(self.level_b or level) if mode is Mode.BOTS else level
        names = (self.name_b, self.name) if seat == 1 else (self.name, self.name_b)
        pace, delay = _pace(self.pace, mode), _delay(self.delay)
        rated = self.rated and mode in {Mode.BOT, Mode.INVITE}
        levels = (level, other)
        return Setup(mode, self.options, names, seat, levels, self.dice, pace=pace, rated=rated, delay=delay)


def _mode(text: str) -> Mode:
    modes = {str(mode): mode for mode in Mode if mode is not Mode.DAY}  # whose tables the day itself sets up
    if text not in modes:
        template = N_("A table is for one of %(modes)s, not for “%(mode)s”.")
        raise BadRequestError(template, modes=", ".join(modes), mode=text)
    return modes[text]


def _pace(text: str, mode: Mode) -> Pace | None:
    if not text:
        return None
    pace = Pace.read(text)
    if mode in {Mode.BOTS, Mode.REAL_DICE} or (pace.kind is PaceKind.DAYS and mode is not Mode.INVITE):
        raise BadRequestError(
            N_("A game over days is for two people by link; games of two bots and games with real dice have no clock.")
        )
    return pace


def _delay(seconds: int) -> int:
    if not 0 <= seconds <= MOST_DELAY:
        raise BadRequestError(N_("Spectators can be at most a quarter of an hour behind."))
    return seconds


def _seat(text: str) -> Seat | None:
    seats: dict[str, Seat | None] = {"a": 0, "b": 1, "random": None}
    if text not in seats:
        raise BadRequestError(N_("Seat must be a, b or random."))
    return seats[text]


def _level(text: str) -> str:
    if text not in LEVELS:
        template = N_("There is no level “%(level)s”; there are %(levels)s.")
        raise BadRequestError(template, level=text, levels=", ".join(LEVELS))
    return text
