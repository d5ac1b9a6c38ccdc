"""States between rounds as rows of small numbers: what training files hold, and what workers send to each other."""

from random import Random

import numpy as np
from numpy import typing as npt

from shanghaien.ai.round.card_knowledge import ANY_OTHER, TOLD_APART
from shanghaien.ai.round.position import Holding, Position
from shanghaien.ai.value.net_features import HAND_SIZE, LEFT, VALUES, Between, Ints
from shanghaien.rules import PILE_TRICKS, TAVERN_SIZE, Card, Nation, Options, Starter, cards_in, without

Rows = npt.NDArray[np.int8]
"""(states, columns): strengths of both, what is left, hands of both, tricks in the pile, starter rule, starter."""

NATIONS, HAND, TRICKS = len(Nation), HAND_SIZE, len(PILE_TRICKS)
CUTS = tuple(int(cut) for cut in np.cumsum([2 * NATIONS, NATIONS, 2 * HAND, TRICKS, 1]))
COLUMNS = CUTS[-1] + 1


def pack(states: Between) -> Rows:
    """States (one leading axis) as rows."""
    count = len(states.starter)
    parts = (array.reshape(count, -1) for array in states)
    return np.concatenate([*parts], axis=1).astype(np.int8)


def unpack(rows: Rows) -> Between:
    strengths, left, hands, tricks, alternate, starter = np.split(rows.astype(np.intp), CUTS, axis=1)
    return Between(
        strengths.reshape(-1, 2, NATIONS), left, hands.reshape(-1, 2, HAND), tricks, alternate[:, 0], starter[:, 0]
    )


def deal_row(row: Rows, rounds_played: int, rng: Random) -> Position:
    """The next round of a state with a random row on the table."""
    pile = _pile(row)
    return next_round(row, rounds_played, tuple(rng.sample(cards_in(pile), TAVERN_SIZE)))


def next_round(row: Rows, rounds_played: int, tavern: tuple[Card, ...]) -> Position:
    """The next round of a state with this row on the table."""
    state = unpack(row[None])
    pile = _pile(row)
    for card in tavern:
        pile = without(pile, card)
    starter = int(state.starter[0])
    options = Options(starter=Starter.ALTERNATE if state.alternate[0] else Starter.AFTER_SHANGHAI)
    holdings = (_holding(state.strengths[0, 0], state.hands[0, 0]), _holding(state.strengths[0, 1], state.hands[0, 1]))
    return Position(options, rounds_played + 1, starter, tavern, pile, holdings)


def cards_left(row: Rows) -> list[Card]:
    return cards_in(_pile(row))


def _pile(row: Rows) -> tuple[int, ...]:
    state = unpack(row[None])
    sailors = [count for number in state.left[0] for count in LEFT[int(number)]]
    assert len(sailors) == NATIONS * len(VALUES)
    return (*sailors, *(int(count) for count in state.pile_tricks[0]))


def _holding(strengths: Ints, hand: Ints) -> Holding:
    """A player's cards; a crew is one card of its strength here, and one card stands for all that are not told apart."""
    kinds = (*TOLD_APART, ANY_OTHER)
    cards = tuple(kind for kind, count in zip(kinds, hand, strict=True) for _ in range(count))
    crews = tuple((int(strength),) if strength else () for strength in strengths)
    return Holding(cards, crews, (0,) * NATIONS)
