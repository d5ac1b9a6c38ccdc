"""A game as one immutable value: what its log says up to an entry, and everything that follows from it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from hashlib import sha256
from typing import Any, NamedTuple

from shanghaien import rules
from shanghaien.fairness import Ledger, Proof
from shanghaien.fairness.day import DayProof, RollCount
from shanghaien.rules import Event, Seat, State
from shanghaien.web.core.clock import now
from shanghaien.web.core.ids import GameId, RequestId, Version
from shanghaien.web.tables.clocks import Clocks
from shanghaien.web.tables.dice.daily_dice import day_proof, opens
from shanghaien.web.tables.dice.protocol import GameDice
from shanghaien.web.tables.log import NAMES_A_PLAYER, Entry, EntryKind, GameLog, RequestIds, SeenEntry
from shanghaien.web.tables.model import (
    DrawnGroups,
    GameResult,
    Mode,
    Orders,
    SeatKind,
    Table,
    group_between,
)
from shanghaien.web.tables.store.rows import GameRow, GameSummary, SeatRow
from shanghaien.web.tables.summary import CALLED_OFF, Ending, chairs_of, result_of, summary_of

ROLL = "roll"
"""The choice that is made by saying what was rolled."""


class Choice(NamedTuple):
    """A choice that may be taken back: where the log has it, and the state before it."""

    place: int
    before: State


class LogDigest:
    """One hash of a game's fixed values and of every entry up to `number`, so that damage of what is stored is found.

    Names of players are left out, since they go when somebody leaves the site.
    """

    __slots__ = ("_hash", "number")

    def __init__(self, fixed: Iterable[object]) -> None:
        self._hash = sha256("\x1f".join(map(str, fixed)).encode())
        self.number = 0

    def after(self, entry: Entry) -> "LogDigest":
        """The digest one entry later."""
        number, kind, seat, text, request_id, at, used = entry
        if kind in NAMES_A_PLAYER:
            text = ""
        timed = "" if used is None else f"\x1f{used}"
        after = object.__new__(LogDigest)
        after._hash, after.number = self._hash.copy(), number
        after._hash.update(f"\x1e{number}\x1f{kind}\x1f{seat}\x1f{text}\x1f{request_id}\x1f{at}{timed}".encode())
        return after

    @property
    def text(self) -> str:
        """As it is stored, with the number of the last entry."""
        return f"{self.number} {self._hash.hexdigest()}"


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """A game after the last entry of its log. `apply` leads to the next one; what follows from it is worked out once.

    It knows secrets of the dice, so pages see its `table()` only.
    """

    row: GameRow
    """What was fixed when it was set up, and who sits there now. How far it has come, only the other fields say."""
    dice: GameDice | None
    """The server's side of the dice; None for those of a day, and real ones."""
    digest: LogDigest
    state: State
    ledger: Ledger | None
    """What is public about the dice; None for those of a day, and real ones."""
    orders: tuple[Orders, Orders]
    """What is done for each player where nothing else is possible."""
    log: GameLog
    stopped_clocks: Clocks | None = None
    """Both clocks at the last entry, before it is said which of them runs; None where no time is counted."""
    requests: RequestIds = field(default_factory=RequestIds)
    groups: DrawnGroups = field(default_factory=DrawnGroups)
    """The links that each group of draws came from."""
    counts: Mapping[tuple[EntryKind, Seat | None], int] = field(default_factory=dict)
    """How often a seat has done what it may not do for ever: asked for help, given orders, changed chains, offered rematches."""
    rolled: tuple[int, int] = (0, 0)
    """How often each seat has rolled in this round; counted for the dice of a day only."""
    actor: Seat | None = None
    """Who chose last; None before the first choice."""
    begun: bool = False
    """Whether anything has been drawn."""
    ending: Ending | None = None
    """Why the game ended before its last round, if it did."""
    called_off: bool = False
    rematch: GameId | None = None
    choices: tuple[Choice, ...] = ()
    """The choices since chance last revealed something, oldest first."""

    # The next entry, and what of the fields follows from it.

    def apply(
        self, entry: Entry, state: State | None = None, events: tuple[Event, ...] = (), ledger: Ledger | None = None
    ) -> "Game":
        """The game one entry later, which led to this state and ledger, if it changed them."""
        if entry.number != self.version + 1:
            raise ValueError(f"Entry {self.version + 1} is missing before {entry.number}.")
        unasked = entry.kind is EntryKind.ACT and entry.request_id is None
        seen = SeenEntry(entry.number, entry.kind, entry.seat, entry.text, entry.at, events, unasked=unasked)
        values = dict(self.__dict__)
        if len(values) > len(FIELDS):  # what has been worked out belongs to this game alone
            values = {name: values[name] for name in FIELDS}
        effect = EFFECTS.get(entry.kind)
        if effect is not None:
            values |= effect(self, entry)
        if entry.kind is EntryKind.OPEN and self.ledger is not None and ledger is not None:
            values["groups"] = self.groups.after(group_between(self.ledger, ledger))
        if ledger is not None:
            values["ledger"] = ledger
        values["log"] = values["log"].after(seen)
        values["requests"] = self.requests.after(entry.request_id)
        if self.row.day and entry.kind is EntryKind.UNDO:
            values["rolled"] = RollCount(event for each in values["log"] for event in each.events).both
        elif self.row.day and events:
            values["rolled"] = RollCount(events, self.rolled).both
        values["digest"] = self.digest.after(entry)
        values["state"] = self.state if state is None else state
        if self.stopped_clocks is not None:
            asked = None if entry.used is None else self.asked
            values["stopped_clocks"] = self.stopped_clocks.after(entry, self.state, values["state"], asked)
        after = object.__new__(Game)  # `replace` would take three times as long
        object.__setattr__(after, "__dict__", values)
        return after

    def with_row(self, row: GameRow) -> "Game":
        """The same with another row: who sits there, and the receipt, may have changed in the store."""
        return replace(self, row=row)

    # What follows from the fields.

    @property
    def version(self) -> Version:
        """The number of the last entry."""
        return Version(len(self.log))

    @property
    def updated(self) -> int:
        """When the last entry was made."""
        return self.log[-1].at if self.log else self.row.created

    def place_of(self, request: RequestId) -> int | None:
        """Where in the log that begins which was done for a request; None if it is not there."""
        return self.requests.place_of(request)

    @cached_property
    def result(self) -> GameResult | None:
        """How the game ended, or None while it goes on."""
        return result_of(self.state, self.ending)

    @property
    def over(self) -> bool:
        """Whether nothing more is played, since the game has ended or was called off."""
        return self.called_off or self.result is not None

    @cached_property
    def opener(self) -> Seat | None:
        """The seat whose page has to open a link before the game goes on."""
        dice, ledger = self.dice, self.ledger
        if dice is None or ledger is None or ledger.guest is None or self.over or not rules.is_chance(self.state):
            return None
        return dice.awaited(ledger, dice.actor(ledger, self.actor))

    @property
    def asked(self) -> Seat | None:
        """The seat that has to do something before the game goes on."""
        if self.over:
            return None
        return rules.to_move(self.state) if self.opener is None else self.opener

    @cached_property
    def clocks(self) -> Clocks | None:
        """Both clocks at the last entry; the one runs whose seat is asked, if both are taken and a person sits there."""
        if self.stopped_clocks is None:
            return None
        if not self.version:
            return self.stopped_clocks  # no entry says yet since when time is counted
        seats, asked = self.row.seats, self.asked
        runs = asked is not None and seats[asked].kind == SeatKind.HUMAN and seats[1 - asked].kind != SeatKind.OPEN
        return self.stopped_clocks.run_for(asked if runs else None)

    @cached_property
    def summary(self) -> GameSummary:
        """What lists know of the game."""
        if self.called_off:
            return GameSummary(self.state.round, None, CALLED_OFF)
        if not self.begun and self.ending is None:
            return GameSummary(self.state.round, self.asked, None)
        deadline = None if self.clocks is None else self.clocks.deadline
        return summary_of(self.state, self.result, self.asked, deadline)

    @property
    def stored_row(self) -> GameRow:
        """The row of the game as it is stored."""
        version, digest = self.version, self.digest.text
        return replace(self.row, version=version, updated=self.updated, summary=self.summary, digest=digest)

    @property
    def undo(self) -> Seat | None:
        """The seat that may take back its last choice: nothing was revealed since, and nobody else chose."""
        return self.log[self.choices[-1].place].seat if self.choices and not self.over else None

    @cached_property
    def typed(self) -> tuple[int, ...]:
        """Where in the log the draws are that people typed with the last request, as long as nobody has chosen since."""
        if self.row.mode != Mode.REAL_DICE or self.over:
            return ()
        places = list[int]()
        for entry, begins in zip(reversed(self.log), self.requests.backwards(), strict=True):
            if entry.kind is EntryKind.ACT and not entry.undone:
                break
            if entry.kind is EntryKind.DRAW and not entry.undone:
                places.insert(0, entry.number - 1)
                if begins:
                    return tuple(places)
        return ()

    @property
    def before_typed(self) -> State:
        """The state to which taking back what was typed leads; there must be something to take back."""
        return self.log.state_before(self.typed[0])

    # What everybody may see.

    def table(self) -> Table:
        """The table at this version; the seed of its day is in it once that is open."""
        return self._open_table if self.row.day and now() >= opens(self.row.day) else self._table

    @cached_property
    def _table(self) -> Table:
        if self.row.day:
            return self._seen(day_proof(self.row, opened=False))
        proof = None if self.dice is None or self.ledger is None else Proof.of(self.ledger, self.dice.creator)
        return self._seen(proof)

    @cached_property
    def _open_table(self) -> Table:
        return self._seen(day_proof(self.row, opened=True))

    def _seen(self, proof: Proof | DayProof | None) -> Table:
        row, chairs = self.row, chairs_of(self.row)
        playing = self.result is None and all(chair.kind is not SeatKind.OPEN for chair in chairs)
        return Table(
            id=row.id,
            mode=Mode(row.mode),
            options=self.state.options,
            chairs=chairs,
            version=self.version,
            state=self.state,
            log=self.log,
            waits_for=rules.to_move(self.state) if playing else None,
            undo=None if self.opener is not None else self.undo,
            result=self.result,
            proof=proof,
            rematch=self.rematch,
            created=row.created,
            updated=self.updated,
            typed=len(self.typed),
            ledger=self.ledger,
            groups=self.groups,
            creator=0 if self.dice is None else self.dice.creator,
            opens=self.opener,
            receipt=row.receipt or "",
            clocks=self.clocks,
            orders=self.orders,
            rated=row.rated,
            helped=frozenset(seat for seat in (0, 1) if (EntryKind.HELP, seat) in self.counts),
            delay=row.delay,
            day=row.day or "",
        )


FIELDS = tuple(field.name for field in fields(Game))


def _retyped(game: Game, _: Entry) -> dict[str, Any]:
    return {"choices": _choices_before(game, game.typed[0]), "log": game.log.with_undone(game.typed)}


def _choices_before(game: Game, draw: int) -> tuple[Choice, ...]:
    """The choices that could be taken back before a draw; they can be again when it is."""
    choices = list[Choice]()
    for place in reversed(range(draw)):
        entry = game.log[place]
        if entry.kind is EntryKind.DRAW and not entry.undone:
            break
        if entry.kind is EntryKind.ACT and not entry.undone:
            choices.insert(0, Choice(place, game.log.state_before(place)))
    return tuple(choices)


def _counted(game: Game, entry: Entry) -> dict[str, Any]:
    of = (entry.kind, entry.seat)
    return {"counts": {**game.counts, of: game.counts.get(of, 0) + 1}}


def _ordered(game: Game, entry: Entry) -> dict[str, Any]:
    own, (first, second) = Orders.read(entry.text), game.orders
    return {"orders": (own, second) if entry.seat == 0 else (first, own)} | _counted(game, entry)


def _offered(game: Game, entry: Entry) -> dict[str, Any]:
    if not entry.text:
        return {"rematch": None}
    return {"rematch": GameId(entry.text)} | _counted(game, entry)


def _seated(game: Game, entry: Entry) -> dict[str, Any]:
    """Somebody sits down on an open seat, or changes their name."""
    first, second = game.row.seats
    if entry.kind is EntryKind.JOIN and game.row.seats[entry.seat or 0].kind != SeatKind.OPEN:
        return {}
    own = SeatRow(str(SeatKind.HUMAN), entry.text)
    return {"row": replace(game.row, seats=(own, second) if entry.seat == 0 else (first, own))}


EFFECTS: dict[EntryKind, Callable[[Game, Entry], dict[str, Any]]] = {
    EntryKind.ACT: lambda game, entry: {
        "actor": entry.seat,
        "choices": (*game.choices, Choice(len(game.log), game.state)),
    },
    EntryKind.DRAW: lambda game, entry: {
        "begun": True,
        "choices": (),
    },
    EntryKind.UNDO: lambda game, _: {
        "choices": game.choices[:-1],
        "log": game.log.with_undone({game.choices[-1].place}),
    },
    EntryKind.RETYPE: _retyped,
    EntryKind.RESIGN: lambda _, entry: {"ending": Ending("resigned", entry.seat)},
    EntryKind.TIME_OUT: lambda _, entry: {"ending": Ending("time", entry.seat)},
    EntryKind.ABANDONED: lambda _game, _entry: {"ending": Ending("abandoned")},
    EntryKind.CALLED_OFF: lambda _game, _entry: {"called_off": True},
    EntryKind.REMATCH: _offered,
    EntryKind.ORDERS: _ordered,
    EntryKind.COMMIT: _counted,
    EntryKind.HELP: _counted,
    EntryKind.JOIN: _seated,
    EntryKind.NAME: _seated,
}
"""The fields that change with an entry of a kind and with no other."""
