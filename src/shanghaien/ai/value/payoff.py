"""What a finished round is worth: the one interface through which every judgement reaches the round solver."""

from typing import Protocol

import numpy as np
import numpy.typing as npt

from shanghaien.ai.round.position import Position, Way

Floats = npt.NDArray[np.floating]
Ints = npt.NDArray[np.intp]

REMOVED, TO_SEAT_0, TO_SEAT_1 = 0, 1, 2
"""What can happen to a tavern card when Shanghai is called (R12)."""

SHARINGS: npt.NDArray[np.int8] = np.array(np.unravel_index(np.arange(3**6), (3,) * 6), dtype=np.int8).T[:, ::-1].copy()
"""The 729 ways to share six cards: row `s`, column `p` says what happens to the card at place `p` (0 at the left)."""

TAKEN: Ints = np.array(
    [[SHARINGS[:, place] == taker for place in range(6)] for taker in (TO_SEAT_0, TO_SEAT_1)], np.intp
)
"""(seat, place, sharing): 1 where that seat takes the card at that place, otherwise 0."""

PLACE_VALUES: Ints = 3 ** np.arange(6)
"""`sharing @ PLACE_VALUES` is the number of a sharing, its row in `SHARINGS`."""


class Payoff(Protocol):
    """A judgement of finished rounds: exact final scores, a trained value, a hand-made rule or a fake all fit."""

    def finished_round(self, position: Position, ways: tuple[tuple[Way, ...], tuple[Way, ...]]) -> Floats:
        """What each end of the round is worth to seat 0, all at once.

        Shape (2, len(ways[0]), len(ways[1]), 729): who called Shanghai (it may decide who starts next, R13), how seat 0
        and seat 1 have used a trick in this round (`UNUSED` first; cards and crews after it as `Holding.after` says), and
        which sharing of `SHARINGS`. Only the players' cards differ between ways; `position` is the round without them.
        Cards that lie face down are no concern of a payoff: the solver never asks for sharings that give them away.
        Swapping the seats must turn a chance of winning `v` into `1 - v`, a point difference `v` into `-v`.
        """
        ...


class Remembered:
    """A judgement that is asked only once for the same ends of the round at hand.

    What lies face down or is in force changes how a round goes on, not what its ends are worth.
    """

    def __init__(self, payoff: Payoff) -> None:
        self.payoff = payoff
        self._round: tuple[object, ...] = ()
        self._known: dict[tuple[object, ...], Floats] = {}

    def finished_round(self, position: Position, ways: tuple[tuple[Way, ...], tuple[Way, ...]]) -> Floats:
        """See `Payoff`."""
        at_hand = position.options, position.round, position.starter, position.tavern, position.pile
        if at_hand != self._round:
            self._round, self._known = at_hand, {}
        key = (*(holding._replace(trick_used=False) for holding in position.holdings), ways)
        if key not in self._known:
            self._known[key] = self.payoff.finished_round(position, ways)
        return self._known[key]
