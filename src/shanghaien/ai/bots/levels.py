"""Opponents of every strength. A bot is asked with a state, which holds nothing that its seat may not see (R5)."""

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from shanghaien import rules
from shanghaien.ai.round.card_knowledge import all_known
from shanghaien.ai.round.judge import Judge
from shanghaien.ai.value.score import HandMade
from shanghaien.ai.value.trained import shipped_value
from shanghaien.rules import Action, Phase, Roll, Seat, State

from . import mistakes
from .one_move_ahead import lead_after_each

IMPATIENCE = 1e-6
"""What going on is worth, in the unit of a bot's judgement: more than the rounding of a number, and nothing else."""
Thoughts = Callable[[State], Mapping[Action, float]]
"""What a player thinks that each legal action is worth to seat 0."""


@dataclass(frozen=True)
class Level:
    """A kind of opponent: how they judge, and how hastily they choose."""

    name: str
    title: str
    about: str
    """One sentence for whoever picks an opponent."""
    thoughts: Callable[[], Thoughts]
    """Makes a mind of their own: solved rounds are kept in it."""
    haste: float = 0.0
    """The usual loss that they no longer notice, in the unit of their judgement."""
    loss: float | None = None
    """The chance of winning that they give away per decision, as measured (`docs/strength.md`)."""
    beats_one_below: float | None = None
    """How often they win against the level below, as measured there; the lowest level against random play."""


class Bot:
    """One opponent at one table: chooses a legal action whenever its seat is asked; the same seed plays the same."""

    def __init__(self, level: Level, rng: random.Random) -> None:
        self.level = level
        self.rng = rng
        self._think = level.thoughts()

    def choose(self, state: State) -> Action:
        """The action for the seat that is asked."""
        legal = rules.legal_actions(state)
        seat = rules.to_move(state)
        if seat is None:
            raise ValueError("Nobody is asked to choose here.")
        if len(legal) == 1:
            return legal[0]
        thoughts = self._think(state)
        if not all_known(state.options):
            thoughts = _brought_on(state, seat, thoughts)
        return mistakes.choose(thoughts, seat, self.level.haste, self.rng)


def _brought_on(state: State, seat: Seat, thoughts: Mapping[Action, float]) -> dict[Action, float]:
    """The same thoughts, but of equals that is better which brings the game on.

    A card that a bot does not know may ask again as often as it is answered so, and a lost game is lost either way.
    """
    less = -IMPATIENCE if seat == 0 else IMPATIENCE
    return {action: value + less * _holds_up(state, action) for action, value in thoughts.items()}


def _holds_up(state: State, action: Action) -> int:
    """Nothing for what ends the turn or begins it with a roll, most for what leads to a step of a trick card."""
    after = rules.apply(state, action).state
    if isinstance(action, Roll) or after.over or (after.round, after.turn) != (state.round, state.turn):
        return 0
    return 1 if after.phase in set(Phase) else 2


def _solver_thoughts(judge: Judge) -> Thoughts:
    return lambda state: judge.action_values(state, judge.needed_actions(state))


def _hand_made() -> Thoughts:
    return _solver_thoughts(Judge(HandMade(), thrifty=True))


def _trained() -> Thoughts:
    return _solver_thoughts(Judge(shipped_value(), thrifty=True))


def _one_move_ahead() -> Thoughts:
    return lead_after_each


def _indifferent() -> Thoughts:
    return lambda state: dict.fromkeys(rules.legal_actions(state), 0.0)


LEVELS = (
    Level(
        "cabin-boy",
        "Cabin Boy",
        "First day at sea: takes what glitters and calls too soon.",
        _one_move_ahead,
        2.5,
        0.026,
        0.95,
    ),
    Level(
        "deckhand",
        "Deckhand",
        "Knows the tavern, but hurries and counts only today's score.",
        _hand_made,
        0.03,
        0.019,
        0.75,
    ),
    Level(
        "boatswain", "Boatswain", "Plays a round well and thinks little of the next.", _hand_made, 0.005, 0.013, 0.74
    ),
    Level(
        "first-mate", "First Mate", "Plans the whole voyage, and is careless now and then.", _trained, 0.04, 0.008, 0.62
    ),
    Level("captain", "Captain", "Solves every round and knows what it leaves behind.", _trained, 0.0, 0.0, 0.79),
)
"""The five opponents, from the weakest to the strongest."""

YARDSTICKS = (
    Level("random", "Random", "Every legal action is as likely.", _indifferent, math.inf),
    Level("greedy", "Greedy", "Looks one move ahead.", _one_move_ahead),
    Level("hand-made", "Hand-made", "Solves every round, judges its end by the score so far.", _hand_made),
)
"""Players to measure the levels by."""

BY_NAME = {level.name: level for level in (*LEVELS, *YARDSTICKS)}


def bot(name: str, rng: random.Random) -> Bot:
    """A bot by the name of its level or yardstick."""
    return Bot(BY_NAME[name], rng)
