"""Who can sit at a table in the shell besides people: the bots, by name."""

import random

from shanghaien.ai.bots.levels import BY_NAME, bot
from shanghaien.rules import Chooser


def player(name: str, rng: random.Random) -> Chooser:
    """A player of this name; the same source of chance makes the same choices."""
    return bot(name, rng).choose


def title(name: str) -> str:
    """The name as one reads it at the table."""
    return BY_NAME[name].title
