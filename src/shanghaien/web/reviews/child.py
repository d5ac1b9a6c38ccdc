"""What runs in a process for reviews or advice: one piece of work at a time, telling how far it has come."""
# ruff: noqa: PLC0415 - the server knows these functions by name only; NumPy and the weights are loaded where they run

import json
from functools import cache
from typing import TYPE_CHECKING

from shanghaien.rules import State, action_text, load, to_move
from shanghaien.web.bots.heartbeat import tell_steps

if TYPE_CHECKING:
    from shanghaien.ai.review.reviewer import Progress
    from shanghaien.ai.round.judge import Judge


def weighed(state: State) -> list[tuple[str, float]]:
    """Every legal action in notation with its value for seat 0, best first for the seat that is asked."""
    values = _judge().action_values(state)
    ranked = sorted(values.items(), key=lambda item: item[1], reverse=to_move(state) == 0)
    return [(action_text(action), value) for action, value in ranked]


def reviewed(text: str, tell: "Progress" = tell_steps) -> str:
    """The review of a record, both as text."""
    from shanghaien.ai.review.json_form import to_dict
    from shanghaien.ai.review.reviewer import judgement, review

    return json.dumps(to_dict(review(load(text), judgement(), tell)), separators=(",", ":"))


@cache
def _judge() -> "Judge":
    import numpy as np

    from shanghaien.ai.review.reviewer import judgement
    from shanghaien.ai.round.judge import Judge
    from shanghaien.ai.round.memory import enough_memory

    return Judge(judgement(), last_dtype=np.float64, foresee=enough_memory())
