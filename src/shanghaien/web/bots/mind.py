"""What runs in a process of its own: the bots of some games, each remembering its solved round."""

import os
import signal
import threading
from collections import OrderedDict
from multiprocessing import parent_process
from multiprocessing.connection import wait

from shanghaien.rules import Seat, State
from shanghaien.rules.notation import action_text

from .opponents import MAKERS, Opponent

REMEMBERED = 64
"""How many bots keep what they have worked out; the one that was not asked for longest forgets first."""

_opponents: OrderedDict[tuple[str, Seat], Opponent] = OrderedDict()


def prepare() -> None:
    """Make the process end with the server, however that ends, and leave Ctrl-C to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def think(game: str, level: str, state: State, seat: Seat) -> str:
    """What the bot does, in notation."""
    return action_text(_opponent(game, level, seat).choose(state, seat))


def _opponent(game: str, level: str, seat: Seat) -> Opponent:
    opponent = _opponents.pop((game, seat), None) or MAKERS[level]()
    _opponents[game, seat] = opponent
    if len(_opponents) > REMEMBERED:
        _opponents.popitem(last=False)
    return opponent


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)
