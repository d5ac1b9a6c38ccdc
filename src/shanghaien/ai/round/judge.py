"""What every legal action of any state is worth: the engine looks ahead to the next turn, the solved round says the rest."""

import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeGuard

import numpy as np

from shanghaien import rules
from shanghaien.ai.value.payoff import Payoff
from shanghaien.rules import Action, Call, Phase, Play, Seat, Shanghai, State, Taking

from .card_knowledge import (
    DOUBLE_ASKED,
    JOINING,
    ROLL_ONE,
    ROLLING_ALL,
    ROLLING_ONE,
    Group,
    all_known,
    known_of,
    returning_card,
)
from .kept_rounds import KeptRounds, dice_of
from .position import MIDDLE, Way, position
from .solver import RoundMoment, RoundTable

OVERLOOKED = (Group.LEFT_OUT, -1)

STEPS_AHEAD, ROLLS_AHEAD = 8, 2
"""How many steps of one turn, and how many rolls of trick cards among them, are looked ahead to. No known card comes near
it; of one that asks or rolls again and again, only those ways are weighed that come to an end before."""

NO_END = math.nan
"""The value of a state from which looking ahead found no end of the turn."""


class Judge:
    """Says what states and actions of a round are worth to seat 0, for one payoff.

    A thrifty judge thinks faster before the last round and overlooks ways of playing two sailors that hardly matter. One
    that does not foresee plans no card of an expansion in advance, which takes far less memory; once such a card can be
    played, its acts are valued one turn ahead.
    """

    def __init__(
        self,
        payoff: Payoff,
        *,
        dtype: type[np.floating] = np.float32,
        last_dtype: type[np.floating] | None = None,
        thrifty: bool = False,
        foresee: bool = True,
    ) -> None:
        self.foresees = foresee
        # The last round may have numbers of its own: nothing is trained there, and every digit counts.
        self._rounds = KeptRounds(payoff, (dtype, last_dtype or dtype), thrifty=thrifty, foresee=foresee)
        self._ahead = (0, 0)
        """How many steps and rolls have been looked ahead to, on the way to the state at hand."""
        self._seen: dict[tuple[State, tuple[int, int]], float] = {}
        """What has been found out while looking ahead from one action."""

    def action_values(self, state: State, actions: Iterable[Action] | None = None) -> dict[Action, float]:
        """The value of each legal action, or of some of them, in the order of `legal_actions`."""
        self._rounds.start_from(state)
        return {action: self.action_value(state, action) for action in actions or rules.legal_actions(state)}

    def needed_actions(self, state: State) -> list[Action]:
        """The legal actions without those ways to play two sailors that another one equals or beats whatever happens."""
        plays = [action for action in rules.legal_actions(state) if _joins_crew(action)]
        if not plays:
            return list(rules.legal_actions(state))
        table, _ = self.table(state)
        spots = table.trick_ways[state.turn].spots
        seen: dict[tuple[Group, int], Action] = {}
        for play in plays:
            way = Way(play.card, play.act, play.nation)
            seen.setdefault(spots.get(way, OVERLOOKED), play)
        needed = [play for (group, _), play in seen.items() if group is not Group.LEFT_OUT]
        return [action for action in rules.legal_actions(state) if not _joins_crew(action) or action in needed]

    def action_value(self, state: State, action: Action) -> float:
        """The value once this action has been done, before chance and the players go on."""
        return self.value_after(state, rules.apply(state, action).state)

    def value_after(self, before: State, after: State) -> float:
        """The value of a state that a step has led to; the step may have ended the round."""
        if not after.over and after.round == before.round:
            return self.value(after)
        table, moment = self._moment(before)
        return table.ended(moment, after.last) if after.last is not None else self._if_turn_ended(before)

    def value(self, state: State) -> float:
        """The value of a state in a round whose cards have been dealt."""
        if state.over or state.phase in (Phase.WHO_STARTS, Phase.DEAL):
            raise ValueError("A state between rounds is judged by the payoff, not by a solved round.")
        if state.phase == Phase.TURN and not _must_roll(state):
            table, moment = self._moment(state)
            return table.turn(moment)
        if state.phase in (Phase.TURN, Phase.ROLL):
            table, moment = self._moment(state)
            return table.roll(moment)
        if state.phase == ROLLING_ONE:
            return self._roll_one(state)
        if state.phase == ROLLING_ALL:
            table, moment = self._moment(state)
            return table.roll_all(moment, len(state.rolled))
        return self._look_ahead(state)

    def if_ended(self, state: State, caller: Seat, takings: tuple[Taking, ...]) -> float:
        """The value if the round ended now, with the row shared out like this."""
        assert state.end is not None
        table, moment = self._moment(state)
        return table.ended(moment, Shanghai(caller, state.end, dice_of(state), takings))

    def may_be_objected_to(self, state: State) -> bool:
        """Whether what the mover does next may be objected to (R28)."""
        in_force = known_of(state.players[1 - state.turn].in_force).in_force
        return in_force is Group.OBJECTING and not state.objected

    def table(self, state: State) -> tuple[RoundTable, tuple[Way, Way]]:
        """The solved round of a state, and how the players have used tricks since its solved position."""
        return self._rounds.find(state)

    def _moment(self, state: State) -> tuple[RoundTable, RoundMoment]:
        table, ways = self.table(state)
        double = position(state).double if returning_card(state.options) else MIDDLE
        return table, RoundMoment(state.turn, dice_of(state), ways, state.end, state.objected, double)

    def _look_ahead(self, state: State) -> float:
        """The mean over what chance can bring, or the best of what can be chosen, as the engine says."""
        steps, rolls = self._ahead
        if steps == 0:
            self._seen = {}
        rolls += rules.is_chance(state)
        if steps >= STEPS_AHEAD or rolls > ROLLS_AHEAD:
            return NO_END
        key = state, (steps, rolls)
        if key not in self._seen:
            with self._one_step_further(rolls):
                self._seen[key] = self._mean(state) if rules.is_chance(state) else self._best(state)
        found = self._seen[key]
        return self._if_turn_ended(state) if steps == 0 and math.isnan(found) else found

    @contextmanager
    def _one_step_further(self, rolls: int) -> Iterator[None]:
        before = self._ahead
        self._ahead = before[0] + 1, rolls
        try:
            yield
        finally:
            self._ahead = before

    def _mean(self, state: State) -> float:
        """The mean over all outcomes that lead to an end: what comes again and again is as good as rolled anew."""
        outcomes = [(rules.advance(state, outcome).state, float(share)) for outcome, share in rules.chance(state)]
        values = [(self.value_after(state, after), share) for after, share in outcomes]
        ended = [(value, share) for value, share in values if not math.isnan(value)]
        if not ended:
            return NO_END
        return sum(value * share for value, share in ended) / sum(share for _, share in ended)

    def _best(self, state: State) -> float:
        seat = rules.to_move(state)
        assert seat is not None
        values = [self.action_value(state, action) for action in self.needed_actions(state)]
        ended = [value for value in values if not math.isnan(value)]
        return best_of(seat, ended) if ended else NO_END

    def _if_turn_ended(self, state: State) -> float:
        """The value if the turn were over with the dice as they lie: a guess where no way leads to an end."""
        table, moment = self._moment(state)
        return table.turn(moment._replace(mover=1 - moment.mover, objected=False))

    def _roll_one(self, state: State) -> float:
        """One die of a double is rolled again (R38); the same double leads back to the question before.

        So with `others` the mean over the five new pairs: either the question is worth taking the card, or one goes on
        rolling until the dice differ, which is worth `others`.
        """
        outcomes = [rules.advance(state, outcome).state for outcome, _ in rules.chance(state)]
        others = float(np.mean([self.value(after) for after in outcomes if after.phase != DOUBLE_ASKED]))
        asked = next(after for after in outcomes if after.phase == DOUBLE_ASKED)
        taking = [action for action in rules.legal_actions(asked) if action != ROLL_ONE]
        if not taking:
            return others
        take = best_of(state.turn, [self.action_value(asked, action) for action in taking])
        return (5 * others + best_of(state.turn, (take, others))) / 6


def _joins_crew(action: Action) -> TypeGuard[Play]:
    return isinstance(action, Play) and action.act == JOINING


def _must_roll(state: State) -> bool:
    """Whether a call is out of the question in this turn, for a reason that the solved round does not know."""
    return state.must_roll or not (all_known(state.options) or Call() in rules.legal_actions(state))


def best_of(seat: Seat, values: Iterable[float]) -> float:
    """The best of some values for a player: the greatest for seat 0, the least for seat 1."""
    return max(values) if seat == 0 else min(values)
