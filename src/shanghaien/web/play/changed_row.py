"""The row of a game after a change, as the store will hold it."""

from dataclasses import replace

from shanghaien.rules import Seat
from shanghaien.web.store.rows import GameRow, SeatRow

from .change import Change


def changed_row(game: GameRow, change: Change) -> GameRow:
    """The row of a game after a change."""
    last = change.entries[-1]
    first, second = (_changed_seat(row, seat, change) for seat, row in enumerate(game.seats))
    return replace(game, version=last.number, updated=last.at, summary=change.summary, seats=(first, second))


def _changed_seat(row: SeatRow, seat: Seat, change: Change) -> SeatRow:
    if change.taken is not None and change.taken.seat == seat:
        taken = change.taken.row
        return replace(row, kind=taken.kind, name=taken.name, contribution=taken.contribution)
    if change.renamed is not None and change.renamed[0] == seat:
        return replace(row, name=change.renamed[1])
    return row
