"""What every legal action of any state is worth: the engine looks ahead to the next turn, the solved round says the rest."""

from collections import OrderedDict
from collections.abc import Iterable
from typing import TypeGuard

import numpy as np

from shanghaien import rules
from shanghaien.rules import Act, Action, Phase, Play, Seat, State, Trick
from shanghaien.rules.cards import ROUNDS

from .menu import Group
from .payoff import Payoff
from .position import Holding, Position, Way, position
from .round_solver import Moment, RoundTable, solve

TABLES_KEPT = 4
"""Tables of one round kept in memory: with expansions a turn may look at several that differ in what lies face down or is
in force. Those of other rounds are dropped, for a table takes up to a hundred megabytes."""

OVERLOOKED = (Group.LEFT_OUT, -1)

TOLERANCE = 0.005
"""What a thrifty judge does not mind to lose, in the unit of the payoff."""


class Judge:
    """Values states and actions of a round for one payoff; all values are worth to seat 0.

    A thrifty judge thinks faster before the last round: he overlooks ways of playing two sailors that hardly matter.
    """

    def __init__(
        self,
        payoff: Payoff,
        *,
        dtype: type[np.floating] = np.float32,
        thrifty: bool = False,
        tables_kept: int = TABLES_KEPT,
    ) -> None:
        self.payoff = payoff
        self.tables_kept = tables_kept
        self.dtype = dtype
        self.thrifty = thrifty
        self._tables: OrderedDict[Position, _Solved] = OrderedDict()

    def action_values(self, state: State, actions: Iterable[Action] | None = None) -> dict[Action, float]:
        """The value of each legal action, or of some of them, in the order of `legal_actions`."""
        return {action: self.action_value(state, action) for action in actions or rules.legal_actions(state)}

    def needed_actions(self, state: State) -> list[Action]:
        """The legal actions without those ways to play two sailors that another one equals or beats whatever happens."""
        plays = [action for action in rules.legal_actions(state) if _joins_crew(action)]
        if not plays:
            return list(rules.legal_actions(state))
        table, _ = self.table(state)
        spots = table.menus[state.turn].spots
        seen: dict[tuple[Group, int], Action] = {}
        for play in plays:
            way = Way(play.card, play.act, play.nation)
            seen.setdefault(spots.get(way, OVERLOOKED), play)
        needed = [play for (group, _), play in seen.items() if group is not Group.LEFT_OUT]
        return [action for action in rules.legal_actions(state) if not _joins_crew(action) or action in needed]

    def action_value(self, state: State, action: Action) -> float:
        """The value once this action has been done, before chance and the players go on."""
        after = rules.apply(state, action).state
        if after.over or after.round != state.round:
            return self._call(state)
        return self.value(after)

    def value(self, state: State) -> float:
        """The value of a state in a round whose cards have been dealt."""
        if state.over or state.phase in (Phase.WHO_STARTS, Phase.DEAL):
            raise ValueError("A state between rounds is judged by the payoff, not by a solved round.")
        if state.phase is Phase.TURN and not state.must_roll:
            table, moment = self._moment(state)
            return table.turn(moment)
        if state.phase in (Phase.TURN, Phase.ROLL):
            table, moment = self._moment(state)
            return table.roll(moment)
        if state.phase is Phase.ROLL_ONE:
            return self._roll_one(state)
        if rules.is_chance(state):
            return sum(
                float(share) * self.value(rules.advance(state, outcome).state) for outcome, share in rules.chance(state)
            )
        seat = rules.to_move(state)
        assert seat is not None
        return best_of(seat, self.action_values(state, self.needed_actions(state)).values())

    def table(self, state: State) -> tuple[RoundTable, tuple[Way, Way]]:
        """The solved round of a state, and how the players have used tricks since its solved position."""
        now = position(state)
        for solved in reversed(self._tables.values()):
            ways = solved.ways_to(now)
            if ways is not None:
                self._tables.move_to_end(solved.table.position)
                return solved.table, ways
        return self._solve(now)

    def _solve(self, now: Position) -> tuple[RoundTable, tuple[Way, Way]]:
        tolerance = TOLERANCE if self.thrifty and now.round < ROUNDS else 0.0
        solved = _Solved(solve(now, self.payoff, dtype=self.dtype, tolerance=tolerance, thrifty=self.thrifty))
        self._tables[now] = solved
        for other in [past for past in self._tables if (past.round, past.tavern) != (now.round, now.tavern)]:
            del self._tables[other]
        if len(self._tables) > self.tables_kept:
            self._tables.popitem(last=False)
        return solved.table, (Way(), Way())

    def _moment(self, state: State) -> tuple[RoundTable, Moment]:
        table, ways = self.table(state)
        dice = state.players[0].dice, state.players[1].dice
        return table, Moment(state.turn, dice, ways, state.end, state.objected)

    def _call(self, state: State) -> float:
        """The value of a call of Shanghai that takes effect in this state."""
        table, moment = self._moment(state)
        return table.call(moment)

    def _roll_one(self, state: State) -> float:
        """One die of a double is rolled again (R38); the same double leads back to the question before.

        So with `others` the mean over the five new pairs: either the question is worth taking the card, or one goes on
        rolling until the dice differ, which is worth `others`.
        """
        outcomes = [rules.advance(state, outcome).state for outcome, _ in rules.chance(state)]
        others = float(np.mean([self.value(after) for after in outcomes if after.phase is not Phase.DOUBLE]))
        asked = next(after for after in outcomes if after.phase is Phase.DOUBLE)
        taking = [action for action in rules.legal_actions(asked) if isinstance(action, rules.TakeDouble)]
        if not taking:
            return others
        take = best_of(state.turn, [self.action_value(asked, action) for action in taking])
        return (5 * others + best_of(state.turn, (take, others))) / 6


class _Solved:
    """A solved round, with what the players hold after each way of using a trick in it."""

    def __init__(self, table: RoundTable) -> None:
        self.table = table
        self._frame = table.position.frame()
        self._ways: tuple[dict[Holding, Way], dict[Holding, Way]] = (self._held_after(0), self._held_after(1))

    def _held_after(self, seat: Seat) -> dict[Holding, Way]:
        return {self.table.position.holdings[seat].after(way): way for way in self.table.menus[seat].spots}

    def ways_to(self, now: Position) -> tuple[Way, Way] | None:
        """How tricks must have been used to come to a position; None if this is another round."""
        first, second = self._ways[0].get(now.holdings[0]), self._ways[1].get(now.holdings[1])
        before = self.table.position
        if first is None or second is None or before.end not in (None, now.end) or self._frame != now.frame():
            return None
        put_back = (Trick.DOUBLE,) if Trick.DOUBLE in (first.card, second.card) else ()  # R39
        return (first, second) if (*before.middle, *put_back) == now.middle else None


def _joins_crew(action: Action) -> TypeGuard[Play]:
    return isinstance(action, Play) and action.act is Act.TWO_SAILORS


def best_of(seat: Seat, values: Iterable[float]) -> float:
    """The best of some values for a player: the greatest for seat 0, the least for seat 1."""
    return max(values) if seat == 0 else min(values)
