"""How far a game has come, and what of it can still be taken back. It takes in what has been decided; it runs no rule."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from shanghaien import rules
from shanghaien.fairness import Ledger
from shanghaien.rules import Event, Options, Seat, State, parse_action, parse_outcome
from shanghaien.web.core.ids import GameId, RequestId, Version
from shanghaien.web.tables.dice.protocol import GameDice
from shanghaien.web.tables.log import EntryKind, LogEntry
from shanghaien.web.tables.model import DrawnGroup, GameResult, TableEntry, group_between
from shanghaien.web.tables.summary import Ending, result_of

MOST_TYPED = 400
"""How many draws of real dice and cards can be taken back: more than a whole game has, but for endless doubles."""

ROLL = "roll"
"""The choice that is made by saying what was rolled."""

Choices = tuple[tuple[int, State], ...]
"""Choices that may be taken back, oldest first: the place of each in the log, and the state before it."""


@dataclass(frozen=True, slots=True)
class DecidedEntry:
    """An entry of the log with everything that follows from it: what happened, and the state after it."""

    entry: LogEntry
    events: tuple[Event, ...]
    after: State
    ledger: Ledger | None = None
    """What is public about the dice after it; None for those of a day, and real ones."""


class TypedDraw(NamedTuple):
    """A draw of real dice or cards: where the log has it, and how the game stood before it."""

    place: int
    before: State
    first: bool
    """Whether a request began with it."""
    choices: Choices
    """The choices that could be taken back before it; they can be again when it is."""


class GameProgress:
    """A game as its log tells it up to `version`."""

    def __init__(self, start: State, ledger: Ledger | None = None) -> None:
        self.state = start
        self.ledger = ledger
        self.groups: list[DrawnGroup] = []
        """The links that each group of draws came from."""
        self.actor: Seat | None = None
        """Who chose last; None before the first choice."""
        self.version = Version(0)
        self.draws = 0
        self.log: list[TableEntry] = []
        self.ending: Ending | None = None
        """Why the game ended before its last round, if it did."""
        self.called_off = False
        self.rematch: GameId | None = None
        self.answered: dict[RequestId, int] = {}
        """The ids of the requests that have been answered, and where in the log what each did begins."""
        self._before: list[tuple[int, State]] = []
        """Per choice since chance last revealed something: its place in the log and the state before it."""
        self._typed: list[TypedDraw] = []
        """The draws that people typed; none where the server draws."""

    @property
    def result(self) -> GameResult | None:
        """How the game ended, or None while it goes on."""
        return result_of(self.state, self.ending)

    @property
    def undo(self) -> Seat | None:
        """The seat that may take back its last choice: nothing was revealed since, and nobody else chose."""
        if not self._before or self.result is not None:
            return None
        return self.log[self._before[-1][0]].seat

    @property
    def before_last_choice(self) -> State:
        """The state to which taking back the last choice leads; there must be one to take back."""
        return self._before[-1][1]

    @property
    def typed(self) -> int:
        """How many draws came with the last request that brought any, as long as nobody has chosen since; else 0."""
        for count, draw in enumerate(reversed(self._typed), start=1):
            if draw.first:
                decided = any(later.kind is EntryKind.ACT and not later.undone for later in self.log[draw.place :])
                return 0 if decided or self.result is not None else count
        return 0

    @property
    def before_typed(self) -> State:
        """The state to which taking back what was typed leads; there must be something to take back."""
        return self._typed[-self.typed].before

    @property
    def roll_before_typed(self) -> tuple[Seat | None, State] | None:
        """Who chose to roll what was typed last, and the state before that; None if it was no choice of theirs."""
        choices = self._typed[-self.typed].choices if self.typed else ()
        if not choices or self.log[choices[-1][0]].text != ROLL:
            return None
        place, before = choices[-1]
        return self.log[place].seat, before

    def take(self, decided: DecidedEntry) -> None:
        """Carry the game on by one entry; the log must be whole and in order."""
        entry = decided.entry
        if entry.number != self.version + 1:
            raise ValueError(f"Entry {self.version + 1} is missing before {entry.number}.")
        self._remember(entry)
        if entry.kind is EntryKind.OPEN and self.ledger is not None and decided.ledger is not None:
            self.groups.append(group_between(self.ledger, decided.ledger))
        self.state, self.ledger = decided.after, decided.ledger
        self.version = entry.number
        if entry.request_id is not None:
            self.answered[entry.request_id] = len(self.log)
        self.log.append(_told(entry, decided.events))

    def _remember(self, entry: LogEntry) -> None:
        match entry.kind:
            case EntryKind.ACT:
                self.actor = entry.seat
                self._before.append((len(self.log), self.state))
            case EntryKind.DRAW:
                self._remember_draw(entry)
                self._before.clear()
                self.draws += 1
            case EntryKind.UNDO:
                self._mark_undone(self._before.pop()[0])
            case EntryKind.RETYPE:
                self._forget_typed(self.typed)
            case EntryKind.RESIGN:
                self.ending = Ending("resigned", entry.seat)
            case EntryKind.TIME_OUT:
                self.ending = Ending("time", entry.seat)
            case EntryKind.ABANDONED:
                self.ending = Ending("abandoned")
            case EntryKind.CALLED_OFF:
                self.called_off = True
            case EntryKind.REMATCH:
                self.rematch = GameId(entry.text)

    def _remember_draw(self, entry: LogEntry) -> None:
        first = entry.request_id is not None
        if first or self._typed:
            self._typed = self._typed[-MOST_TYPED:]
            self._typed.append(TypedDraw(len(self.log), self.state, first, tuple(self._before)))

    def _forget_typed(self, count: int) -> None:
        self._before = list(self._typed[-count].choices)
        for draw in self._typed[-count:]:
            self._mark_undone(draw.place)
        del self._typed[-count:]

    def _mark_undone(self, place: int) -> None:
        self.log[place] = replace(self.log[place], undone=True)


def _told(entry: LogEntry, events: tuple[Event, ...]) -> TableEntry:
    unasked = entry.kind is EntryKind.ACT and entry.request_id is None
    return TableEntry(entry.number, entry.kind, entry.seat, entry.text, entry.at, events, unasked=unasked)


# A game rebuilt from its stored log: only here are entries played again, and only to load what is not in memory.


class Playback(GameProgress):
    """The progress of a game, read from its log entry by entry."""

    def __init__(self, options: Options, entries: Iterable[LogEntry] = (), dice: GameDice | None = None) -> None:
        super().__init__(rules.new_game(options), None if dice is None else dice.begin())
        self._dice = dice
        for entry in entries:
            self.add(entry)

    def add(self, entry: LogEntry) -> None:
        """Play one entry again and take it in."""
        after, events = self._played(entry)
        self.take(DecidedEntry(entry, events, after, self._ledger_after(entry)))

    def _ledger_after(self, entry: LogEntry) -> Ledger | None:
        if self._dice is None or self.ledger is None:
            return None
        return self._dice.replayed(self.ledger, entry, self.actor)

    def _played(self, entry: LogEntry) -> tuple[State, tuple[Event, ...]]:
        match entry.kind:
            case EntryKind.ACT:
                return rules.apply(self.state, parse_action(entry.text), entry.seat)
            case EntryKind.DRAW:
                return rules.advance(self.state, parse_outcome(entry.text))
            case EntryKind.UNDO:
                return self.before_last_choice, ()
            case EntryKind.RETYPE:
                return self.before_typed, ()
            case _:
                return self.state, ()
