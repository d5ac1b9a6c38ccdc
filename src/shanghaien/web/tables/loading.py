"""A game from what is stored: only here entries are played again. Whatever makes no sense is damage."""

import json
from collections.abc import Iterable

from shanghaien import rules
from shanghaien.rules import Event, Options, State, parse_action, parse_outcome
from shanghaien.web.tables.clocks import Clocks, Pace, Pause
from shanghaien.web.tables.dice.protocol import GameDice, ServerChains
from shanghaien.web.tables.errors import DamagedGame, reading
from shanghaien.web.tables.game import Game, LogDigest
from shanghaien.web.tables.log import NAMES_A_PLAYER, Entry, EntryKind, GameLog
from shanghaien.web.tables.model import Mode, usual_orders
from shanghaien.web.tables.store.rows import GameRow, StoredGame
from shanghaien.web.tables.summary import chairs_of


def begin(row: GameRow, chains: ServerChains | None = None, outages: tuple[Pause, ...] = ()) -> Game:
    """A game in which nothing has happened.

    A caller that has just made the game's chains passes them, so that they need not be made again.
    """
    with reading(row.id, "what the game is about"):
        state = rules.new_game(_options(row))
        dice = None if row.contract is None else GameDice(row, chains)
        pace = Pace.read(row.pace) if row.pace else None
        return Game(
            row=row,
            dice=dice,
            digest=LogDigest(row.digested),
            state=state,
            ledger=None if dice is None else dice.begin(),
            orders=(usual_orders(pace), usual_orders(pace)),
            log=GameLog(state.options),
            stopped_clocks=None if pace is None else Clocks.begin(pace, outages),
        )


def _options(row: GameRow) -> Options:
    if row.revision != rules.REVISION:
        raise ValueError(f"it follows revision {row.revision} of the rules, and this program knows {rules.REVISION}")
    Mode(row.mode)
    chairs_of(row)
    if (row.mode == Mode.DAY) != bool(row.day):
        raise ValueError("it is not known which day it belongs to")
    if (row.contract is None) != (row.mode in {Mode.DAY, Mode.REAL_DICE}):
        raise ValueError("what was fixed about its dice is missing")
    return Options.from_dict(json.loads(row.options))


def load(stored: StoredGame, known: Game | None = None) -> Game:
    """The game as it is stored; what is known of it already is not played again.

    DamagedGame if it cannot be played, or if it does not add up to what the store says of it.
    """
    row, game = stored.row, known or begin(stored.row)
    if (row.digest or "").partition(" ")[0] != str(row.version):
        raise DamagedGame(row.id, f"its digest is not that of entry {row.version}")
    for entry in stored.entries:
        if entry.number > game.version:
            game = replay(game, entry)
            if entry.number == row.version and row.digest != game.digest.text:
                raise DamagedGame(row.id, f"what is stored up to entry {row.version} was changed")
    if game.version < row.version:
        raise DamagedGame(row.id, f"entry {game.version + 1} is missing")
    with reading(row.id, "the log"):
        game = game.with_row(row) if game.version == row.version else game
        game.table()
    return game


def carry_on(game: Game, entries: Iterable[Entry]) -> Game | None:
    """The game with what another process has added; None if it has to be loaded from the store as a whole."""
    for entry in entries:
        if entry.number <= game.version:
            continue
        if entry.kind in NAMES_A_PLAYER:  # the seats in the store are other ones, and earlier entries may be too
            return None
        game = replay(game, entry)
    return game


def replay(game: Game, entry: Entry) -> Game:
    """The game one stored entry later."""
    with reading(game.row.id, f"entry {entry.number}"):
        ledger = None
        if game.dice is not None and game.ledger is not None:
            ledger = game.dice.replayed(game.ledger, entry, game.actor)
        return game.apply(entry, *_played(game, entry), ledger)


def _played(game: Game, entry: Entry) -> tuple[State, tuple[Event, ...]]:
    match entry.kind:
        case EntryKind.ACT:
            return rules.apply(game.state, parse_action(entry.text), entry.seat)
        case EntryKind.DRAW:
            return rules.advance(game.state, parse_outcome(entry.text))
        case EntryKind.UNDO:
            return game.choices[-1].before, ()
        case EntryKind.RETYPE:
            return game.before_typed, ()
        case _:
            return game.state, ()
