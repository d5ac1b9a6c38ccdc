"""From one decision to the next: what chance decides in between, drawn from the game's promise."""

from collections.abc import Iterator

from shanghaien import rules
from shanghaien.fairness import Draws, Promise
from shanghaien.rules import Seat, State
from shanghaien.rules.notation import outcome_text
from shanghaien.web.store.rows import GameRow

from .log import EntryKind, LogEntry
from .table import Mode, SeatKind


def promise_of(game: GameRow) -> Promise:
    """The public part of the game's dice."""
    first, second = (seat.contribution for seat in game.seats)
    locked = all(seat.kind != SeatKind.OPEN for seat in game.seats)
    return Promise(game.id, game.commitment, (first, second), locked)


def draws_of(game: GameRow) -> Draws | None:
    """The game's draws; known only once both seats are taken, since both add to them. None with real dice."""
    if game.mode == Mode.REAL_DICE:
        return None
    first, second = (seat.contribution for seat in game.seats)
    return Draws(game.seed, game.id, (first, second))


class Writer:
    """Writes the entries that follow from one request, in order, numbered and timed."""

    def __init__(self, version: int, state: State, drawn: int, at: int) -> None:
        self.state = state
        self.entries: list[LogEntry] = []
        self._version = version
        self._drawn = drawn
        self._at = at

    def write(self, kind: EntryKind, seat: Seat | None = None, text: str = "", move: str | None = None) -> None:
        """Add one entry."""
        self.entries.append(LogEntry(self._version + len(self.entries) + 1, kind, seat, text, move, self._at))

    def deal(self, draws: Draws | None) -> None:
        """Let chance decide until a player is asked or the game is over (R5, R7, R9); real dice are waited for."""
        for text in self._outcomes(draws) if draws else ():
            self.write(EntryKind.DRAW, text=text)

    def _outcomes(self, draws: Draws) -> Iterator[str]:
        while rules.is_chance(self.state):
            outcome = draws.outcome(rules.chance(self.state), self._drawn)
            self.state, _ = rules.advance(self.state, outcome)
            self._drawn += 1
            yield outcome_text(outcome)
