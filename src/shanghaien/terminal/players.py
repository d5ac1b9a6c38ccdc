"""Who can sit at a table in the shell besides people: the bots, by name."""

import random
from collections.abc import Callable

from shanghaien.ai.bots.levels import BY_NAME, bot
from shanghaien.rules import Action, State

Player = Callable[[State], Action]
"""Chooses one of the legal actions of a state in which it is asked."""

NAMES = tuple(BY_NAME)
"""From the cabin boy to the captain, and the simple players that they are measured by."""


def player(name: str, rng: random.Random) -> Player:
    """A player of this name; the same source of chance makes the same choices."""
    return bot(name, rng).choose


def title(name: str) -> str:
    """The name as one reads it at the table."""
    return BY_NAME[name].title
