"""What every legal action of any state is worth: the engine looks ahead to the next turn, the solved round says the rest."""

from collections import OrderedDict
from collections.abc import Iterable
from typing import TypeGuard

import numpy as np

from shanghaien import rules
from shanghaien.ai.value.payoff import Payoff, Remembered
from shanghaien.rules import Act, Action, Phase, Play, Seat, State
from shanghaien.rules.cards import ROUNDS

from .dice import Counts, common
from .position import UNUSED, Position, Way, position
from .solved_round import SolvedRound
from .solver import RoundMoment, RoundTable, solve
from .trick_ways import Group

TABLES_KEPT = 16
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
        last_dtype: type[np.floating] | None = None,
        thrifty: bool = False,
    ) -> None:
        self.payoff = Remembered(payoff)
        self.dtype = dtype
        self.last_dtype = last_dtype or dtype
        """The numbers of the last round, where nothing is trained and every digit counts."""
        self.thrifty = thrifty
        self._ground: tuple[Counts, Counts] | None = None
        """The dice on the cards where somebody has to choose now: what one looks ahead to starts from them."""
        self._tables: OrderedDict[tuple[Position, tuple[Counts, Counts]], SolvedRound] = OrderedDict()

    def action_values(self, state: State, actions: Iterable[Action] | None = None) -> dict[Action, float]:
        """The value of each legal action, or of some of them, in the order of `legal_actions`."""
        self._ground = _dice(state)
        self._settle(state)
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
        if state.phase is Phase.ROLL_ALL:
            table, moment = self._moment(state)
            return table.roll_all(moment, len(state.rolled))
        if rules.is_chance(state):
            return sum(
                float(share) * self.value(rules.advance(state, outcome).state) for outcome, share in rules.chance(state)
            )
        seat = rules.to_move(state)
        assert seat is not None
        return best_of(seat, [self.action_value(state, action) for action in self.needed_actions(state)])

    def table(self, state: State) -> tuple[RoundTable, tuple[Way, Way]]:
        """The solved round of a state, and how the players have used tricks since its solved position."""
        now, dice = position(state), _dice(state)
        for key, solved in reversed(self._tables.items()):
            ways = solved.ways_to(now, dice)
            if ways is not None:
                self._tables.move_to_end(key)
                return solved.table, ways
        return self._solve(now, dice), (UNUSED, UNUSED)

    def _settle(self, state: State) -> None:
        """Solve the round anew from here to answer two sailors: with that one way of the other it is a small matter.

        Before, the pairs of ways to play two sailors were only looked at for the best of them.
        """
        other = 1 - state.turn
        if state.phase is Phase.PLACE and state.players[other].trick_used and not state.players[state.turn].trick_used:
            table, ways = self.table(state)
            if table.menus[other].spots[ways[other]][0].many:
                self._solve(position(state), _dice(state))

    def _solve(self, now: Position, dice: tuple[Counts, Counts]) -> RoundTable:
        if self._ground is not None and not now.face_down:
            # One table for all places of the next die, and for the turns to come; but to the sharks goes one place (R35).
            dice = common(dice[0], self._ground[0]), common(dice[1], self._ground[1])
        tolerance = TOLERANCE if self.thrifty and now.round < ROUNDS else 0.0
        dtype = self.last_dtype if now.round == ROUNDS else self.dtype
        table = solve(now, self.payoff, lying=dice, dtype=dtype, tolerance=tolerance, thrifty=self.thrifty)
        self._tables[now, dice] = SolvedRound(table)
        for key in [key for key in self._tables if (key[0].round, key[0].tavern) != (now.round, now.tavern)]:
            del self._tables[key]
        if len(self._tables) > TABLES_KEPT:
            self._tables.popitem(last=False)
        return table

    def _moment(self, state: State) -> tuple[RoundTable, RoundMoment]:
        table, ways = self.table(state)
        return table, RoundMoment(state.turn, _dice(state), ways, state.end, state.objected)

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


def _dice(state: State) -> tuple[Counts, Counts]:
    return state.players[0].dice, state.players[1].dice


def _joins_crew(action: Action) -> TypeGuard[Play]:
    return isinstance(action, Play) and action.act is Act.TWO_SAILORS


def best_of(seat: Seat, values: Iterable[float]) -> float:
    """The best of some values for a player: the greatest for seat 0, the least for seat 1."""
    return max(values) if seat == 0 else min(values)
