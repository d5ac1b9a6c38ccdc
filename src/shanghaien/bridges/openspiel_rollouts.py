"""Random rollouts for the MCTS of OpenSpiel (the one in Python), as its own evaluator plays them but much faster.

rng = np.random.RandomState(1)
mcts.MCTSBot(game, 1.4, 1000, QuickRollouts(random.Random(1)), random_state=rng)
"""

import random
from typing import Any

from open_spiel.python.algorithms import mcts

from shanghaien import rules
from shanghaien.rules import State

from .codes import is_base
from .playout import Playout


class QuickRollouts(mcts.Evaluator):  # type: ignore[misc]  # OpenSpiel has no types
    """One random game from a state to the end; the same distribution as `mcts.RandomRolloutEvaluator(1)` has."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def evaluate(self, state: Any) -> list[float]:
        """What both seats got in a random game from here."""
        position: State = state.position
        result = Playout(position, self.rng.random).run() if is_base(position.options) else self._by_the_rules(position)
        return [float(result), -float(result)]

    def prior(self, state: Any) -> list[tuple[int, float]]:
        """Every action as likely as the other; chance as it is."""
        if state.is_chance_node():
            outcomes: list[tuple[int, float]] = state.chance_outcomes()
            return outcomes
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]

    def _by_the_rules(self, state: State) -> int:
        while not state.over:
            if rules.is_chance(state):
                chance = rules.chance(state)
                state = rules.advance(state, chance.pick(self.rng.randrange(chance.total))).state
            else:
                state = rules.apply(state, self.rng.choice(rules.legal_actions(state))).state
        own, other = rules.points(state)
        return (own > other) - (own < other)
