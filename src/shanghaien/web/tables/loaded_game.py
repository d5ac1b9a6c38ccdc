"""A running game in memory: its row and its progress, and the table that they make."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import inf
from time import monotonic

from shanghaien import rules
from shanghaien.rules import Options, Seat, State
from shanghaien.web.core.clock import now
from shanghaien.web.core.ids import PersonId, Version
from shanghaien.web.tables.change import Change
from shanghaien.web.tables.clocks import Clocks, Pace, Pause
from shanghaien.web.tables.dice.daily_dice import opens_now
from shanghaien.web.tables.dice.draws import dice_of, proof_of, waiting_for_link
from shanghaien.web.tables.dice.protocol import GameDice, ServerChains
from shanghaien.web.tables.errors import DamagedGame, reading
from shanghaien.web.tables.log import EntryKind, LogEntry
from shanghaien.web.tables.model import Mode, Orders, SeatKind, Table, TableSeat, usual_orders
from shanghaien.web.tables.progress import GameProgress, Playback
from shanghaien.web.tables.store.rows import EntryRow, GameRow, GameSummary, LogDigest, SeatedPerson, StoredGame
from shanghaien.web.tables.summary import CALLED_OFF, summary_of

# What of a game follows from time: both clocks, and what is done for players who are not there; entry by entry.

BothOrders = tuple[Orders, Orders]


class GameClocks:
    """The clocks and orders of a game up to its last entry."""

    def __init__(self, pace: Pace | None, outages: tuple[Pause, ...] = ()) -> None:
        self.pace = pace
        self.orders: BothOrders = (usual_orders(pace), usual_orders(pace))
        self._clocks = None if pace is None else Clocks.begin(pace, outages)

    def take(self, entry: LogEntry, before: State, after: State, asked: Seat | None) -> None:
        """Follow an entry that led from one state to another while this seat was asked."""
        self.orders = _told(self.orders, [entry])
        if self._clocks is not None:
            self._clocks = self._clocks.after(entry, before, after, asked)

    def clocks(self, game: GameRow) -> Clocks | None:
        """Both clocks as they stand; None where no time is counted."""
        return None if self._clocks is None else self._clocks.run_for(_timed_seat(game))

    def clocks_after(self, game: GameRow, before: State, asked: Seat | None, change: Change) -> Clocks | None:
        """Both clocks after a change that leads to this row from that state, in which this seat was asked."""
        if self._clocks is None:
            return None
        clocks = self._clocks
        for decided in change.decided:
            clocks = clocks.after(decided.entry, before, decided.after, asked)
            before = decided.after
        return clocks.run_for(_timed_seat(game))

    def orders_after(self, change: Change) -> BothOrders:
        """What is done for each player once a change has been made."""
        return _told(self.orders, change.entries)


def _timed_seat(game: GameRow) -> Seat | None:
    """The seat whose clock runs: a person is asked, and both seats are taken."""
    seat = game.summary.waits_for
    if seat is None or game.summary.result is not None or any(row.kind == SeatKind.OPEN for row in game.seats):
        return None
    return seat if game.seats[seat].kind == SeatKind.HUMAN else None


def _told(orders: BothOrders, entries: Iterable[LogEntry]) -> BothOrders:
    for entry in entries:
        if entry.kind is EntryKind.ORDERS:
            own = Orders.read(entry.text)
            orders = (own, orders[1]) if entry.seat == 0 else (orders[0], own)
    return orders


CHANGES_A_SEAT = {EntryKind.JOIN, EntryKind.NAME}
"""After such an entry the seats in the store are other ones than before."""


class LoadedGame:
    """One game up to `version`; a cache of what the store holds and nothing more."""

    def __init__(
        self,
        game: GameRow,
        people: Iterable[SeatedPerson] = (),
        chains: ServerChains | None = None,
        outages: tuple[Pause, ...] = (),
    ) -> None:
        self.game = game
        self._people = frozenset(people)
        with reading(game.id, "what the game is about"):
            self.dice = dice_of(game, chains)
            self._playback = Playback(_options(game), dice=self.dice)
            self._digest = LogDigest(game)
            self.time = GameClocks(Pace.read(game.pace) if game.pace else None, outages)
        self._table: Table | None = None
        self.looked = -inf
        """When the store was last asked whether this is still the newest version, by the monotonic clock."""

    @property
    def progress(self) -> GameProgress:
        """How far the game has come."""
        return self._playback

    @property
    def version(self) -> Version:
        """The number of the last entry that has been taken in."""
        return self._playback.version

    def seats_of(self, person: PersonId | None) -> frozenset[Seat]:
        """The seats that are the person's, as far as is known here."""
        return frozenset(seat for seat, other in self._people if other == person)

    def holder(self, seat: Seat) -> PersonId | None:
        """Whose seat it is; None if it is nobody's, or of several people who share it."""
        people = [person for other, person in self._people if other == seat]
        return people[0] if len(people) == 1 else None

    def seat(self, people: Iterable[SeatedPerson]) -> None:
        """Know of more people."""
        self._people |= frozenset(people)

    def will_do(self, told: Version | None, within: float) -> bool:
        """Whether this is not behind what was told of, or was compared with the store within so many seconds."""
        return (told is not None and self.version >= told) or monotonic() - self.looked < within

    def load(self, stored: StoredGame) -> None:
        """Play what the store holds beyond this version; what is known already is passed over.

        UnreadableGame if that cannot be done, or if it does not add up to what the store says of it.
        """
        self.seat(stored.people)
        with reading(self.game.id, "the log"):
            self._play_on(stored)
            if self.version < stored.row.version:
                raise DamagedGame(self.game.id, f"entry {self.version + 1} is missing")
            self._renew(stored.row)
            self.table()

    def carry_on(self, entries: Iterable[EntryRow]) -> bool:
        """Play what another process has added; False if that needs more of the store than entries tell."""
        new = [row for row in entries if row.number > self.version]
        if any(row.kind in CHANGES_A_SEAT for row in new):
            return False
        for row in new:
            self._play(row)
        if new:
            summary = self.summary
            self._renew(replace(self.game, version=self.version, updated=new[-1].at, summary=summary))
        return True

    def play(self, entries: Sequence[EntryRow]) -> None:
        """Play these entries, which follow on the last one; nothing is compared with the store."""
        for row in entries:
            self._play(row)
        if entries:
            self._renew(replace(self.game, version=self.version, updated=entries[-1].at, summary=self.summary))

    def check_secrets(self) -> None:
        """Raise UnreadableGame if the server could not go on with the dice that it has committed to."""
        if self.dice is not None and self.progress.ledger is not None:
            self.dice.check(self.progress.ledger)

    @property
    def summary(self) -> GameSummary:
        """What lists know of the game."""
        return summary_now(self._playback, self.game.summary, awaited(self._playback, self.dice))

    def digest_with(self, entries: Iterable[EntryRow]) -> str:
        """What the log will add up to with these entries."""
        digest = self._digest.copy()
        for row in entries:
            digest.add(row)
        return digest.text

    def begin_change(self, at: int | None = None) -> Change:
        """A change that carries on from where the game stands."""
        at, clocks = now() if at is None else at, self.clocks
        return Change(self._playback, self.game.summary, at, None if clocks is None else clocks.used_until(at))

    @property
    def clocks(self) -> Clocks | None:
        """Both clocks as they stand; None where no time is counted."""
        return self.time.clocks(self.game)

    def clocks_after(self, row: GameRow, change: Change) -> Clocks | None:
        """Both clocks after a change that leads to this row."""
        return self.time.clocks_after(row, self._playback.state, self._asked, change)

    def accept(self, game: GameRow, change: Change) -> None:
        """Take in a change that has been stored, as it is; a look between may have loaded it already."""
        for decided in change.decided:
            if decided.entry.number > self.version:
                asked = self._asked if decided.entry.used is not None else None
                self.time.take(decided.entry, self._playback.state, decided.after, asked)
                self._playback.take(decided)
                self._digest.add(entry_row(decided.entry))
        self._renew(game)

    def table(self) -> Table:
        """The table at this version."""
        if self._table is None or opens_now(self._table, now()):
            table = _table(self.game, self._playback, self.dice)
            self._table = replace(table, clocks=self.clocks, orders=self.time.orders)
        return self._table

    def _play_on(self, stored: StoredGame) -> None:
        """Play the entries, and compare what they add up to with what the store says they do."""
        last = stored.row.version
        if (stored.row.digest or "").partition(" ")[0] != str(last):
            raise DamagedGame(self.game.id, f"its digest is not that of entry {last}")
        for row in stored.entries:
            if row.number > self.version:
                self._play(row)
                if row.number == last and stored.row.digest != self._digest.text:
                    raise DamagedGame(self.game.id, f"what is stored up to entry {last} was changed")

    def _play(self, row: EntryRow) -> None:
        with reading(self.game.id, f"entry {row.number}"):
            entry, before, asked = _entry(row), self._playback.state, self._asked if row.used is not None else None
            self._playback.add(entry)
            self._digest.add(row)
            self.time.take(entry, before, self._playback.state, asked)

    @property
    def _asked(self) -> Seat | None:
        """The seat that has to do something before the game goes on."""
        if self.time.pace is None or self._playback.result is not None:
            return None
        opener = awaited(self._playback, self.dice)
        return rules.to_move(self._playback.state) if opener is None else opener

    def _renew(self, game: GameRow) -> None:
        if game.version >= self.game.version:
            self.game = game
        self._table = None


def summary_now(progress: GameProgress, before: GameSummary, opener: Seat | None) -> GameSummary:
    """What lists know of a game that has come so far; `before` both seats are taken it stays as it is."""
    if progress.called_off:
        return GameSummary(before.round, None, CALLED_OFF)
    summary = summary_of(progress.state, progress.ending) if progress.draws else before
    return summary if opener is None else waiting_for_link(summary, opener)


def awaited(progress: GameProgress, dice: GameDice | None) -> Seat | None:
    """The seat whose page has to open a link before the game goes on."""
    ledger = progress.ledger
    if dice is None or ledger is None or ledger.guest is None or not rules.is_chance(progress.state):
        return None
    return None if progress.result is not None else dice.awaited(ledger, dice.actor(ledger, progress.actor))


def _options(game: GameRow) -> Options:
    if game.revision != rules.REVISION:
        raise ValueError(f"it follows revision {game.revision} of the rules, and this program knows {rules.REVISION}")
    Mode(game.mode)
    chairs_of(game)
    if (game.mode == Mode.DAY) != bool(game.day):
        raise ValueError("it is not known which day it belongs to")
    if (game.contract is None) != (game.mode in {Mode.DAY, Mode.REAL_DICE}):
        raise ValueError("what was fixed about its dice is missing")
    return Options.from_dict(json.loads(game.options))


def _entry(row: EntryRow) -> LogEntry:
    return LogEntry(row.number, EntryKind(row.kind), row.seat, row.text, row.request_id, row.at, row.used)


def entry_row(entry: LogEntry) -> EntryRow:
    """An entry as the store takes it."""
    return EntryRow(entry.number, entry.kind.value, entry.seat, entry.text, entry.request_id, entry.at, entry.used)


def chairs_of(game: GameRow) -> tuple[TableSeat, TableSeat]:
    """Who sits at the game."""
    first, second = (TableSeat(SeatKind(seat.kind), seat.name, seat.level) for seat in game.seats)
    return first, second


def _table(game: GameRow, progress: GameProgress, dice: GameDice | None) -> Table:
    chairs, result, opener = chairs_of(game), progress.result, awaited(progress, dice)
    playing = result is None and all(chair.kind is not SeatKind.OPEN for chair in chairs)
    return Table(
        id=game.id,
        mode=Mode(game.mode),
        options=progress.state.options,
        chairs=chairs,
        version=progress.version,
        state=progress.state,
        log=tuple(progress.log),
        waits_for=rules.to_move(progress.state) if playing else None,
        undo=None if opener is not None else progress.undo,
        result=result,
        proof=proof_of(game, progress, dice),
        rematch=progress.rematch or None,
        created=game.created,
        updated=progress.log[-1].at if progress.log else game.created,
        typed=progress.typed if game.mode == Mode.REAL_DICE else 0,
        ledger=progress.ledger,
        groups=tuple(progress.groups),
        creator=0 if dice is None else dice.creator,
        opens=opener,
        receipt=game.receipt or "",
        rated=game.rated,
        delay=game.delay,
        day=game.day or "",
    )
