"""How many requests of each kind may be under way at once: one more is turned away at once, before it has waited in vain."""

from collections import Counter
from collections.abc import Mapping
from enum import StrEnum

from litestar.types import Scope

from .rate_limit import FREE, SAFE, STREAMS


class Kind(StrEnum):
    """What a request costs, and whom it would keep waiting."""

    FREE = "free"
    """Files, health checks, and streams, which are limited by address."""
    MOVE = "move"
    PAGE = "page"
    HEAVY = "heavy"
    """Whole games read, replayed or weighed."""


MOST = {Kind.MOVE: 256, Kind.PAGE: 128, Kind.HEAVY: 16}
"""Each is what one process answers within about a second; whoever came after them would wait longer than for a retry."""
PARTS = 4
"""Into how many parts the places are divided of which one address may have one."""
SECONDS_TO_COME_BACK = 2
HEAVY_BEGINNINGS = ("/import", "/replay/", "/hint/")
HEAVY_ENDS = ("/review", "/record", "/record.txt", "/record.json", "/dice")


def kind_of(scope: Scope) -> Kind:
    """The kind of a request, by its address and method."""
    path = scope["path"]
    if path.startswith(FREE) or path.endswith(STREAMS):
        return Kind.FREE
    if path.startswith(HEAVY_BEGINNINGS) or path.endswith(HEAVY_ENDS):
        return Kind.HEAVY
    return Kind.PAGE if scope.get("method") in SAFE else Kind.MOVE


class RequestsUnderWay:
    """Counts the requests under way, of all and of each address."""

    def __init__(self, most: Mapping[Kind, int] = MOST) -> None:
        self._most = most
        self.counted: Counter[Kind] = Counter()
        self.refused: Counter[Kind] = Counter()
        self._of: Counter[tuple[str, Kind]] = Counter()

    def begin(self, kind: Kind, address: str = "") -> bool:
        """Count one more, if there may be one more; one address never takes all places from the others."""
        most = self._most.get(kind)
        if most is not None:
            share = max(most // PARTS, 1) if address else most
            if self.counted[kind] >= most or self._of[address, kind] >= share:
                self.refused[kind] += 1
                return False
        self.counted[kind] += 1
        self._of[address, kind] += 1
        return True

    def end(self, kind: Kind, address: str = "") -> None:
        """One is answered."""
        self.counted[kind] -= 1
        self._of[address, kind] -= 1
        if not self._of[address, kind]:
            del self._of[address, kind]
