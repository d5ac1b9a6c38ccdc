"""What runs in a process of its own: the bots of some games, each remembering its solved round."""

import random
from importlib import import_module
from typing import Protocol

from cachetools import LRUCache

from shanghaien.rules import Action, Seat, State, action_text
from shanghaien.web.core.ids import GameId

REMEMBERED = 12
"""How many bots keep their solved round; the one that was not asked for longest forgets first.

A round takes a Captain about 25 MB; one who has to solve it again for every choice needs twice the time.
"""
FORESEEING = 6
"""A Captain at a table with expansions counts as so many: foreseeing every card, a round takes them up to 250 MB."""


class Opponent(Protocol):
    """A bot of one seat at one table."""

    rng: random.Random

    def choose(self, state: State) -> Action:
        """The action for the seat that is asked."""


_opponents: LRUCache[tuple[GameId, Seat], tuple[Opponent, int]] = LRUCache(REMEMBERED, lambda kept: kept[1])
"""The bots and as how many each of them counts."""


def think(game: GameId, level: str, state: State, seat: Seat, bot_seed: str) -> str:
    """What the bot does, in notation; the same seed decides the same."""
    opponent = _opponent(game, level, seat, state)
    opponent.rng.seed(bot_seed)
    return action_text(opponent.choose(state))


def _opponent(game: GameId, level: str, seat: Seat, state: State) -> Opponent:
    if (game, seat) not in _opponents:
        made: Opponent = import_module("shanghaien.ai.bots").bot(level, random.Random())  # noqa: S311 - no secret
        foreseeing = level == "captain" and state.options.expansions
        _opponents[game, seat] = made, FORESEEING if foreseeing else 1
    return _opponents[game, seat][0]
