"""At which time whose next piece of work has its turn: who asks for much at once is put further and further back."""

from collections import OrderedDict

from shanghaien.web.clock import now

EACH_MS = 10_000
"""What one piece takes on a busy machine: the next one of the same place has its turn so much later."""
MOST_WAITING = 16
"""Pieces of one place that may wait at once, as far as their turns tell."""
MOST_REMEMBERED = 10_000


class Paces:
    """The last turn of each place. Turns are times, so that rows in the store can be sorted by them."""

    def __init__(self) -> None:
        self._last: OrderedDict[str, int] = OrderedDict()

    def next_turn(self, place: str) -> int | None:
        """The time of the next turn, now at the earliest; None if so many wait that this one may not."""
        turn = max(now(), self._last.get(place, 0) + EACH_MS)
        return None if turn > now() + MOST_WAITING * EACH_MS else turn

    def took(self, place: str, turn: int) -> None:
        """Note a turn that was taken."""
        self._last[place] = turn
        self._last.move_to_end(place)
        if len(self._last) > MOST_REMEMBERED:
            self._last.popitem(last=False)
