"""The game for OpenSpiel as `python_shanghaien`; importing this module registers it.

    import pyspiel
    import shanghaien.bridges.openspiel_game
    game = pyspiel.load_game("python_shanghaien(first=a,starter=alternate)")

Chance is explicit with exact probabilities: dice are sorted multisets, cards are dealt one at a time by kind. The
utility is 1 for a win, 0 for a draw, -1 for a loss (R23).
"""

from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel
from numpy import typing as npt

from shanghaien import rules
from shanghaien.rules import EXPANSIONS, PILE_TRICKS, Distribution, Options, State, TrickCard, cards_of

from .codes import OUTCOMES, action_code, action_count, action_of, outcome_code, outcome_count, outcome_of
from .observation import layout_for
from .seeded_game import result

# OpenSpiel wants to know beforehand how long a game can get: bounds, no rules.
ROUND = 21
"""A round without tricks: ten rolls and placings (five dice each, R11) and the call."""

TRICKS_IN_PILE = 8
"""Each trick card of the pile can be played once (R4)."""


def most_decisions(options: Options) -> int:
    """The most decisions of a game; where a card sets no bound (R38), the most that is ever going to happen."""
    return 8 * ROUND + TRICKS_IN_PILE + sum(card.length.decisions for card in _expansions(options))


def most_chances(options: Options) -> int:
    """The most chance nodes of a game: who starts, 48 cards, and the rolls."""
    return 1 + 48 + 80 + TRICKS_IN_PILE + sum(card.length.chances for card in _expansions(options))


def _expansions(options: Options) -> list[TrickCard]:
    return [card for card in cards_of(options) if card.option is not None]


MOMENT = len(OUTCOMES) + 1
"""What a code plus one is divided by in the history part of the tensor, where 0 stands for nothing yet."""


class ShanghaienObserver:
    """What a player sees; with perfect recall also every action and outcome so far, as codes in order."""

    def __init__(self, options: Options, perfect_recall: bool) -> None:
        self.layout = layout_for(options)
        self.moments = most_decisions(options) + most_chances(options) if perfect_recall else 0
        self.scale = np.array(self.layout.scale, np.float32)
        self.tensor: npt.NDArray[np.float32] = np.zeros(self.layout.size + self.moments, np.float32)
        self.dict: dict[str, npt.NDArray[np.float32]] = {
            name: self.tensor[part] for name, part in self.layout.slices.items()
        }
        if perfect_recall:
            self.dict["history"] = self.tensor[self.layout.size :]

    def set_from(self, state: Any, player: int) -> None:
        """Fill `tensor`, and with it the views in `dict`, with what the player sees."""
        self.tensor.fill(0)
        self.tensor[: self.layout.size] = self.layout.numbers(state.position, player) / self.scale
        if self.moments:
            codes = state.history()[-self.moments :]
            self.dict["history"][: len(codes)] = (np.array(codes, np.float32) + 1) / MOMENT

    def string_from(self, state: Any, player: int) -> str:
        """The same for people."""
        text = self.layout.text(self.layout.numbers(state.position, player))
        if self.moments:
            text += "\nhistory: " + " ".join(map(str, state.history()))
        return text


DEFAULT = Options()
TRICK_COUNTS = {f"tricks_{card}": count for card, count in zip(PILE_TRICKS, DEFAULT.tricks, strict=True)}
"""A parameter for each kind of trick card in the pile: how many there are of it (R4)."""

TERMINAL, CHANCE = int(pyspiel.PlayerId.TERMINAL), int(pyspiel.PlayerId.CHANCE)

GAME_TYPE = pyspiel.GameType(
    short_name="python_shanghaien",
    long_name="Shanghaien",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification={
        **TRICK_COUNTS,
        "first": str(DEFAULT.first),
        "starter": str(DEFAULT.starter),
        **dict.fromkeys(EXPANSIONS, False),
    },
)


def options_from(parameters: dict[str, Any]) -> Options:
    """The set-up that OpenSpiel's parameters stand for; what is not named keeps its default."""
    values = GAME_TYPE.parameter_specification | parameters
    tricks = tuple(values.pop(name) for name in TRICK_COUNTS)
    return Options.from_dict(values | {"tricks": tricks})


def _info(options: Options) -> pyspiel.GameInfo:
    return pyspiel.GameInfo(
        num_distinct_actions=action_count(options),
        max_chance_outcomes=outcome_count(options),
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=most_decisions(options),
    )


class ShanghaienGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """The game with one set of options."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__(GAME_TYPE, _info(options_from(params or {})), params or {})

    def new_initial_state(self) -> "ShanghaienState":
        return ShanghaienState(self)

    def max_chance_nodes_in_history(self) -> int:
        return most_chances(options_from(self.get_parameters()))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> ShanghaienObserver:
        """An observer of the table; with perfect recall it adds everything that happened."""
        perfect_recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return ShanghaienObserver(options_from(self.get_parameters()), perfect_recall)


class Held:
    """A game state that copies of an OpenSpiel state may share, since it never changes."""

    __slots__ = ("state",)

    def __init__(self, state: State) -> None:
        self.state = state

    def __deepcopy__(self, memo: dict[int, Any]) -> "Held":
        return self


@lru_cache(maxsize=64)
def _opening(parameters: tuple[tuple[str, Any], ...]) -> Held:
    # Kept, because OpenSpiel makes every clone of a state from a new one.
    return Held(rules.new_game(options_from(dict(parameters))))


@lru_cache(maxsize=8192)
def _after(held: Held, code: int) -> Held:
    # Kept, because a tree search walks the same first steps in every simulation.
    state = held.state
    if rules.is_chance(state):
        return Held(rules.advance(state, outcome_of(code)).state)
    return Held(rules.apply(state, action_of(code)).state)


@lru_cache(maxsize=1024)
def _coded(chance: Distribution) -> tuple[tuple[int, float], ...]:
    # Kept, because searches ask for the same rolls again and again; the rules make each distribution once.
    weighted = zip(chance.outcomes, chance.weights, strict=True)
    return tuple((outcome_code(outcome), weight / chance.total) for outcome, weight in weighted)


class ShanghaienState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """One moment of a game."""

    def __init__(self, game: ShanghaienGame) -> None:
        super().__init__(game)
        self.held = _opening(tuple(game.get_parameters().items()))

    @property
    def position(self) -> State:
        return self.held.state

    def current_player(self) -> int:
        """The seat that is asked, chance, or none at the end."""
        state = self.held.state
        seat = rules.to_move(state)
        if seat is not None:
            return seat
        return TERMINAL if state.over else CHANCE

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(action_code(action) for action in rules.legal_actions(self.held.state))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(_coded(rules.chance(self.held.state)))

    def _apply_action(self, action: int) -> None:
        self.held = _after(self.held, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return rules.outcome_text(outcome_of(action)) if player == CHANCE else rules.action_text(action_of(action))

    def is_terminal(self) -> bool:
        return self.held.state.over

    def returns(self) -> list[float]:
        """1 for the winner and -1 for the loser, 0 for both in a draw or before the end."""
        if not self.held.state.over:
            return [0.0, 0.0]
        return [float(result(self.held.state, seat)) for seat in (0, 1)]

    def __str__(self) -> str:
        observer = ShanghaienObserver(self.held.state.options, perfect_recall=False)
        return observer.string_from(self, 0)


pyspiel.register_game(GAME_TYPE, ShanghaienGame)
