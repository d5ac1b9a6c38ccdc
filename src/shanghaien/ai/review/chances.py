"""The luck of what chance brings: a value after it minus the mean of the very same value over all that could have come."""

import random
from statistics import fmean

from shanghaien import rules
from shanghaien.ai.round.card_knowledge import DOUBLE_ASKED, ROLL_ONE, ROLLING_ONE, planned
from shanghaien.ai.round.judge import Judge, best_of
from shanghaien.ai.round.position import position
from shanghaien.ai.round.solver import without_tricks
from shanghaien.ai.value.payoff import Payoff
from shanghaien.rules import Action, Phase, Play, State

ROWS = 8
"""So many rows are drawn anew to say what a deal is worth on average: luck has the mean zero with any number of them, and
varies less with more."""


class Chances:
    """Says how lucky a deal was, and a roll in a round of which not every card is foreseen."""

    def __init__(self, payoff: Payoff, judge: Judge, rows: int = ROWS) -> None:
        self._payoff = payoff
        self._judge = judge
        self._rows = rows

    def deal(self, undealt: State, dealt: State) -> float:
        """The luck of a row for seat 0: its round without tricks, against rows drawn anew, the same ones in every review."""
        rng = random.Random(f"{dealt.round} {dealt.tavern} {dealt.pile}")
        drawn = [self.row_value(_dealt(undealt, rng)) for _ in range(self._rows)]
        return self.row_value(dealt) - fmean(drawn)

    def row_value(self, state: State) -> float:
        """What a row that has been dealt is worth without tricks."""
        return without_tricks(position(state), self._payoff).value

    def roll(self, before: State, after: State) -> float:
        """The luck of a roll for seat 0, as far as it is foreseen; a roll that belongs to a card may be foreseen by nobody."""
        if before.phase not in (Phase.ROLL, ROLLING_ONE) or after.over or after.round != before.round:
            return self._judge.value_after(before, after) - self._judge.value(before)
        return self._foreseen(after) - self._mean(before)

    def _foreseen(self, state: State) -> float:
        """The value after a roll by the best action that is foreseen; a double is rolled on until the dice differ (R38)."""
        if state.phase == DOUBLE_ASKED:
            return self._rolled_on(rules.apply(state, ROLL_ONE).state)
        seat = rules.to_move(state)
        assert seat is not None
        actions = [action for action in self._judge.needed_actions(state) if _foreseen(action)]
        return best_of(seat, self._judge.action_values(state, actions).values())

    def _rolled_on(self, rolling: State) -> float:
        outcomes = [rules.advance(rolling, outcome).state for outcome, _ in rules.chance(rolling)]
        return fmean(self._foreseen(after) for after in outcomes if after.phase != DOUBLE_ASKED)

    def _mean(self, before: State) -> float:
        """What `_foreseen` comes to on average: the solved round knows it, unless somebody may still object (R28)."""
        if before.phase == ROLLING_ONE:
            return self._rolled_on(before)
        if not self._judge.may_be_objected_to(before):
            return self._judge.value(before)
        steps = [(rules.advance(before, outcome).state, float(share)) for outcome, share in rules.chance(before)]
        alike = [(self._foreseen(after), share) for after, share in steps if after.phase != DOUBLE_ASKED]
        return sum(value * share for value, share in alike) / sum(share for _, share in alike)


def _foreseen(action: Action) -> bool:
    return not isinstance(action, Play) or planned(action)


def _dealt(state: State, rng: random.Random) -> State:
    while state.phase in (Phase.WHO_STARTS, Phase.DEAL):
        state = rules.advance(state, rules.draw(state, rng)).state
    return state
