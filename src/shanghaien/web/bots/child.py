"""What runs in a process of its own: the bots of some games, each remembering its solved round."""

import random
from collections import OrderedDict
from importlib import import_module
from typing import Protocol

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


_opponents: OrderedDict[tuple[GameId, Seat], Opponent] = OrderedDict()


def think(game: GameId, level: str, state: State, seat: Seat, whim: str) -> str:
    """What the bot does, in notation; the same whim decides the same."""
    opponent = _opponent(game, level, seat)
    opponent.rng.seed(whim)
    return action_text(opponent.choose(state))


def _opponent(game: GameId, level: str, seat: Seat) -> Opponent:
    opponent: Opponent | None = _opponents.pop((game, seat), None)
    if opponent is None:
        opponent = import_module("shanghaien.ai.bots.levels").bot(level, random.Random())  # noqa: S311 - no secret
    assert opponent is not None
    _opponents[game, seat] = opponent
    if len(_opponents) > REMEMBERED:
        _opponents.popitem(last=False)
    return opponent
