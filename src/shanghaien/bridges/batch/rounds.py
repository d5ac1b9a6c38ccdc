"""Ends and beginnings of rounds and games, for those games of a batch that are there (R6, R7, R12, R13, R22, R23)."""

import numpy as np
import numpy.typing as npt

from .array import (
    ALTERNATES,
    CREWS,
    DICE,
    END_LEFT,
    END_RIGHT,
    HAND,
    OTHER_CREWS,
    OTHER_DICE,
    OTHER_HAND,
    OTHER_USED,
    PILE,
    ROLLED,
    ROUND,
    SAILOR_OF,
    SAILORS,
    STARTED,
    TRICK_OF,
    TRICKS,
    USED,
    Bools,
    Ints,
)
from .turns import change_sides

Decks = npt.NDArray[np.uint8]
PIPS: Ints = np.arange(1, 7, dtype=np.int8)[:, None]


def share_out(rows: Ints) -> None:
    """Both sides take their tavern cards (R12)."""
    own, other = rows[DICE], rows[OTHER_DICE]
    beside, other_beside = _pips_beside(own), _pips_beside(other)
    tied = (own == other) & (own > 0)
    _take(rows, (own > other) | (tied & (beside > other_beside)), CREWS, HAND)
    _take(rows, (own < other) | (tied & (beside < other_beside)), OTHER_CREWS, OTHER_HAND)


def clear_table(rows: Ints) -> Bools:
    """Dice and captains go back; the next round's starter looks on (R13). True where the sides changed."""
    for part in (SAILORS, TRICKS, DICE, OTHER_DICE, ROLLED, USED, OTHER_USED, END_LEFT, END_RIGHT):
        rows[part] = 0
    changed: Bools = (rows[ALTERNATES] == 0) | (rows[STARTED] == 1)
    change_sides(rows, changed)
    rows[STARTED] = 1
    rows[ROUND] += 1
    return changed


def deal(rows: Ints, decks: Decks) -> None:
    """The next six cards of each game's deck become the tavern (R6); a game that is over is dealt any cards."""
    games = np.arange(rows.shape[1])
    first = 6 * ((rows[ROUND].astype(np.intp) - 1) % 8)
    cards = decks[games, first + np.arange(6)[:, None]]
    rows[SAILORS] = SAILOR_OF[cards].transpose(0, 2, 1).reshape(48, -1)
    rows[TRICKS] = TRICK_OF[cards].transpose(0, 2, 1).reshape(18, -1)
    for place in range(6):
        rows[PILE.start + cards[place].astype(np.intp), games] -= 1


def own_result(rows: Ints) -> Ints:
    """1, 0 or -1 for the seat that looks on, from the points of both (R22, R23)."""
    own = _points(rows[CREWS], rows[OTHER_CREWS], rows[HAND])
    other = _points(rows[OTHER_CREWS], rows[CREWS], rows[OTHER_HAND])
    result: Ints = np.sign(own - other).astype(np.int8)
    return result


def _points(crews: Ints, against: Ints, hand: Ints) -> npt.NDArray[np.int16]:
    kept = np.where(against == 0, crews, np.where(crews > against, against, 0))
    points: npt.NDArray[np.int16] = kept.sum(axis=0, dtype=np.int16) + hand.sum(axis=0, dtype=np.int16)
    return points


def _pips_beside(dice: Ints) -> Ints:
    pips = dice * PIPS
    beside = np.zeros_like(dice)
    beside[1:] += pips[:-1]
    beside[:-1] += pips[1:]
    return beside


def _take(rows: Ints, takes: Bools, crews: slice, hand: slice) -> None:
    taken = takes[:, None].view(np.int8)
    rows[crews] += (rows[SAILORS].reshape(6, 8, -1) * taken).sum(axis=0, dtype=np.int8)
    rows[hand.start : hand.start + 3] += (rows[TRICKS].reshape(6, 3, -1) * taken).sum(axis=0, dtype=np.int8)
