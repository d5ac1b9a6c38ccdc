"""Turns of many games at once: rolling, placing and tricks (R8-R10, R15-R20), each as a few calls over whole rows."""

import numpy as np

from shanghaien.bridges.card_sets import BASE_TRICKS, JOIN_CREW, PLACE_BOTH, ROLL_AGAIN, SHIFT_DIE, card_for

from .array import (
    CREWS,
    DICE,
    END_LEFT,
    END_RIGHT,
    HAND,
    NAMED_END,
    PLACE,
    PLACED_DIE,
    PLAY_TABLES,
    PLAYED,
    ROLLED,
    SAILORS,
    SIDES,
    STARTED,
    TRICKS,
    TURN,
    USED,
    Bools,
    Index,
    Ints,
    codes_of,
)

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


FIRST_DIE: Ints = np.repeat(np.arange(1, 7, dtype=np.int8), 6)
SECOND_DIE: Ints = np.tile(np.arange(1, 7, dtype=np.int8), 6)
"""The two dice of each of the 36 ways to throw them."""

CARD_OF, NATION_OF, OLD_DIE, NEW_DIE = PLAY_TABLES


def play_turns(rows: Ints, actions: Index, generator: np.random.Generator) -> Bools:
    """Carry out every action but calls of Shanghai; returns in which games the turn has passed."""
    _name_ends(rows, actions)
    placed = PLACED_DIE[actions]
    for number in range(6):
        rows[DICE][number] += placed == number + 1
    passed: Bools = (placed > 0) | _play_tricks(rows, actions)
    rolls = (actions == ROLL) | (actions == AGAIN)
    _roll(rows, rolls, passed, generator)
    stays = (actions >= SAILORS_PLAYS.start) & (actions < SHIFTS.stop)
    rows[PLACE] = rolls | stays
    rows[TURN] = 1 - rows[PLACE]
    change_sides(rows, passed)
    return passed


def change_sides(rows: Ints, where: Bools) -> None:
    """Let the other seat look at these games: what was own is the other's now."""
    for own, other in SIDES:
        # The usual exchange by exclusive or: one pass over contiguous rows, no copy of a part of them.
        difference = (rows[own] ^ rows[other]) & -where.view(np.int8)
        rows[own] ^= difference
        rows[other] ^= difference
    rows[STARTED] ^= where


def _name_ends(rows: Ints, actions: Index) -> None:
    """Where card 1 lies on the right, the row is turned round so that it stays in the order of the numbers (R10)."""
    named = NAMED_END[actions]
    rows[END_LEFT] |= named == 1
    rows[END_RIGHT] |= named == 2
    right = np.flatnonzero(named == 2)
    for part in (SAILORS, TRICKS):
        cards = rows[part].take(right, axis=1)
        rows[part][:, right] = cards.reshape(6, len(cards) // 6, right.size)[::-1].reshape(cards.shape)


def _roll(rows: Ints, rolls: Bools, passed: Bools, generator: np.random.Generator) -> None:
    throw = generator.integers(0, 36, rolls.size, np.int8)
    first, second = FIRST_DIE[throw], SECOND_DIE[throw]
    keep = -(~(rolls | passed)).view(np.int8)
    new = -rolls.view(np.int8)
    for number in range(6):
        row = rows[ROLLED][number]
        row &= keep
        row |= ((first == number + 1).view(np.int8) + (second == number + 1).view(np.int8)) & new


def _play_tricks(rows: Ints, actions: Index) -> Bools:
    """Carry out the tricks, which are rare and so done only in the games that see one; True where both dice lie."""
    games = np.flatnonzero(actions >= SAILORS_PLAYS.start)
    codes = actions[games]
    rows[USED, games] = 1
    rows[HAND.start + CARD_OF[codes], games] -= 1
    sailors, shifts = codes < SAILORS_PLAYS.stop, (codes >= SHIFTS.start) & (codes < SHIFTS.stop)
    _join_crews(rows, games[sailors], codes[sailors])
    _shift_dice(rows, games[shifts], codes[shifts])
    both = games[codes >= BOTH]
    rows[DICE, both] += rows[ROLLED, both]  # R18
    return actions >= BOTH


def _join_crews(rows: Ints, games: Index, codes: Index) -> None:
    rows[CREWS.start + NATION_OF[codes], games] += 2  # R16


def _shift_dice(rows: Ints, games: Index, codes: Index) -> None:
    rows[ROLLED.start + OLD_DIE[codes] - 1, games] -= 1  # R17
    rows[ROLLED.start + NEW_DIE[codes] - 1, games] += 1


def calls(actions: Index) -> Index:
    """The games in which Shanghai is called."""
    return np.flatnonzero(actions == CALL)
