"""What everybody sees of a table, and what only some may do there; made once for each version."""

from typing import NamedTuple

from shanghaien import rules
from shanghaien.rules import action_text
from shanghaien.web.play.dice_told import OwnChain
from shanghaien.web.play.table import Chair, Table, Viewer

from .once import OncePerTable
from .position_view import letter, state_view
from .shapes import ChainShape, ResultShape, SeatShape, StateShape


class SharedView(NamedTuple):
    """The parts of a table that look the same from everywhere."""

    seats: list[SeatShape]
    state: StateShape
    result: ResultShape | None
    legal: list[str]
    """What the seat that is asked may do, in notation; to be told to nobody else."""
    dice: dict[str, str]
    """What makes the dice checkable."""


def _shared(table: Table) -> SharedView:
    seats = [seat_view(chair) for chair in table.chairs]
    return SharedView(seats, state_view(table.state), _result(table), _legal(table), table.dice_tags)


shared_view = OncePerTable(_shared)


def may_undo(table: Table, viewer: Viewer) -> bool:
    """Whether the viewer may take back their last choice."""
    return table.undo is not None and table.undo in viewer.seats


def seat_view(chair: Chair) -> SeatShape:
    """Who sits on a seat."""
    return SeatShape(kind=chair.kind.value, name=chair.name, level=chair.level)


def chain_view(mine: OwnChain | None) -> ChainShape | None:
    """The chain of somebody who has one."""
    return None if mine is None else ChainShape(*mine[:-1], chances=list(mine.chances))


def _legal(table: Table) -> list[str]:
    return [] if table.waits_for is None else [action_text(action) for action in rules.legal_actions(table.state)]


def _result(table: Table) -> ResultShape | None:
    result = table.result
    if result is None:
        return None
    return ResultShape(letter(result.winner), list(result.points), letter(result.resigned), result.reason)
