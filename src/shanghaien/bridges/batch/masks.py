"""What is legal in all games at once: the base game's part of `rules.legal_actions`, as one array."""

import numpy as np

from shanghaien.bridges.base_acts import JOIN_CREW, PLACE_BOTH, ROLL_AGAIN, SHIFT_DIE, card_for
from shanghaien.bridges.card_sets import BASE_TRICKS

from .rows import CREWS, DICE, END_LEFT, END_RIGHT, HAND, PLACE, PLAYED, ROLLED, TURN, USED, Bools, Ints, codes_of

ROLL, CALL = 0, 1
PLACE_NAMED, PLACE_LEFT, PLACE_RIGHT = slice(2, 8), slice(8, 14), slice(14, 20)
SAILORS_PLAYS = slice(*codes_of(JOIN_CREW))
SHIFTS = slice(*codes_of(SHIFT_DIE))
SHIFTED = [play.die - 1 for play in PLAYED[SHIFTS] if play is not None and play.die is not None]
AGAIN = codes_of(ROLL_AGAIN)[0]
BOTH = codes_of(PLACE_BOTH)[0]
SHIFT_CARD, AGAIN_CARD, BOTH_CARD = (BASE_TRICKS.index(card_for(act)) for act in (SHIFT_DIE, ROLL_AGAIN, PLACE_BOTH))
"""The places of the cards in a hand."""


def fill_mask(rows: Ints, mask: Bools) -> None:
    """Set `mask`, one row per action code, to what is legal in each game."""
    _turn(rows, mask)
    place, unnamed = rows[PLACE].view(np.bool_), (rows[END_LEFT] | rows[END_RIGHT]) == 0
    named = ~unnamed
    rolled = (rows[ROLLED] > 0) & place
    np.logical_and(rolled, named, out=mask[PLACE_NAMED])
    np.logical_and(rolled, unnamed, out=mask[PLACE_LEFT])
    mask[PLACE_RIGHT] = mask[PLACE_LEFT]
    cards = (rows[HAND] > 0) & (place & (rows[USED] == 0))  # R15: one trick a round
    crews = rows[CREWS] > 0  # R16: only where there is a sailor
    np.logical_and(cards[:, None], crews[None], out=mask[SAILORS_PLAYS].reshape(4, 8, -1))
    np.logical_and(rolled[SHIFTED], cards[SHIFT_CARD], out=mask[SHIFTS])
    mask[AGAIN] = cards[AGAIN_CARD]
    np.logical_and(cards[BOTH_CARD], named, out=mask[BOTH])
    np.logical_and(cards[BOTH_CARD], unnamed, out=mask[BOTH + 1])
    mask[BOTH + 2] = mask[BOTH + 1]


def _turn(rows: Ints, mask: Bools) -> None:
    """Rolling needs two dice in the supply, calling two dice on cards (R9, R11)."""
    turn = rows[TURN].view(np.bool_)
    lying = np.add.reduce(rows[DICE], axis=0, dtype=np.int8)
    np.logical_and(turn, lying <= 4, out=mask[ROLL])
    np.logical_and(turn, lying >= 2, out=mask[CALL])
