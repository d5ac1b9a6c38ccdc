"""What the review of a game is kept under."""

import json
from hashlib import sha256

from shanghaien.ai.review.json_form import JUDGEMENT, VERSION
from shanghaien.rules import REVISION

from .records import steps_of
from .summary import result_text
from .table import Table


def key_of(table: Table) -> str:
    """What a review is kept under: the game as it was played, and everything that its numbers depend on.

    It is made of what the table knows, since every look at a page that waits asks for it.
    """
    content = [VERSION, JUDGEMENT, REVISION, table.options.as_dict(), steps_of(table), result_text(table.result)]
    return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:32]
