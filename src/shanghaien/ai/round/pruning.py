"""Fewer ways to look ahead to: which trick card a player would give up for two sailors before the last round.

Every card in hand can join every crew, which makes many ways; the judgement of the round's end is asked once for each
pair of them. Which card is given up matters only after the round, so one card, the least missed, is a fair guess.
"""

import numpy as np

from shanghaien.ai.value.payoff import Payoff
from shanghaien.rules import ROUNDS, Seat, Trick

from .card_knowledge import in_order, only_joins_crew
from .position import UNUSED, Position, Way


def fewer_ways(position: Position, payoff: Payoff) -> tuple[tuple[Way, ...], tuple[Way, ...]]:
    """The ways of both players, with one card for two sailors before the last round; there, where it is exact, all."""
    return _fewer(position, payoff, 0), _fewer(position, payoff, 1)


def _fewer(position: Position, payoff: Payoff, seat: Seat) -> tuple[Way, ...]:
    ways = position.holdings[seat].ways()
    cards = {way.card for way in ways if way.nation is not None and way.card is not None}
    if len(cards) < 2 or position.round == ROUNDS:
        return ways
    given_up = least_missed(position, payoff, seat, cards)
    return tuple(way for way in ways if way.nation is None or way.card == given_up)


def least_missed(position: Position, payoff: Payoff, seat: Seat, cards: set[Trick]) -> Trick:
    """The card whose loss costs least on average over all sharings; one that is good for nothing else goes first (R25)."""
    for card in in_order(cards):
        if only_joins_crew(card):
            return card
    without = tuple(Way(card) for card in in_order(cards))
    alone = (UNUSED,)
    worth = payoff.finished_round(position, (without, alone) if seat == 0 else (alone, without))
    means = np.asarray(worth).mean(axis=(0, 2 - seat, 3))
    return in_order(cards)[int(means.argmax() if seat == 0 else means.argmin())]
