"""What the trained value looks at between two rounds, as numbers.

Everything is seen by one player: *own* is theirs, *other* the opponent's. A nation enters by both strengths and by which of
its cards are still in the pile; every card there will be dealt before the game ends (R6). A strength of 0 means that
no sailor is present: a trick card only joins a crew that has one (R16). The tables below hold one row for every
nation there can be, so that a nation is one number (`nation_code`) and the order of nations cannot matter.
"""

from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy import typing as npt

from shanghaien.ai.round.card_knowledge import TOLD_APART
from shanghaien.rules import PILE_TRICKS, SAILOR_VALUES, Nation, Pile, Starter, State, Trick, nation_points

Floats = npt.NDArray[np.floating]
Ints = npt.NDArray[np.integer]

FEATURE_VERSION = 2
"""Changes whenever the meaning of a feature or of the net's arrays does; weights of another version are refused."""

VALUES = tuple(sorted(set(SAILOR_VALUES)))
MOST = tuple(SAILOR_VALUES.count(value) for value in VALUES)
LEFT = tuple(product(*(range(most + 1) for most in MOST)))
"""Which cards of a nation can be left in the pile: how many of each of `VALUES`."""
LEFT_NUMBER = {left: number for number, left in enumerate(LEFT)}

STRENGTHS = 22
"""Strengths from 0 to 21; what is stronger (five trick cards in one crew) counts as 21."""

HAND_SIZE = len(TOLD_APART) + 1
"""A place in a hand for each trick card that is told apart; all others share one more place behind them."""

CHANCES = ((0.4, 0.4), (0.6, 0.25), (0.25, 0.6))
"""How likely a card in the pile goes to oneself and to the other, in three rough guesses."""


_REACH = STRENGTHS + sum(SAILOR_VALUES)
LEADS: Ints = np.array(
    [[own - other for own, other, _ in (nation_points(a, b) for b in range(_REACH))] for a in range(_REACH)]
)
"""Points more than the other from a nation, by both final strengths (R22)."""


class Between(NamedTuple):
    """States between two rounds, any number of them at once (leading axes)."""

    strengths: Ints
    """(..., seat, nation)"""
    left: Ints
    """(..., nation): the number of what is left in the pile, in `LEFT`."""
    hands: Ints
    """(..., seat, kind): trick cards in hand by `TOLD_APART`, then all others."""
    pile_tricks: Ints
    """(..., kind): trick cards in the pile by `PILE_TRICKS`."""
    alternate: Ints
    """(...): whether the start alternates (R13)."""
    starter: Ints
    """(...): the seat that starts the next round."""

    def swapped(self) -> "Between":
        return self._replace(
            strengths=self.strengths[..., ::-1, :], hands=self.hands[..., ::-1, :], starter=1 - self.starter
        )


def between(state: State) -> Between:
    """A single state of the engine, at a moment between two rounds."""
    return Between(
        strengths=np.array([[player.strength(nation) for nation in Nation] for player in state.players]),
        left=np.array(left_in(state.pile)),
        hands=np.array([hand_counts(player.hand) for player in state.players]),
        pile_tricks=np.array(tricks_in(state.pile)),
        alternate=np.array(state.options.starter is Starter.ALTERNATE, dtype=np.intp),
        starter=np.array(state.starter),
    )


def left_in(pile: Pile) -> list[int]:
    """Per nation the number in `LEFT` of its cards in the pile."""
    kinds = len(VALUES)
    return [LEFT_NUMBER[pile[kinds * nation : kinds * (nation + 1)]] for nation in Nation]


def tricks_in(pile: Pile) -> tuple[int, ...]:
    """How many trick cards of each kind of `PILE_TRICKS` are in the pile."""
    return pile[len(VALUES) * len(Nation) :]


def hand_counts(hand: tuple[Trick, ...]) -> tuple[int, ...]:
    """A hand as counts of `TOLD_APART` and of all others together."""
    known = tuple(hand.count(kind) for kind in TOLD_APART)
    return (*known, len(hand) - sum(known))


def nation_code(own: Ints, other: Ints, left: Ints) -> Ints:
    """The row of `nation_table` for a nation."""
    top = STRENGTHS - 1
    return (np.minimum(own, top) * STRENGTHS + np.minimum(other, top)) * len(LEFT) + left


@cache
def nation_table() -> Floats:
    """The features of every nation there can be, one row each, by `nation_code`."""
    columns = np.stack([_nation_features(left) for left in LEFT], axis=2)
    return columns.reshape(-1, columns.shape[-1]).astype(np.float32)


def trick_features(own: Ints, other: Ints, pile: Ints, alternate: Ints) -> Floats:
    """The features of trick cards and the starter rule: (..., features); hands as in `Between.hands`."""
    shape = np.broadcast_shapes(own.shape[:-1], other.shape[:-1], pile.shape[:-1], alternate.shape)
    totals = [np.minimum(hand.sum(-1, keepdims=True), 4) for hand in (own, other)]
    steps = [total >= np.arange(1, 5) for total in totals]
    has = [hand > 0 for hand in (own, other)]
    parts = (own, other, *has, *steps, pile / 3, pile.sum(-1, keepdims=True) / 4, alternate[..., None])
    return np.concatenate([np.broadcast_to(part, (*shape, part.shape[-1])) for part in parts], -1, dtype=np.float32)


def no_tricks() -> Floats:
    hand, pile, flag = (np.zeros(shape, dtype=np.intp) for shape in (HAND_SIZE, len(PILE_TRICKS), ()))
    return trick_features(hand, hand, pile, flag)


def _nation_features(left: tuple[int, ...]) -> Floats:
    """(own strength, other's strength, feature) for nations with these cards left in the pile."""
    own, other = np.indices((STRENGTHS, STRENGTHS))
    ahead = own - other
    rest = np.broadcast_to(np.array(left) / 2, (*own.shape, len(left)))
    plain = [own / 5, other / 5, np.minimum(own, other) / 5, np.sign(ahead), np.tanh(ahead / 3), _lead(own, other) / 5]
    spread = [moment for chances in CHANCES for moment in _moments(left, chances)]
    return np.concatenate([_steps(own), _steps(other), rest, np.stack([*plain, *_swings(left), *spread], -1)], -1)


def _steps(strength: Ints) -> Floats:
    return np.concatenate([strength[..., None] == np.arange(8), strength[..., None] >= np.array([8, 11])], -1)


def _lead(own: Ints, other: Ints) -> Ints:
    """Points more than the other from a nation, if the game ended so (R22)."""
    return LEADS[own, other]


def _swings(left: tuple[int, ...]) -> list[Floats]:
    """What one more card would change: each value that is left, then a trick card joining a crew (R16)."""
    own, other = np.indices((STRENGTHS, STRENGTHS))
    now = _lead(own, other)
    wins = [((value, 0), (0, value), count > 0) for value, count in zip(VALUES, left, strict=True)]
    cards = [
        (_lead(own + more[0], other + more[1]) - now) * possible / 5
        for to_own, to_other, possible in wins
        for more in (to_own, to_other)
    ]
    joined = ((_lead(own + 2, other) - now) * (own > 0), (_lead(own, other + 2) - now) * (other > 0))
    return [*cards, *(change / 5 for change in joined)]


def _moments(left: tuple[int, ...], chances: tuple[float, float]) -> tuple[Floats, Floats]:
    """Mean and spread of the final lead if every card in the pile fell to somebody or nobody by chance."""
    mean, square = (_mean(LEADS.astype(np.float64) ** power, left, chances) for power in (1, 2))
    return mean / 5, np.sqrt(np.maximum(square - mean * mean, 0.0)) / 5


def _mean(worth: Floats, left: tuple[int, ...], chances: tuple[float, float]) -> Floats:
    """The mean of what final strengths are worth, for all present strengths."""
    to_own, to_other = chances
    for value, count in zip(VALUES, left, strict=True):
        for _ in range(count):
            stay = worth[:-value, :-value]
            worth = to_own * worth[value:, :-value] + to_other * worth[:-value, value:] + (1 - to_own - to_other) * stay
    return worth[:STRENGTHS, :STRENGTHS]
