"""A running game in memory: its row and its replay, and the table that they make."""

import json
from collections import OrderedDict
from collections.abc import Iterable
from typing import Any

from shanghaien import rules
from shanghaien.fairness import Proof
from shanghaien.rules import Options, Seat, State
from shanghaien.web.store.rows import GameRow, GameSummary

from .dealing import promise_of
from .log import EntryKind, LogEntry
from .playback import Playback, result_of
from .table import Chair, GameResult, Mode, SeatKind, Table


class LoadedGame:
    """One game, replayed up to `version`; a cache of what the store holds and nothing more."""

    def __init__(self, game: GameRow) -> None:
        self.game = game
        self.replay = Playback(Options.from_dict(json.loads(game.options)))
        self._table: Table | None = None

    @property
    def version(self) -> int:
        """The number of the last entry that has been taken in."""
        return self.replay.version

    def add(self, game: GameRow, entries: Iterable[LogEntry]) -> None:
        """Take in what has been stored; what another request has taken in meanwhile is passed over."""
        for entry in entries:
            if entry.number > self.version:
                self.replay.add(entry)
        if game.version >= self.game.version:
            self.game = game
        self._table = None

    def table(self) -> Table:
        """The table at this version."""
        if self._table is None:
            self._table = _table(self.game, self.replay)
        return self._table


class Cache:
    """The games that were looked at last, at most `size` of them."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._games: OrderedDict[str, LoadedGame] = OrderedDict()

    def get(self, game: str) -> LoadedGame | None:
        """The game if it is still held; it then counts as looked at."""
        loaded = self._games.get(game)
        if loaded is not None:
            self._games.move_to_end(game)
        return loaded

    def put(self, loaded: LoadedGame) -> None:
        """Hold the game, and let the one go that was not looked at for longest."""
        self._games[loaded.game.id] = loaded
        self._games.move_to_end(loaded.game.id)
        if len(self._games) > self._size:
            self._games.popitem(last=False)


def entry_from(row: Any) -> LogEntry:
    """An entry as the store gives it."""
    return LogEntry(row.number, EntryKind(row.kind), row.seat, row.text, row.move, row.at)


def entry_values(entry: LogEntry) -> dict[str, Any]:
    """An entry as the store takes it."""
    names = ("number", "seat", "text", "move", "at")
    return {name: getattr(entry, name) for name in names} | {"kind": str(entry.kind)}


def chairs_of(game: GameRow) -> tuple[Chair, Chair]:
    """Who sits at the game."""
    first, second = (Chair(SeatKind(seat.kind), seat.name, seat.level) for seat in game.seats)
    return first, second


def result_text(result: GameResult | None) -> str | None:
    """A result as the store takes it."""
    if result is None:
        return None
    return json.dumps({"winner": result.winner, "points": result.points, "resigned": result.resigned})


def result_from(text: str | None) -> GameResult | None:
    """A result as the store gives it."""
    if text is None:
        return None
    values = json.loads(text)
    return GameResult(values["winner"], (values["points"][0], values["points"][1]), values["resigned"])


CALLED_OFF = json.dumps({"called_off": True})
"""What stands in the store instead of a result where there was no game."""


def summary_of(state: State, resigned: Seat | None = None) -> GameSummary:
    """What lists need to know of a game that has come to this state with both seats taken."""
    result = result_of(state, resigned)
    return GameSummary(state.round, None if result else rules.to_move(state), result_text(result))


def _proof(game: GameRow, *, over: bool) -> Proof:
    if game.mode == Mode.REAL_DICE:
        return Proof.manual(game.id)
    return Proof.of(promise_of(game), game.seed if over else None)


def _table(game: GameRow, replay: Playback) -> Table:
    chairs, result = chairs_of(game), replay.result
    playing = result is None and all(chair.kind is not SeatKind.OPEN for chair in chairs)
    return Table(
        id=game.id,
        mode=Mode(game.mode),
        options=replay.state.options,
        chairs=chairs,
        version=replay.version,
        state=replay.state,
        log=tuple(replay.log),
        waits_for=rules.to_move(replay.state) if playing else None,
        undo=replay.undo,
        result=result,
        proof=_proof(game, over=result is not None),
        rematch=replay.rematch,
        created=game.created,
        updated=replay.log[-1].at if replay.log else game.created,
        typed=replay.typed if game.mode == Mode.REAL_DICE else 0,
    )
