"""The clocks of both players, as the log tells them: each entry says how much time it used, so a replay gives the same.

Nothing here asks what time it is. The caller that adds an entry has counted; see `Change`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from shanghaien.rules import N_, Seat, State
from shanghaien.web.core.errors import BadRequestError
from shanghaien.web.tables.log import Entry, EntryKind

# How much time the players of a game have: none is counted, minutes for a game at one sitting, or days by letter.

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
    """Whether the clock of a player on vacation stands still."""

    @classmethod
    def read(cls, text: str) -> "Pace":
        """The pace that a text such as `live 300 10` or `days 259200 86400 432000 vacation` says; Unreadable if none."""
        kind, *rest = text.split()[:6] or [""]
        vacation = bool(rest) and rest[-1] == VACATION
        numbers = [int(word) for word in rest[: len(rest) - vacation] if word.isascii() and word.isdigit()]
        wanted = {"live": 2, "days": 3}.get(kind)
        if wanted is None or len(numbers) != wanted or len(rest) != wanted + vacation or len(text) > 60:
            raise BadRequestError(N_("A pace is “live SECONDS SECONDS” or “days SECONDS SECONDS SECONDS”."))
        return cls(PaceKind(kind), numbers[0], numbers[1], numbers[2] if kind == "days" else None, vacation).checked()

    def checked(self) -> "Pace":
        """The same, if people can play so."""
        live = self.kind is PaceKind.LIVE
        most, most_increment = (MOST_LIVE, MOST_LIVE_INCREMENT) if live else (MOST_DAYS, MOST_DAYS_INCREMENT)
        if not 1 <= self.base <= most or not 0 <= self.increment <= most_increment or (live and self.vacation):
            raise BadRequestError(N_("This pace is not possible: choose more time, or less."))
        if self.cap is not None and not self.base <= self.cap <= MOST_DAYS:
            raise BadRequestError(N_("A clock holds at least the time at the start, and at most 28 days."))
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


# Times in which no clock goes on: how much of a span is counted, and when so much of it will have been.


class Pause(NamedTuple):
    """A time in which a clock stands; `ends` is the first moment after it. Milliseconds since 1970."""

    begins: int
    ends: int


def counted(begins: int, ends: int, pauses: Iterable[Pause]) -> int:
    """How many milliseconds of a span lie outside all pauses."""
    span, later = max(0, ends - begins), [pause for pause in pauses if pause.ends > begins]
    return span - sum(max(0, min(ends, pause.ends) - max(begins, pause.begins)) for pause in merged(later))


def moment_after(begins: int, milliseconds: int, pauses: Iterable[Pause]) -> int:
    """When so many milliseconds outside all pauses will have gone by."""
    at = begins
    for pause in merged(pause for pause in pauses if pause.ends > begins):
        if pause.begins >= at + milliseconds:
            break
        milliseconds -= max(0, pause.begins - at)
        at = pause.ends
    return at + milliseconds


def merged(pauses: Iterable[Pause]) -> list[Pause]:
    """The same times, in order, none of which touches another."""
    apart: list[Pause] = []
    for pause in sorted(pauses):
        if pause.ends <= pause.begins:
            continue
        if apart and pause.begins <= apart[-1].ends:
            apart[-1] = Pause(apart[-1].begins, max(apart[-1].ends, pause.ends))
        else:
            apart.append(pause)
    return apart


SECOND = 1000
"""Milliseconds."""
DAYS_TO_DECIDE = 7
"""After so many days the server decides for the win of the player who waits."""
MORE_TIME = DAY * SECOND
"""What an opponent gives whose time is up."""
TURNS_TO_COUNT = 2
"""A game of one sitting in which a player has had fewer turns is called off when time is up."""
NOBODY_AWAY: tuple[tuple[Pause, ...], tuple[Pause, ...]] = ((), ())


class Granted(NamedTuple):
    """A choice that may be taken back, and what it did to the clocks."""

    by: Seat | None
    turn: Seat
    """Whose turn it was, who got the increment."""
    brought: int
    ended: bool
    """Whether it ended the turn."""
    waited: int = 0
    """Milliseconds that the other player's clock has lost since: taking the choice back gives them back."""


@dataclass(frozen=True, slots=True)
class Clocks:
    """Both clocks after an entry; the one that runs has run since that entry was made."""

    pace: Pace
    left: tuple[int, int]
    """Milliseconds in each player's bank."""
    running: Seat | None = None
    """Whose clock runs: the seat of the person who is asked."""
    since: int = 0
    """When the last entry was made."""
    turns: tuple[int, int] = (0, 0)
    """How many turns each player has ended."""
    up: Seat | None = None
    """Whose time is up, while the opponent may choose what follows."""
    up_since: int = 0
    """Since when."""
    outages: tuple[Pause, ...] = ()
    """Times in which no move could be stored, as far as they are known."""
    away: tuple[tuple[Pause, ...], tuple[Pause, ...]] = NOBODY_AWAY
    """The vacations that each player has announced."""
    granted: tuple[Granted, ...] = ()
    """The choices since chance last decided."""

    @classmethod
    def begin(cls, pace: Pace, outages: tuple[Pause, ...] = ()) -> "Clocks":
        """Full banks, and no player is asked yet."""
        return cls(pace, (pace.base * SECOND, pace.base * SECOND), outages=outages)

    @property
    def deadline(self) -> int | None:
        """When time is up for the player who is asked, or when the server decides; None while no clock runs."""
        if self.up is not None:
            return moment_after(self.up_since, DAYS_TO_DECIDE * DAY * SECOND, self.outages)
        if self.running is None:
            return None
        return moment_after(self.since, self.left[self.running], self._pauses(self.running))

    def used_until(self, at: int) -> int | None:
        """Milliseconds that the clock which runs has counted since the last entry; None if none runs."""
        if self.running is None:
            return None
        return counted(self.since, at, self._pauses(self.running))

    @property
    def hardly_begun(self) -> bool:
        """Whether a player has had too few turns for a loss by time to be one."""
        return self.pace.kind is PaceKind.LIVE and min(self.turns) < TURNS_TO_COUNT

    def after(self, entry: Entry, before: State, after: State, asked: Seat | None) -> "Clocks":
        """The clocks after an entry that led from one state to another while this seat was asked."""
        clocks = replace(self if asked is None else _run(self, asked, entry.used or 0), since=entry.at)
        match entry.kind:
            case EntryKind.ACT:
                clocks = _chosen(clocks, entry.seat, before.turn, ended=ends_turn(before, after))
            case EntryKind.DRAW:
                clocks = replace(clocks, granted=())
            case EntryKind.UNDO:
                clocks = _taken_back(clocks)
            case EntryKind.TIME_UP:
                clocks = replace(clocks, up=entry.seat, up_since=entry.at)
            case EntryKind.MORE_TIME if entry.seat is not None:
                clocks = _filled(replace(clocks, up=None), entry.seat, MORE_TIME)
            case EntryKind.VACATION if entry.seat is not None:
                clocks = _announced(clocks, entry.seat, entry.text)
        return clocks

    def run_for(self, seat: Seat | None) -> "Clocks":
        """The same with another clock running."""
        return self if seat == self.running else replace(self, running=seat)

    def _pauses(self, seat: Seat) -> tuple[Pause, ...]:
        return self.outages + (self.away[seat] if self.pace.vacation else ())


def _run(clocks: Clocks, seat: Seat, milliseconds: int) -> Clocks:
    """The same after a player's clock has run; what it lost since the other's last choice is kept with that."""
    after = _filled(clocks, seat, -milliseconds)
    if not clocks.granted or clocks.granted[-1].by == seat:
        return after
    *others, last = clocks.granted
    lost = clocks.left[seat] - after.left[seat]
    return replace(after, granted=(*others, last._replace(waited=last.waited + lost)))


def _filled(clocks: Clocks, seat: Seat, milliseconds: int) -> Clocks:
    """The same with more in one bank, or less; an empty one gets no emptier."""
    first, second = clocks.left
    own = max(0, clocks.left[seat] + milliseconds)
    return replace(clocks, left=(own, second) if seat == 0 else (first, own))


def _chosen(clocks: Clocks, by: Seat | None, turn: Seat, *, ended: bool) -> Clocks:
    """After a choice: time is not up any more, and the player who ended their turn gets the increment."""
    brought = _increment(clocks, turn) if ended else 0
    first, second = clocks.turns
    turns = (first + (turn == 0), second + (turn == 1)) if ended else clocks.turns
    granted = (*clocks.granted, Granted(by, turn, brought, ended))
    return replace(_filled(clocks, turn, brought), up=None, turns=turns, granted=granted)


def _increment(clocks: Clocks, seat: Seat) -> int:
    full, cap = clocks.pace.increment * SECOND, clocks.pace.cap
    return full if cap is None else max(0, min(full, cap * SECOND - clocks.left[seat]))


def _taken_back(clocks: Clocks) -> Clocks:
    """After a choice was taken back: what it brought goes, what it took stays spent, and the other has not waited.

    The time that the other's clock has run meanwhile is charged to the player who takes the choice back. Else they could take it
    back and make it again, over and over, until the other has no time left.
    """
    if not clocks.granted:
        return clocks
    choice = clocks.granted[-1]
    first, second = clocks.turns
    turns = (first - (choice.turn == 0), second - (choice.turn == 1)) if choice.ended else clocks.turns
    clocks = replace(_filled(clocks, choice.turn, -choice.brought), turns=turns, granted=clocks.granted[:-1])
    return (
        clocks
        if choice.by is None
        else _filled(_filled(clocks, 1 - choice.by, choice.waited), choice.by, -choice.waited)
    )


def _announced(clocks: Clocks, seat: Seat, text: str) -> Clocks:
    """After a vacation was announced; one that begins at the same moment is changed by it."""
    begins, ends = (int(word) for word in text.split())
    kept = tuple(pause for pause in clocks.away[seat] if pause.begins != begins)
    own = (*kept, Pause(begins, ends)) if ends > begins else kept
    first, second = clocks.away
    return replace(clocks, away=(own, second) if seat == 0 else (first, own))


def ends_turn(before: State, after: State) -> bool:
    """Whether a choice ended the turn in which it was made."""
    return (before.turn, before.round) != (after.turn, after.round) or before.last is not after.last or after.over
