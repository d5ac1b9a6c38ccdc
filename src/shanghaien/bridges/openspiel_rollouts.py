"""Random rollouts for the MCTS of OpenSpiel (the one in Python), as its own evaluator plays them but much faster.

rng = np.random.RandomState(1)
mcts.MCTSBot(game, 1.4, 1000, QuickRollouts(random.Random(1)), random_state=rng)
"""

import random
from typing import Any

from open_spiel.python.algorithms import mcts

from shanghaien import rules
from shanghaien.rules import State

from .card_sets import is_base
from .playout import Playout
from .seeded_game import result


class QuickRollouts(mcts.Evaluator):  # type: ignore[misc]  # OpenSpiel has no types
    """One random game from a state to the end; the same distribution as `mcts.RandomRolloutEvaluator(1)` has."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def evaluate(self, state: Any) -> list[float]:
        position: State = state.position
        ended = Playout(position, self.rng.random).run() if is_base(position.options) else self._by_the_rules(position)
        return [float(ended), -float(ended)]

    def prior(self, state: Any) -> list[tuple[int, float]]:
        """Every action as likely as the other; chance as it is."""
        if state.is_chance_node():
            outcomes: list[tuple[int, float]] = state.chance_outcomes()
            return outcomes
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]

    def _by_the_rules(self, state: State) -> int:
        while not state.over:
            legal = rules.legal_actions(state)
            state, _ = rules.take(state, self.rng.choice(legal) if legal else rules.draw(state, self.rng))
        return result(state, 0)
