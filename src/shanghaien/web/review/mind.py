"""What runs in the reviewing process: one review at a time, with the lowest priority, telling how far it has come."""

import json
import os
from ctypes import Array, c_int

from shanghaien.ai.review import judgement, review
from shanghaien.ai.review_json import to_dict
from shanghaien.rules.record_load import load
from shanghaien.web.bots.mind import prepare

NICENESS = 15
"""Games that are being played come first."""

_progress: "list[Array[c_int]]" = []


def begin(progress: "Array[c_int]") -> None:
    """Make the process ready; `progress` is shared with the server: steps done and steps in all."""
    prepare()
    os.nice(NICENESS)
    _progress.append(progress)


def reviewed(text: str) -> str:
    """The review of a record, both as text."""

    def tell(done: int, of: int) -> None:
        _progress[0][0], _progress[0][1] = done, of

    return json.dumps(to_dict(review(load(text), judgement(), tell)), separators=(",", ":"))
