"""Reviews and advice themselves; only a process that thinks loads this, with NumPy and the weights."""

import json
from functools import cache

import numpy as np

from shanghaien import rules
from shanghaien.ai.review.json_form import to_dict
from shanghaien.ai.review.reviewer import Progress, judgement, review
from shanghaien.ai.round.judge import Judge
from shanghaien.rules import State, action_text, load


@cache
def _judge() -> Judge:
    return Judge(judgement(), last_dtype=np.float64)


def weighed(state: State) -> list[tuple[str, float]]:
    """Every legal action in notation with its value for seat 0, best first for the seat that is asked."""
    values = _judge().action_values(state)
    ranked = sorted(values.items(), key=lambda item: item[1], reverse=rules.to_move(state) == 0)
    return [(action_text(action), value) for action, value in ranked]


def reviewed(text: str, tell: Progress) -> str:
    """The review of a record, both as text."""
    return json.dumps(to_dict(review(load(text), judgement(), tell)), separators=(",", ":"))
