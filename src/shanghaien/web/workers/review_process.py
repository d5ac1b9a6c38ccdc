"""What runs in a process for reviews or advice: one piece of work at a time, telling how far it has come."""

import json
import os
from ctypes import Array, c_int
from functools import cache

import numpy as np

from shanghaien import rules
from shanghaien.ai.review.json_form import to_dict
from shanghaien.ai.review.reviewer import judgement, review
from shanghaien.ai.round.judge import Judge
from shanghaien.rules import State, action_text, load

from .bot_process import prepare

_progress: "list[Array[c_int]]" = []


def begin(progress: "Array[c_int]", niceness: int) -> None:
    """Make the process ready; `progress` is shared with the server: steps done and steps in all."""
    prepare()
    os.nice(niceness)
    _progress.append(progress)


@cache
def _judge() -> Judge:
    return Judge(judgement(), last_dtype=np.float64)


def weighed(state: State) -> list[tuple[str, float]]:
    """Every legal action in notation with its value for seat 0, best first for the seat that is asked."""
    values = _judge().action_values(state)
    ranked = sorted(values.items(), key=lambda item: item[1], reverse=rules.to_move(state) == 0)
    return [(action_text(action), value) for action, value in ranked]


def reviewed(text: str) -> str:
    """The review of a record, both as text."""

    def tell(done: int, of: int) -> None:
        _progress[0][0], _progress[0][1] = done, of

    return json.dumps(to_dict(review(load(text), judgement(), tell)), separators=(",", ":"))
