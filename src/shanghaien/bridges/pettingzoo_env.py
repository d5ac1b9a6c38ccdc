"""Shanghaien for PettingZoo (AEC): two agents, `player_0` and `player_1`, one asked at a time.

    from . import pettingzoo_env
    env = pettingzoo_env.env(options=Options(starter="alternate"))
    env.reset(seed=1)

* Observation: ``{"observation": float32 vector, "action_mask": int8 vector}``; `bridges.observation` tells the layout.
  The mask is all 0 for the agent that is not asked.
* Actions: the codes of `bridges.codes`.
* Rewards: once, at the end, for both: 1 for a win, -1 for a loss, 0 for a draw. An illegal action ends the game with -1
  for the agent that tried it and 0 for the other, as PettingZoo's wrapper for such actions has it.
* Chance is drawn inside from one generator that only `reset(seed=...)` seeds.
* Render: ``render_mode="ansi"`` gives text, ``"svg"`` an SVG drawing, both as a string.

Version history (the number changes only with behaviour):

* v1: first version.
"""

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from shanghaien.rules import Options

from .codes import action_count, action_of
from .drawing import draw_svg, draw_text
from .observation import layout_for
from .seeded_game import HIGHEST, SeededGame

ENV_VERSION = 1
AGENTS = ("player_0", "player_1")
Observation = dict[str, npt.NDArray[Any]]


def env(options: Options | None = None, render_mode: str | None = None) -> AECEnv:
    """The environment with PettingZoo's own guards: order of calls, range of actions, illegal actions."""
    guarded = wrappers.TerminateIllegalWrapper(raw_env(options, render_mode), illegal_reward=-1)
    guarded = wrappers.AssertOutOfBoundsWrapper(guarded)
    return wrappers.OrderEnforcingWrapper(guarded)


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801  # no types; the name that PettingZoo's tools expect
    """The bare environment."""

    metadata = {  # noqa: RUF012  # PettingZoo declares it as a plain attribute
        "render_modes": ["ansi", "svg"],
        "name": f"shanghaien_v{ENV_VERSION}",
        "is_parallelizable": False,
    }

    def __init__(self, options: Options | None = None, render_mode: str | None = None) -> None:
        super().__init__()
        self.options = options or Options()
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.generator: np.random.Generator | None = None
        self.observation_spaces = {agent: observation_space(self.options) for agent in AGENTS}
        self.action_spaces = {agent: gymnasium.spaces.Discrete(action_count(self.options)) for agent in AGENTS}

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Observation]:
        """The space of what an agent sees; always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The space of action codes; always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game; a seed repeats its chances, without one they go on from the last seed."""
        if self.generator is None or seed is not None:
            self.generator, _ = seeding.np_random(seed)
        self.table = SeededGame(self.options, self.generator)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.table.asked or 0]

    def observe(self, agent: str) -> Observation:
        seat = AGENTS.index(agent)
        return {"observation": self.table.observation(seat), "action_mask": self.table.mask(seat)}

    def step(self, action: int | None) -> None:
        """The selected agent acts; chance follows until an agent is asked again."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self.table.act(action_of(int(action)))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.table.asked is None:
            self.rewards = {agent: float(self.table.result(seat)) for seat, agent in enumerate(AGENTS)}
            self.terminations = dict.fromkeys(AGENTS, True)
        self.agent_selection = AGENTS[1 - AGENTS.index(agent) if self.table.asked is None else self.table.asked]
        self._accumulate_rewards()

    def render(self) -> str | None:
        if self.render_mode is None:
            gymnasium.logger.warn("Give a render_mode, ansi or svg, when you make the environment.")
            return None
        return draw_svg(self.table.state) if self.render_mode == "svg" else draw_text(self.table.state)

    def close(self) -> None: ...


def observation_space(options: Options) -> gymnasium.spaces.Space[Observation]:
    """The space of observations with their masks, for a game with these options."""
    size, actions = layout_for(options).size, action_count(options)
    space: gymnasium.spaces.Space[Any] = gymnasium.spaces.Dict(
        {
            "observation": gymnasium.spaces.Box(0.0, HIGHEST, (size,), np.float32),
            "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.int8),
        }
    )
    return space
