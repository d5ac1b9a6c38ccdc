"""Shanghaien for Gymnasium: one player against an opponent that you pass in.

    import gymnasium
    import shanghaien.bridges.gymnasium_env
    env = gymnasium.make("Shanghaien-v1", opponent=my_bot, seat=0)

An opponent is any callable that takes the state and a NumPy generator and returns one of the legal actions. Observation,
mask, action codes, chance and render modes are those of `bridges.pettingzoo_env`; the mask is also what
`action_masks()` returns. The reward is 0 until the end, then 1, 0 or -1. An illegal action ends the game with -1.

Version history (the number changes only with behaviour):

* v1: first version.
"""

from collections.abc import Callable
from typing import Any, SupportsFloat

import gymnasium
import numpy as np
import numpy.typing as npt

from shanghaien import rules
from shanghaien.rules import Action, Options, Seat, State

from .codes import action_count, action_of
from .drawing import draw_svg, draw_text
from .pettingzoo_env import ENV_VERSION, Observation, observation_space
from .seeded_game import SeededGame

Opponent = Callable[[State, np.random.Generator], Action]


def random_opponent(state: State, generator: np.random.Generator) -> Action:
    """Any legal action, each as likely as the other."""
    legal = rules.legal_actions(state)
    return legal[int(generator.integers(len(legal)))]


class ShanghaienEnv(gymnasium.Env[Observation, np.int64]):
    """One seat of a game; the opponent answers within `step`."""

    metadata = {"render_modes": ["ansi", "svg"]}  # noqa: RUF012  # Gymnasium declares it as a plain attribute

    def __init__(
        self,
        opponent: Opponent = random_opponent,
        options: Options | None = None,
        seat: Seat | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.opponent = opponent
        self.options = options or Options()
        self.fixed_seat = seat
        self.render_mode = render_mode
        self.observation_space = observation_space(self.options)
        self.action_space = gymnasium.spaces.Discrete(action_count(self.options))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a new game; the seat is the fixed one, or drawn anew for every game."""
        super().reset(seed=seed)
        self.seat: Seat = int(self.np_random.integers(2)) if self.fixed_seat is None else self.fixed_seat
        self.table = SeededGame(self.options, self.np_random)
        self._let_opponent_act()
        return self._observation(), {"seat": self.seat}

    def step(self, action: np.int64) -> tuple[Observation, SupportsFloat, bool, bool, dict[str, Any]]:
        """Act; then the opponent, until the own seat is asked again or the game is over."""
        if not self.action_masks()[action]:
            return self._observation(), -1.0, True, False, {"seat": self.seat, "illegal": True}
        self.table.act(action_of(int(action)))
        self._let_opponent_act()
        over = self.table.asked is None
        reward = float(self.table.result(self.seat)) if over else 0.0
        return self._observation(), reward, over, False, {"seat": self.seat}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which action codes are legal now, in the form that maskable agents ask for."""
        return self.table.mask(self.seat).astype(np.bool_)

    def render(self) -> str | None:
        if self.render_mode is None:
            gymnasium.logger.warn("Give a render_mode, ansi or svg, when you make the environment.")
            return None
        return draw_svg(self.table.state) if self.render_mode == "svg" else draw_text(self.table.state)

    def _observation(self) -> Observation:
        return {"observation": self.table.observation(self.seat), "action_mask": self.table.mask(self.seat)}

    def _let_opponent_act(self) -> None:
        while self.table.asked == 1 - self.seat:
            self.table.act(self.opponent(self.table.state, self.np_random))


gymnasium.register(f"Shanghaien-v{ENV_VERSION}", entry_point=f"{__name__}:ShanghaienEnv")
