"""Erring like people: small losses often, large ones rarely."""

import math
import random
from collections.abc import Mapping
from typing import TypeVar

from shanghaien.rules import Action, Answer, Play, Seat

Choice = TypeVar("Choice")


def choose(values: Mapping[Action, float], seat: Seat, haste: float, rng: random.Random) -> Action:
    """One of the actions: the best one for the player, or, the greater their haste, one that loses something.

    An action that loses `x` is less likely than the best by the factor exp(-x / haste); the haste of each decision is
    drawn anew around its mean, for attention varies. First comes what to do, then how: many ways to do the same thing
    do not make it more likely. Without haste it is always the best, the first one of equals; with endless haste, any.
    """
    losses = _losses(values, seat)
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


def _losses(values: Mapping[Action, float], seat: Seat) -> dict[Action, float]:
    best = max(values.values()) if seat == 0 else min(values.values())
    return {action: abs(best - value) for action, value in values.items()}


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
