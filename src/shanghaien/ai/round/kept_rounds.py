"""The solved rounds that a judge has at hand: found again for later states of a round, solved where there is none."""

from collections import OrderedDict
from itertools import product

import numpy as np

from shanghaien.ai.value.payoff import CachedPayoff, Payoff
from shanghaien.rules import ROUNDS, Phase, Seat, State

from .dice_sets import Counts, common, minus
from .position import MIDDLE, UNUSED, Holding, Position, Way, position
from .solver import RoundTable, firmly_lying, solve

TABLES_KEPT = 16
"""Tables of one round kept in memory: with expansions a turn may look at several that differ in what lies face down or is
in force. Those of other rounds are dropped, for a table takes up to a hundred megabytes."""

TOLERANCE = 0.005
"""What a thrifty judge does not mind to lose, in the unit of the payoff."""

Numbers = type[np.floating]
Dice = tuple[Counts, Counts]


def dice_of(state: State) -> Dice:
    return state.players[0].dice, state.players[1].dice


class SolvedRound:
    """A solved round, with what the players hold after each way of using a trick in it."""

    def __init__(self, table: RoundTable) -> None:
        self.table = table
        self._frame = table.position.frame()
        self._ways = self._held_after(0), self._held_after(1)

    def ways_to(self, now: Position, dice: Dice) -> tuple[Way, Way] | None:
        """How tricks must have been used to come to a position with these dice; None if it does not lie in this round.

        Nor does it if dice were taken away, or if both players chose among many ways: those pairs are not kept.
        """
        before = self.table.position
        if before.end not in (None, now.end) or self._frame != now.frame():
            return None
        if any(min(minus(dice[seat], self.table.lying[seat])) < 0 for seat in (0, 1)):
            return None
        apart = now.with_double(MIDDLE).holdings
        pairs = product(self._ways[0].get(apart[0], ()), self._ways[1].get(apart[1], ()))
        return next((pair for pair in pairs if self._leads_to(pair, now, dice)), None)

    def _leads_to(self, ways: tuple[Way, Way], now: Position, dice: Dice) -> bool:
        turned = [way.number for way in ways if way.number is not None]
        if sorted((*self.table.position.face_down, *turned)) != list(now.face_down):
            return False
        lies = all(
            way.number is None or minus(dice[seat], self.table.lying[seat])[way.number - 1] > 0
            for seat, way in enumerate(ways)
        )
        return lies and not all(self.table.trick_ways[seat].spots[way][0].many for seat, way in enumerate(ways))

    def _held_after(self, seat: Seat) -> dict[Holding, tuple[Way, ...]]:
        held = self.table.position.with_double(MIDDLE).holdings[seat]
        found: dict[Holding, tuple[Way, ...]] = {}
        for way in self.table.trick_ways[seat].spots:
            after = held.after(way)
            found[after] = (*found.get(after, ()), way)
        return found


class KeptRounds:
    """Solved rounds for one payoff; to be thrifty is to overlook what hardly matters before the last round."""

    def __init__(self, payoff: Payoff, numbers: tuple[Numbers, Numbers], *, thrifty: bool, foresee: bool) -> None:
        self._payoff = CachedPayoff(payoff)
        self._numbers = numbers
        """The kind of number for the rounds before the last one, and for the last one."""
        self._thrifty = thrifty
        self._foresee = foresee
        self._ground: Dice | None = None
        """The dice on the cards at the present choice, from which looking ahead starts."""
        self._tables: OrderedDict[tuple[Position, Dice], SolvedRound] = OrderedDict()

    def find(self, state: State) -> tuple[RoundTable, tuple[Way, Way]]:
        """The solved round of a state, and how the players have used tricks since its solved position."""
        now, dice = position(state), dice_of(state)
        for key, solved in reversed(self._tables.items()):
            ways = solved.ways_to(now, dice)
            if ways is not None:
                self._tables.move_to_end(key)
                return solved.table, ways
        return self._solve(now, dice), (UNUSED, UNUSED)

    def start_from(self, state: State) -> None:
        """Take this state for the present choice. To answer two sailors, the round is solved anew from it.

        With that one way of the other it is a small matter; before, the pairs of ways to play two sailors were only looked
        at for the best of them.
        """
        self._ground = dice_of(state)
        other = 1 - state.turn
        if state.phase == Phase.PLACE and state.players[other].trick_used and not state.mover.trick_used:
            table, ways = self.find(state)
            if table.trick_ways[other].spots[ways[other]][0].many:
                self._solve(position(state), dice_of(state))

    def _solve(self, now: Position, dice: Dice) -> RoundTable:
        if self._ground is not None:
            # One table for all places of the next die, and for the turns to come.
            dice = common(dice[0], self._ground[0]), common(dice[1], self._ground[1])
        if self._foresee:
            dice = firmly_lying(now, dice)
        last = now.round == ROUNDS
        table = solve(
            now,
            self._payoff,
            lying=dice,
            dtype=self._numbers[last],
            tolerance=TOLERANCE if self._thrifty and not last else 0.0,
            thrifty=self._thrifty,
            foresee=self._foresee,
        )
        self._tables[now, dice] = SolvedRound(table)
        for key in [key for key in self._tables if (key[0].round, key[0].tavern) != (now.round, now.tavern)]:
            del self._tables[key]
        if len(self._tables) > TABLES_KEPT:
            self._tables.popitem(last=False)
        return table
