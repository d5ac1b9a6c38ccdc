"""How much time the players of a game have: none is counted, minutes for a game at one sitting, or days by letter."""

from dataclasses import dataclass
from enum import StrEnum

from shanghaien.rules import N_
from shanghaien.web.http.refusals import Unreadable

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
"""Seconds."""
MOST_LIVE, MOST_LIVE_INCREMENT = 3 * HOUR, 5 * MINUTE
MOST_DAYS, MOST_DAYS_INCREMENT = 28 * DAY, 14 * DAY
VACATION = "vacation"


class PaceKind(StrEnum):
    """Whether both sit there, or each comes when they can."""

    LIVE = "live"
    DAYS = "days"


@dataclass(frozen=True, slots=True)
class Pace:
    """A bank of time for each player, which fills by an increment with each turn, with days up to a cap; in seconds."""

    kind: PaceKind
    base: int
    increment: int
    cap: int | None = None
    """How much a bank holds at most; None: as much as comes together."""
    vacation: bool = False
    """Whether the clock of whoever is on vacation stands still."""

    @classmethod
    def read(cls, text: str) -> "Pace":
        """The pace that a text such as `live 300 10` or `days 259200 86400 432000 vacation` says; Unreadable if none."""
        kind, *rest = text.split()[:6] or [""]
        vacation = bool(rest) and rest[-1] == VACATION
        numbers = [int(word) for word in rest[: len(rest) - vacation] if word.isascii() and word.isdigit()]
        wanted = {"live": 2, "days": 3}.get(kind)
        if wanted is None or len(numbers) != wanted or len(rest) != wanted + vacation or len(text) > 60:
            raise Unreadable(N_("A pace is “live SECONDS SECONDS” or “days SECONDS SECONDS SECONDS”."))
        return cls(PaceKind(kind), numbers[0], numbers[1], numbers[2] if kind == "days" else None, vacation).checked()

    def checked(self) -> "Pace":
        """The same, if people can play so."""
        live = self.kind is PaceKind.LIVE
        most, most_increment = (MOST_LIVE, MOST_LIVE_INCREMENT) if live else (MOST_DAYS, MOST_DAYS_INCREMENT)
        if not 1 <= self.base <= most or not 0 <= self.increment <= most_increment or (live and self.vacation):
            raise Unreadable(N_("This pace is not possible: choose more time, or less."))
        if self.cap is not None and not self.base <= self.cap <= MOST_DAYS:
            raise Unreadable(N_("A clock holds at least the time at the start, and at most 28 days."))
        return self

    def __str__(self) -> str:
        cap = [] if self.cap is None else [str(self.cap)]
        return " ".join([self.kind, str(self.base), str(self.increment), *cap, *([VACATION] if self.vacation else [])])


LIVE_PACES = (
    Pace(PaceKind.LIVE, 5 * MINUTE, 10),
    Pace(PaceKind.LIVE, 10 * MINUTE, 15),
    Pace(PaceKind.LIVE, 20 * MINUTE, 20),
)
"""The paces for one sitting that are offered first."""
DAYS_PACE = Pace(PaceKind.DAYS, 3 * DAY, DAY, 5 * DAY, vacation=True)
"""The pace of days that is offered first."""
