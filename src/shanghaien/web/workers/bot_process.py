"""What runs in a process of its own: the bots of some games, each remembering its solved round."""

import os
import random
import signal
import threading
from collections import OrderedDict
from importlib import import_module
from multiprocessing import parent_process
from multiprocessing.connection import wait
from typing import Protocol

from shanghaien.rules import Action, Seat, State, action_text
from shanghaien.web.ids import GameId

REMEMBERED = 12
"""How many bots keep their solved round; the one that was not asked for longest forgets first.

A round takes a Captain about 25 MB; one who has to solve it again for every choice needs twice the time.
"""
COURTESY = 5
"""How much a thought steps back behind the pages when both want the same core."""


class Opponent(Protocol):
    """A bot of one seat at one table."""

    rng: random.Random

    def choose(self, state: State) -> Action:
        """The action for the seat that is asked."""


_opponents: OrderedDict[tuple[GameId, Seat], Opponent] = OrderedDict()


def prepare() -> None:
    """Make the process end with the server, however that ends, leave Ctrl-C to it, and learn to think."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    os.nice(COURTESY)
    for library in ("OPENBLAS", "OMP", "MKL"):
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")  # must be set before NumPy is imported
    import_module("shanghaien.ai.bots.levels")


def ready() -> None:
    """Nothing; to be asked while the process starts."""


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


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)
