"""A game at which chance is drawn from one seeded generator, for environments that hide it from their agents."""

import numpy as np
from numpy import typing as npt

from shanghaien import rules
from shanghaien.rules import Action, Options, Seat, State, winner

from .codes import action_code, action_count
from .observation import layout_for


def result(state: State, seat: Seat) -> int:
    """1 for a win of the seat, 0 for a draw, -1 for a loss, as the points stand (R23)."""
    won_by = winner(state)
    return 0 if won_by is None else 1 if won_by == seat else -1


HIGHEST = 3.0
"""No number of a scaled observation is higher: a crew of 13 that seven tricks joined is 27 / 13."""


class SeededGame:
    """One game that always waits for a seat's decision, or is over."""

    def __init__(self, options: Options, generator: np.random.Generator) -> None:
        self.options = options
        self.generator = generator
        self.layout = layout_for(options)
        self.scale: npt.NDArray[np.float32] = np.array(self.layout.scale, np.float32)
        self.state: State = self._drawn(rules.new_game(options))

    @property
    def asked(self) -> Seat | None:
        """The seat that has to choose; None once the game is over."""
        return rules.to_move(self.state)

    def act(self, action: Action) -> None:
        """Let the asked seat do this, and chance what follows."""
        self.state = self._drawn(rules.apply(self.state, action).state)

    def mask(self, seat: Seat) -> npt.NDArray[np.int8]:
        """A 1 for each action code that is legal for the seat now; all 0 for a seat that is not asked."""
        mask = np.zeros(action_count(self.options), np.int8)
        if seat == self.asked:
            mask[[action_code(action) for action in rules.legal_actions(self.state)]] = 1
        return mask

    def observation(self, seat: Seat) -> npt.NDArray[np.float32]:
        return (np.array(self.layout.numbers(self.state, seat), np.float32) / self.scale).astype(np.float32)

    def result(self, seat: Seat) -> int:
        return result(self.state, seat)

    def randrange(self, stop: int, /) -> int:
        """A number from 0 to `stop` - 1, each as likely: where the chances of this game come from."""
        return int(self.generator.integers(stop))

    def _drawn(self, state: State) -> State:
        while rules.is_chance(state):
            state = rules.advance(state, rules.draw(state, self)).state
        return state
