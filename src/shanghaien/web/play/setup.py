"""What somebody asks for when they set up a table, checked in one way for the form and for programs."""

import secrets
from dataclasses import dataclass

from shanghaien.rules import N_, Options, Seat
from shanghaien.web.http.refusals import Unreadable
from shanghaien.web.ids import GameId

from .levels import DEFAULT_LEVEL, LEVELS
from .table import Mode


@dataclass(frozen=True, slots=True)
class Setup:
    """A table to be set up; `seat` is that of the person who asks, where only one is theirs."""

    mode: Mode
    options: Options
    names: tuple[str, str] = ("", "")
    seat: Seat = 0
    levels: tuple[str, str] = ("", "")
    contribution: str = ""


@dataclass(frozen=True, slots=True)
class Reservation:
    """An id for a game that does not exist yet, with the commitment to its seed (made before anyone contributes)."""

    id: GameId
    commitment: str
    token: str
    """What a form sends back to use the reservation."""


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
    contribution: str = ""

    def checked(self) -> Setup:
        """The set-up that is asked for; what makes no sense is refused in a sentence."""
        mode, level = _mode(self.mode), _level(self.level)
        seat = 0 if mode.one_screen or mode is Mode.BOTS else _seat(self.seat)
        other = _level(self.level_b or level) if mode is Mode.BOTS else level
        names = (self.name, self.name_b) if seat == 0 else (self.name_b, self.name)
        return Setup(mode, self.options, names, seat, (level, other), self.contribution.strip())


def _mode(text: str) -> Mode:
    try:
        return Mode(text)
    except ValueError:
        template = N_("A table is for one of %(modes)s, not for “%(mode)s”.")
        raise Unreadable(template, modes=", ".join(Mode), mode=text) from None


def _seat(text: str) -> Seat:
    seats: dict[str, Seat] = {"a": 0, "b": 1, "random": secrets.randbelow(2)}
    if text not in seats:
        raise Unreadable(N_("Seat must be a, b or random."))
    return seats[text]


def _level(text: str) -> str:
    if text not in LEVELS:
        template = N_("There is no level “%(level)s”; there are %(levels)s.")
        raise Unreadable(template, level=text, levels=", ".join(LEVELS))
    return text
