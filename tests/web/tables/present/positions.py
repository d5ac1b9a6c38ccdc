"""Tables in positions that are written in one line, and whoever looks at them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from shanghaien import rules
from shanghaien.fairness import Proof
from shanghaien.rules import First, Options, State
from shanghaien.rules.notation import parse_action, parse_outcome
from shanghaien.web.tables.entries import Kind
from shanghaien.web.tables.present import Choice, Preferences, Scene
from shanghaien.web.tables.replay import result_of
from shanghaien.web.tables.table import Chair, Happening, Mode, SeatKind, Table, Viewer

DEAL = ("FRE4", "SPA1", "shift", "DUT3", "CHI4", "AME1")
ME, OTHER = 0, 1


def played(*steps: str, options: Options | None = None) -> Table:
    """A table after the deal and these steps, written as a record writes them; the first seat starts."""
    state = rules.new_game(options or Options(first=First.SEAT_A))
    log: list[Happening] = []
    for number, text in enumerate((*DEAL, *steps), start=1):
        seat = rules.to_move(state)
        if seat is None:
            state, events = rules.advance(state, parse_outcome(text))
        else:
            state, events = rules.apply(state, parse_action(text))
        kind = Kind.DRAW if seat is None else Kind.ACT
        log.append(Happening(number, kind, seat, text, 0, events))
    return table(state, log)


def table(state: State, log: Sequence[Happening] = (), mode: Mode = Mode.INVITE) -> Table:
    """A table in any position."""
    chairs = (Chair(SeatKind.HUMAN, "Anna"), Chair(SeatKind.HUMAN, "Marta"))
    result, asked = result_of(state), rules.to_move(state)
    return Table(
        "g", mode, state.options, chairs, len(log), state, tuple(log), asked, None, result, Proof("", ""), None, 0, 0
    )


def with_dice(mine: str, theirs: str, *, turn: int = ME) -> Table:
    """The first row with dice on it, given as digits; it is somebody's turn to roll or call."""
    state = played("roll", "1-2", "place 1 left", "roll", "1-2", "place 1").state
    counts = [tuple(dice.count(str(number)) for number in range(1, 7)) for dice in (mine, theirs)]
    players = tuple(player._replace(dice=dice) for player, dice in zip(state.players, counts, strict=True))
    return table(state.evolve(players=players, turn=turn))


def seen(shown: Table, viewer: int | None = ME, **more: Any) -> Scene:
    """The table as one of its players, or a watcher, sees it."""
    seats = frozenset() if viewer is None else frozenset({viewer})
    return Scene(shown, Viewer(seats), address="/t/g", **more)


def hot_seat(shown: Table) -> Scene:
    """The table on one screen."""
    return Scene(replace(shown, mode=Mode.HOT_SEAT), Viewer(frozenset({0, 1})), address="/t/g")


__all__ = ["Choice", "Preferences", "hot_seat", "played", "seen", "table", "with_dice"]
