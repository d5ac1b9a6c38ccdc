"""A game rebuilt from its stored log: only here are entries played again, and only to load what is not in memory."""

from collections.abc import Iterable

from shanghaien import rules
from shanghaien.fairness.second import Ledger
from shanghaien.rules import Event, Options, State, parse_action, parse_outcome

from .log import EntryKind, LogEntry
from .progress import DecidedEntry, GameProgress
from .second_dice import SecondDice
from .summary import result_of

__all__ = ["Playback", "result_of"]


class Playback(GameProgress):
    """The progress of a game, read from its log entry by entry."""

    def __init__(self, options: Options, entries: Iterable[LogEntry] = (), dice: SecondDice | None = None) -> None:
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
