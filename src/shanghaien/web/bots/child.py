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


class Opponent(Protocol):
    """A bot of one seat at one table."""

    rng: random.Random

    def choose(self, state: State) -> Action:
        """The action for the seat that is asked."""


_opponents: LRUCache[tuple[GameId, Seat], Opponent] = LRUCache(REMEMBERED)


def think(game: GameId, level: str, state: State, seat: Seat, bot_seed: str) -> str:
    """What the bot does, in notation; the same seed decides the same."""
    opponent = _opponent(game, level, seat)
    opponent.rng.seed(bot_seed)
    return action_text(opponent.choose(state))


def _opponent(game: GameId, level: str, seat: Seat) -> Opponent:
    if (game, seat) not in _opponents:
        made: Opponent = import_module("shanghaien.ai.bots").bot(level, random.Random())  # noqa: S311 - no secret
        _opponents[game, seat] = made
    return _opponents[game, seat]
