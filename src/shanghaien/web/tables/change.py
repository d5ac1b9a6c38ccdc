"""What one request does to a game, worked out once: its entries, what happened with each, and the state they lead to."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien import rules
from shanghaien.fairness import DrawGroup, Ledger
from shanghaien.rules import Action, Event, Outcome, Seat, State, action_text, outcome_text
from shanghaien.web.core.ids import PersonId, RequestId, Version
from shanghaien.web.tables.dice.public_log import LoggedEntry, add_to_log
from shanghaien.web.tables.log import EntryKind, LogEntry
from shanghaien.web.tables.progress import DecidedEntry, GameProgress
from shanghaien.web.tables.store.games import Inside
from shanghaien.web.tables.store.rows import GameRow, GameSummary, SeatRow
from shanghaien.web.tables.summary import CALLED_OFF, Ending, summary_of


@dataclass(frozen=True, slots=True)
class TakenSeat:
    """An open seat, who sits on it now, and the person it belongs to."""

    seat: Seat
    row: SeatRow
    person: PersonId


class Change:
    """A change on top of a game's progress, which itself stays as it is until the change has been stored."""

    def __init__(self, progress: GameProgress, summary: GameSummary, at: int, used: int | None = None) -> None:
        self.decided: list[DecidedEntry] = []
        self.state: State = progress.state
        self.ledger: Ledger | None = progress.ledger
        """What is public about the dice; None for those of a day, and real ones."""
        self.actor: Seat | None = progress.actor
        """Who chose last."""
        self.summary = summary
        """What lists will know of the game."""
        self.taken: TakenSeat | None = None
        self.renamed: tuple[Seat, str] | None = None
        self._progress = progress
        self._at = at
        self._used = used
        """What the clock of the seat that is asked has counted; the first entry says it."""

    @property
    def entries(self) -> list[LogEntry]:
        """What is to be added to the log."""
        return [decided.entry for decided in self.decided]

    @property
    def commits(self) -> bool:
        """Whether somebody commits to a chain, which the public log has to tell."""
        return any(decided.entry.kind is EntryKind.COMMIT for decided in self.decided)

    @property
    def happened(self) -> Iterator[Event]:
        """All that has happened in the game so far and was not taken back."""
        for entry in self._progress.log:
            yield from () if entry.undone else entry.events
        for decided in self.decided:
            yield from decided.events

    def act(self, seat: Seat, action: Action, request_id: RequestId | None = None) -> None:
        """A seat chooses; what the rules forbid raises their error and changes nothing."""
        after, events = rules.apply(self.state, action, seat)
        self.actor = seat
        self._move(self._entry(EntryKind.ACT, seat, action_text(action), request_id), after, events)

    def draw(self, outcome: Outcome, request_id: RequestId | None = None) -> None:
        """Chance decides."""
        after, events = rules.advance(self.state, outcome)
        self._move(self._entry(EntryKind.DRAW, None, outcome_text(outcome), request_id), after, events)

    def open(self, ledger: Ledger, links: str, seat: Seat | None, request_id: RequestId | None = None) -> None:
        """Links of chains are opened; what is drawn from them follows."""
        self.ledger = ledger
        self.note(EntryKind.OPEN, seat, links, request_id)

    def deal_from(self, group: DrawGroup, place: int = 0) -> None:
        """Let chance decide until a player is asked or the game is over (R5, R7, R9), by this group from a place on."""
        while rules.is_chance(self.state):
            self.draw(group.outcome(rules.chance(self.state), place))
            place += 1

    def commit(self, ledger: Ledger, seat: Seat, text: str, request_id: RequestId | None = None) -> None:
        """A player commits to a chain, or entrusts it to the server."""
        self.ledger = ledger
        self.note(EntryKind.COMMIT, seat, text, request_id)

    def undo(self, seat: Seat, request_id: RequestId) -> None:
        """A seat takes its last choice back."""
        self._move(self._entry(EntryKind.UNDO, seat, "", request_id), self._progress.before_last_choice)

    def retype(self, request_id: RequestId) -> None:
        """What was typed last of real dice or cards is taken back, and with a roll the choice to roll."""
        rolled = self._progress.roll_before_typed
        entry = self._entry(EntryKind.RETYPE, None, str(self._progress.typed), request_id)
        self._move(entry, self._progress.before_typed)
        if rolled is not None:
            self._move(self._entry(EntryKind.UNDO, rolled[0], "", None), rolled[1])

    def resign(self, seat: Seat, request_id: RequestId) -> None:
        """A seat gives the game up."""
        self.note(EntryKind.RESIGN, seat, request_id=request_id)
        self.summary = summary_of(self.state, Ending("resigned", seat))

    def lose_by_time(self, seat: Seat, decided_by: str, request_id: RequestId | None = None) -> None:
        """A seat has lost, since its time is up."""
        self.note(EntryKind.TIME_OUT, seat, decided_by, request_id)
        self.summary = summary_of(self.state, Ending("time", seat))

    def abandon(self, seat: Seat | None = None, request_id: RequestId | None = None) -> None:
        """The game is called off after it has begun."""
        self.note(EntryKind.ABANDONED, seat, request_id=request_id)
        self.summary = summary_of(self.state, Ending("abandoned"))

    def call_off(self, seat: Seat, request_id: RequestId | None = None) -> None:
        """A seat calls its invitation off."""
        self.note(EntryKind.CALLED_OFF, seat, request_id=request_id)
        self.summary = GameSummary(self.summary.round, None, CALLED_OFF)

    def take_seat(self, taken: TakenSeat) -> None:
        """The open seat is taken."""
        self.note(EntryKind.JOIN, taken.seat, taken.row.name)
        self.taken = taken

    def rename(self, seat: Seat, name: str, request_id: RequestId) -> None:
        """A seat is called by another name."""
        self.note(EntryKind.NAME, seat, name, request_id)
        self.renamed = (seat, name)

    def note(
        self, kind: EntryKind, seat: Seat | None = None, text: str = "", request_id: RequestId | None = None
    ) -> None:
        """Something about the table that changes nothing in the game."""
        entry = self._entry(kind, seat, text, request_id)
        self.decided.append(DecidedEntry(entry, (), self.state, self.ledger))

    def _entry(self, kind: EntryKind, seat: Seat | None, text: str, request_id: RequestId | None) -> LogEntry:
        used = None if self.decided else self._used
        return LogEntry(self._next, kind, seat, text, request_id, self._at, used)

    @property
    def _next(self) -> Version:
        return Version(self._progress.version + len(self.decided) + 1)

    def _move(self, entry: LogEntry, after: State, events: tuple[Event, ...] = ()) -> None:
        self.decided.append(DecidedEntry(entry, events, after, self.ledger))
        self.state = after
        self.summary = summary_of(after)


def changed_row(game: GameRow, change: Change) -> GameRow:
    """The row of a game after a change."""
    last = change.entries[-1]
    first, second = (_changed_seat(row, seat, change) for seat, row in enumerate(game.seats))
    return replace(game, version=last.number, updated=last.at, summary=change.summary, seats=(first, second))


def _changed_seat(row: SeatRow, seat: Seat, change: Change) -> SeatRow:
    if change.taken is not None and change.taken.seat == seat:
        taken = change.taken.row
        return replace(row, kind=taken.kind, name=taken.name)
    if change.renamed is not None and change.renamed[0] == seat:
        return replace(row, name=change.renamed[1])
    return row


# What a change adds to the public log: a guest who sat down with their chain, or a player who committed anew.


def committing(change: Change) -> Inside:
    """Tells the public log of every commitment in a change, in the transaction that stores it."""
    entries = list(_logged(change))

    async def tell(connection: AsyncConnection) -> None:
        if entries:
            await add_to_log(connection, entries)

    return tell


def _logged(change: Change) -> Iterator[LoggedEntry]:
    for decided in change.decided:
        ledger = decided.ledger
        if decided.entry.kind is not EntryKind.COMMIT or ledger is None:
            continue
        if change.taken is not None:
            yield LoggedEntry("guest", ledger.game_id, ledger.head)
        else:
            yield LoggedEntry("anew", ledger.game_id, ledger.anew[-1].hash(ledger.game_id))
