"""The end of a game as rows of the log of results."""

from shanghaien.rules import Seat
from shanghaien.web.ids import PersonId
from shanghaien.web.play.log import EntryKind
from shanghaien.web.play.review_key import key_of
from shanghaien.web.play.table import GameResult, Mode, SeatKind, Table
from shanghaien.web.store.result_rows import ResultRow

from .reasons import GameTerms, setup_name, why_unrated

LOGGED_MODES = (Mode.BOT, Mode.INVITE)
"""Whose games are in the log: one person at a seat of their own, against a bot or somebody else."""
ENDS = {EntryKind.ACT, EntryKind.DRAW, EntryKind.RESIGN, EntryKind.TIME_OUT, EntryKind.ABANDONED}
"""What a game can end with; notes about it may follow."""


def rows_of(terms: GameTerms) -> list[ResultRow]:
    """A row for each person at a game that has ended, without a number; none if it has not, or is of another kind."""
    table = terms.table
    if table.result is None or table.mode not in LOGGED_MODES:
        return []
    seats = [seat for seat, chair in enumerate(table.chairs) if chair.kind is SeatKind.HUMAN]
    return [_row(terms, table.result, seat) for seat in seats]


def _row(terms: GameTerms, result: GameResult, seat: Seat) -> ResultRow:
    table, other = terms.table, 1 - seat
    bot = table.chairs[other].kind is SeatKind.BOT
    return ResultRow(
        game=table.id,
        seat=seat,
        person=terms.player(seat),
        opponent=PersonId("") if bot else terms.player(other),
        level=table.chairs[other].level if bot else "",
        ended=ended_at(table),
        setup=setup_name(table.options),
        pace=str(table.pace.kind) if table.pace else "",
        score=1 if result.winner is None else 2 * (result.winner == seat),
        points=result.points[seat],
        points_against=result.points[other],
        reason=result.reason,
        unrated=why_unrated(terms) or "",
        review=key_of(table),
    )


def ended_at(table: Table) -> int:
    """When the game ended."""
    return next((entry.at for entry in reversed(table.log) if entry.kind in ENDS), table.updated)
