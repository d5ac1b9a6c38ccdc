"""How far a game has come, and what of it can still be taken back. It takes in what has been decided; it runs no rule."""

from dataclasses import dataclass, replace

from shanghaien.fairness.second import Ledger
from shanghaien.rules import Event, Seat, State
from shanghaien.web.ids import GameId, RequestId, Version

from .drawn_groups import DrawnGroup, group_between
from .log import EntryKind, LogEntry
from .summary import result_of
from .table import GameResult, TableEntry

MOST_DRAWN = 12
"""More draws than one line can bring: who starts, and the cards of a row."""


@dataclass(frozen=True, slots=True)
class DecidedEntry:
    """An entry of the log with everything that follows from it: what happened, and the state after it."""

    entry: LogEntry
    events: tuple[Event, ...]
    after: State
    ledger: Ledger | None = None
    """What is public about the dice after it, where they follow the second protocol."""


class GameProgress:
    """A game as its log tells it up to `version`."""

    def __init__(self, start: State, ledger: Ledger | None = None) -> None:
        self.state = start
        self.ledger = ledger
        self.groups: list[DrawnGroup] = []
        """The links that each group of draws came from, where the dice follow the second protocol."""
        self.actor: Seat | None = None
        """Who chose last; None before the first choice."""
        self.version = Version(0)
        self.draws = 0
        self.log: list[TableEntry] = []
        self.resigned: Seat | None = None
        self.called_off = False
        self.rematch: GameId | None = None
        self.answered: dict[RequestId, int] = {}
        """The ids of the requests that have been answered, and where in the log what each did begins."""
        self._before: list[tuple[int, State]] = []
        """Per choice since chance last revealed something: its place in the log and the state before it."""
        self._drawn: list[tuple[int, State, bool]] = []
        """The last draws: place in the log, the state before, and whether a request began with it."""

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
        self.log.append(TableEntry(entry.number, entry.kind, entry.seat, entry.text, entry.at, decided.events))

    def _remember(self, entry: LogEntry) -> None:
        match entry.kind:
            case EntryKind.ACT:
                self.actor = entry.seat
                self._before.append((len(self.log), self.state))
            case EntryKind.DRAW:
                self._before.clear()
                self._drawn = [*self._drawn[-MOST_DRAWN:], (len(self.log), self.state, entry.request_id is not None)]
                self.draws += 1
            case EntryKind.UNDO:
                self._mark_undone(self._before.pop()[0])
            case EntryKind.RETYPE:
                self._forget_typed(self.typed)
            case EntryKind.RESIGN:
                self.resigned = entry.seat
            case EntryKind.CALLED_OFF:
                self.called_off = True
            case EntryKind.REMATCH:
                self.rematch = GameId(entry.text)

    def _forget_typed(self, count: int) -> None:
        for place, _, _ in self._drawn[-count:]:
            self._mark_undone(place)
        self._drawn = self._drawn[:-count]

    def _mark_undone(self, place: int) -> None:
        self.log[place] = replace(self.log[place], undone=True)
