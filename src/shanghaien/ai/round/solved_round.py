"""A solved round found again: whether a later position lies in it, and how tricks must have been used to come there."""

from shanghaien.rules import Seat

from .card_knowledge import known_of
from .dice import Counts, minus
from .position import Holding, Position, Way
from .solver import RoundTable


class SolvedRound:
    """A solved round, with what the players hold after each way of using a trick in it."""

    def __init__(self, table: RoundTable) -> None:
        self.table = table
        self._frame = table.position.frame()
        self._ways: tuple[dict[Holding, Way], dict[Holding, Way]] = (self._held_after(0), self._held_after(1))

    def ways_to(self, now: Position, dice: tuple[Counts, Counts]) -> tuple[Way, Way] | None:
        """How tricks must have been used to come to a position with these dice; None if it does not lie in this round.

        Nor does it if dice were taken away, or if both players chose among many ways: those pairs are not kept.
        """
        first, second = self._ways[0].get(now.holdings[0]), self._ways[1].get(now.holdings[1])
        before = self.table.position
        if first is None or second is None or before.end not in (None, now.end) or self._frame != now.frame():
            return None
        if self._not_kept(first, second) or any(min(minus(dice[seat], self.table.lying[seat])) < 0 for seat in (0, 1)):
            return None
        put_back = tuple(way.card for way in (first, second) if known_of(way.card).back_to_middle)  # R39
        return (first, second) if (*before.middle, *put_back) == now.middle else None

    def _not_kept(self, first: Way, second: Way) -> bool:
        return all(self.table.trick_ways[seat].spots[way][0].many for seat, way in enumerate((first, second)))

    def _held_after(self, seat: Seat) -> dict[Holding, Way]:
        return {self.table.position.holdings[seat].after(way): way for way in self.table.trick_ways[seat].spots}
