"""Opponents of every strength. A bot is asked with a state, which holds nothing that its seat may not see (R5)."""

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from shanghaien import rules
from shanghaien.ai.round.card_knowledge import all_known
from shanghaien.ai.round.judge import Judge
from shanghaien.ai.value.payoff import HandMade
from shanghaien.ai.value.trained import shipped_value
from shanghaien.rules import Action, Answer, Call, Phase, Play, Roll, Seat, State, win

Choice = TypeVar("Choice")


def choose_with_haste(values: Mapping[Action, float], seat: Seat, haste: float, rng: random.Random) -> Action:
    """Errs like people: the best action for the player or, the greater their haste, one that loses something.

    An action that loses `x` is less likely than the best by the factor exp(-x / haste); the haste of each decision is
    drawn anew around its mean, for attention varies. First comes what to do, then how: many ways to do the same thing
    do not make it more likely. Without haste it is always the best, the first one of equals; with endless haste, any.
    """
    best = max(values.values()) if seat == 0 else min(values.values())
    losses = {action: abs(best - value) for action, value in values.items()}
    if math.isinf(haste):
        return rng.choice(list(values))
    if haste <= 0:
        return min(losses, key=losses.__getitem__)
    now = haste * rng.expovariate(1.0)
    kinds: dict[object, dict[Action, float]] = {}
    for action, loss in losses.items():
        kinds.setdefault(_kind(action), {})[action] = loss
    kind = _pick({kind: min(members.values()) for kind, members in kinds.items()}, now, rng)
    return _pick(kinds[kind], now, rng)


def _kind(action: Action) -> object:
    """What is done, whatever the details: the act of a trick card, the word of an answer."""
    match action:
        case Play():
            return Play, action.act
        case Answer():
            return Answer, action.word
        case _:
            return type(action)


def _pick(losses: Mapping[Choice, float], haste: float, rng: random.Random) -> Choice:
    weights = [math.exp(-loss / haste) if haste > 0 else float(loss == 0) for loss in losses.values()]
    return rng.choices(list(losses), weights)[0]


CALL_TEMPTATION = 2
"""A beginner, who looks one move ahead, calls Shanghai once it gains at least this many points more than the other."""


def lead_after_each(state: State) -> dict[Action, float]:
    """For each legal action the lead of seat 0, in points, if the round ended right after it."""
    return {action: _lead_after(state, action) for action in rules.legal_actions(state)}


def _lead_after(state: State, action: Action) -> float:
    seat = rules.to_move(state)
    assert seat is not None
    if isinstance(action, Roll):
        # A roll promises something: a call has to gain more than this.
        return lead(state) + (CALL_TEMPTATION if seat == 0 else -CALL_TEMPTATION)
    after = rules.apply(state, action).state
    if isinstance(action, Call) and after.announced is None:
        return lead(after)
    return lead_if_called(after)


def lead(state: State) -> float:
    """Points of seat 0 minus points of seat 1 as the crews stand."""
    own, other = rules.points(state)
    return own - other


def lead_if_called(state: State) -> float:
    """The same if Shanghai were called now; dice rolled and not yet placed count as placed where they help most."""
    leads = [_lead_with(state, die) for die in (set(state.rolled) or {0})]
    return max(leads) if state.turn == 0 else min(leads)


def _lead_with(state: State, die: int) -> float:
    placed = _placed(state, state.turn, die) if die and state.end is not None else state
    players = list(placed.players)
    for taking in rules.takings_now(placed):
        if taking.taker is not None:
            players[taking.taker] = win(players[taking.taker], taking.card)
    own, other = rules.standing((players[0], players[1])).points
    return own - other


def _placed(state: State, seat: Seat, die: int) -> State:
    player = state.players[seat]
    dice = tuple(count + (number == die) for number, count in enumerate(player.dice, start=1))
    return state.with_player(seat, player._replace(dice=dice))


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
    """One sentence for a player who picks an opponent."""
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
        legal = rules.legal_actions(state)
        seat = rules.to_move(state)
        if seat is None:
            raise ValueError("Nobody is asked to choose here.")
        if len(legal) == 1:
            return legal[0]
        thoughts = self._think(state)
        if not all_known(state.options):
            thoughts = _brought_on(state, seat, thoughts)
        return choose_with_haste(thoughts, seat, self.level.haste, self.rng)


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
    return _solver_thoughts(Judge(HandMade(), thrifty=True, foresee=False))


def _trained() -> Thoughts:
    return _solver_thoughts(Judge(shipped_value(), thrifty=True, foresee=False))


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
    return Bot(BY_NAME[name], rng)
