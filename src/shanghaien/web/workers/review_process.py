"""What runs in a process for reviews or advice: one piece of work at a time, telling how far it has come.

The server knows these functions by name only: what they need to think is loaded in the process that does.
"""

import os
from ctypes import Array, c_int
from functools import cache
from importlib import import_module
from typing import Any

from shanghaien.rules import State

from .bot_process import prepare

_progress: "list[Array[c_int]]" = []


def begin(progress: "Array[c_int]", niceness: int) -> None:
    """Make the process ready; `progress` is shared with the server: steps done and steps in all."""
    prepare()
    os.nice(niceness)
    _progress.append(progress)


def weighed(state: State) -> list[tuple[str, float]]:
    """Every legal action in notation with its value for seat 0, best first for the seat that is asked."""
    told: list[tuple[str, float]] = _mind().weighed(state)
    return told


def reviewed(text: str) -> str:
    """The review of a record, both as text."""

    def tell(done: int, of: int) -> None:
        _progress[0][0], _progress[0][1] = done, of

    return str(_mind().reviewed(text, tell))


@cache
def _mind() -> Any:
    return import_module("shanghaien.web.workers.review_mind")
