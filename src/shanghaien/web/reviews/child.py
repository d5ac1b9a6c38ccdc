"""What runs in a process for reviews or advice: one piece of work at a time, telling how far it has come.

The server knows these functions by name only: what they need to think is loaded in the process that does.
"""

from functools import cache
from importlib import import_module
from typing import Any

from shanghaien.rules import State
from shanghaien.web.bots.heartbeat import tell_steps


def weighed(state: State) -> list[tuple[str, float]]:
    """Every legal action in notation with its value for seat 0, best first for the seat that is asked."""
    told: list[tuple[str, float]] = _mind().weighed(state)
    return told


def reviewed(text: str) -> str:
    """The review of a record, both as text."""
    return str(_mind().reviewed(text, tell_steps))


@cache
def _mind() -> Any:
    return import_module("shanghaien.web.reviews.mind")
