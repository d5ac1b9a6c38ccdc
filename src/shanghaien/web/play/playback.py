"""A game rebuilt from its log, and carried on entry by entry."""

from collections.abc import Iterable
from dataclasses import replace

from shanghaien import rules
from shanghaien.rules import Options, Seat, State
from shanghaien.rules.events import Event
from shanghaien.rules.notation import parse_action, parse_outcome

from .log import EntryKind, LogEntry
from .table import GameResult, TableEntry

Events = tuple[Event, ...]
MOST_DRAWN = 12
"""More draws than one line can bring: who starts, and the cards of a row."""


def result_of(state: State, resigned: Seat | None = None) -> GameResult | None:
    """How a game in this state has ended, or None while it goes on (R23)."""
    if resigned is not None:
        return GameResult(1 - resigned, rules.points(state), resigned)
    if not state.over:
        return None
    points = rules.points(state)
    return GameResult(None if points[0] == points[1] else int(points[1] > points[0]), points)


class Playback:
    """A game as the log tells it up to `version`."""

    def __init__(self, options: Options, entries: Iterable[LogEntry] = ()) -> None:
        self.state: State = rules.new_game(options)
        self.version = 0
        self.draws = 0
        self.log: list[TableEntry] = []
        self.resigned: Seat | None = None
        self.called_off = False
        self.rematch: str | None = None
        self.moves: dict[str, Seat | None] = {}
        """The ids of the requests that have been answered, and the seat each was for."""
        self._before: list[tuple[int, State]] = []
        """Per choice since chance last revealed something: its place in the log and the state before it."""
        self._drawn: list[tuple[int, State, bool]] = []
        """The last draws: place in the log, the state before, and whether a request began with it."""
        for entry in entries:
            self.add(entry)

    @property
    def result(self) -> GameResult | None:
        """How the game ended, or None while it goes on."""
        return result_of(self.state, self.resigned)

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
        for count, (place, _, first) in enumerate(reversed(self._drawn), start=1):
            if first:
                decided = any(later.kind is EntryKind.ACT and not later.undone for later in self.log[place:])
                return 0 if decided or self.result is not None else count
        return 0

    @property
    def before_typed(self) -> State:
        """The state to which taking back what was typed leads; there must be something to take back."""
        return self._drawn[-self.typed][1]

    def add(self, entry: LogEntry) -> None:
        """Carry the game on by one entry; the log must be whole and in order."""
        if entry.number != self.version + 1:
            raise ValueError(f"Entry {self.version + 1} is missing before {entry.number}.")
        events = self._carry_on(entry)
        self.version = entry.number
        if entry.move is not None:
            self.moves[entry.move] = entry.seat
        self.log.append(TableEntry(entry.number, entry.kind, entry.seat, entry.text, entry.at, events))

    def _carry_on(self, entry: LogEntry) -> Events:
        match entry.kind:
            case EntryKind.ACT:
                return self._act(entry)
            case EntryKind.DRAW:
                return self._draw(entry)
            case EntryKind.UNDO:
                self._undo()
            case EntryKind.RETYPE:
                self._retype()
            case EntryKind.RESIGN:
                self.resigned = entry.seat
            case EntryKind.CALLED_OFF:
                self.called_off = True
            case EntryKind.REMATCH:
                self.rematch = entry.text
        return ()

    def _act(self, entry: LogEntry) -> Events:
        self._before.append((len(self.log), self.state))
        self.state, events = rules.apply(self.state, parse_action(entry.text), entry.seat)
        return events

    def _draw(self, entry: LogEntry) -> Events:
        self._before.clear()
        self._drawn = [*self._drawn[-MOST_DRAWN:], (len(self.log), self.state, entry.move is not None)]
        self.draws += 1
        self.state, events = rules.advance(self.state, parse_outcome(entry.text))
        return events

    def _undo(self) -> None:
        place, self.state = self._before.pop()
        self.log[place] = replace(self.log[place], undone=True)

    def _retype(self) -> None:
        count = self.typed
        self.state = self.before_typed
        for place, _, _ in self._drawn[-count:]:
            self.log[place] = replace(self.log[place], undone=True)
        self._drawn = self._drawn[:-count]
