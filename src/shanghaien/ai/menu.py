"""The ways in which a player can use his trick of a round, sorted for the solver and freed of those nobody needs."""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from shanghaien.rules.actions import Act
from shanghaien.rules.cards import Seat

from .payoff import Floats
from .position import Way


class Group(IntEnum):
    """Statuses of a player that share layers: they have equally many dice on cards at the same moment."""

    OPEN = 0
    """May still play a trick."""
    SPENT = 1
    """Can play no trick any more; has placed one die per turn."""
    BOTH = 2
    """Has played both dice: one die more (R18)."""


@dataclass(frozen=True)
class Menu:
    """One player's ways, as columns of the payoff array."""

    columns: dict[Group, tuple[int, ...]]
    """Per group the columns of the payoffs that its members stand for."""
    spots: dict[Way, tuple[Group, int]]
    """Where to find each way; a way that was left out is missing."""
    sailors: tuple[int, ...]
    """Members of `SPENT` that stand for two sailors."""
    shift: int | None
    """The member of `SPENT` that stands for die ±1."""
    again: tuple[int, ...]
    """Members of `SPENT` that stand for rolling again."""

    @property
    def both(self) -> bool:
        """Whether both dice can be played."""
        return Group.BOTH in self.columns

    @property
    def start(self) -> tuple[Group, int]:
        """Where a player is who has used no trick since the solved position."""
        return (Group.OPEN, 0) if Group.OPEN in self.columns else (Group.SPENT, 0)


def menu(ways: tuple[Way, ...], worth: Floats, seat: Seat, tolerance: float) -> Menu:
    """The menu of a player whose ways have these payoffs (first axis: way).

    Ways with equal payoffs become one. Of the ways to play two sailors, those are left out that another one equals or
    beats (by less than `tolerance` at most) whatever else happens: against every way of the other player, every
    sharing, every caller. So nothing is lost that an answer to the other player's choice could have gained.
    """
    if len(ways) == 1:
        return Menu({Group.SPENT: (0,)}, {ways[0]: (Group.SPENT, 0)}, (), None, ())
    gain = worth.reshape(len(ways), -1) * (1 if seat == 0 else -1)
    columns: dict[Group, tuple[int, ...]] = {Group.OPEN: (0,)}
    spots: dict[Way, tuple[Group, int]] = {ways[0]: (Group.OPEN, 0)}
    needed = _needed([n for n, way in enumerate(ways) if way.act is Act.TWO_SAILORS], gain, tolerance)
    spent: list[int] = []
    for number, way in enumerate(ways[1:], start=1):
        if way.act is Act.BOTH_DICE:
            columns[Group.BOTH] = (number,)
            spots[way] = (Group.BOTH, 0)
            continue
        twin = next((place for place, other in enumerate(spent) if np.array_equal(gain[other], gain[number])), None)
        if twin is None and (way.act is not Act.TWO_SAILORS or number in needed):
            spent.append(number)
            twin = len(spent) - 1
        if twin is not None:
            spots[way] = (Group.SPENT, twin)
    if spent:
        columns[Group.SPENT] = tuple(spent)
    return Menu(columns, spots, *_members(spots))


def _needed(sailors: list[int], gain: Floats, tolerance: float) -> set[int]:
    """The ways to play two sailors that no other needed one makes superfluous."""
    needed: list[int] = []
    for number in sorted(sailors, key=lambda way: -float(gain[way].sum(dtype=np.float64))):
        if not any((gain[other] >= gain[number] - tolerance).all() for other in needed):
            needed.append(number)
    return set(needed)


def _members(spots: dict[Way, tuple[Group, int]]) -> tuple[tuple[int, ...], int | None, tuple[int, ...]]:
    def places(*acts: Act) -> tuple[int, ...]:
        found = {place for way, (group, place) in spots.items() if group is Group.SPENT and way.act in acts}
        return tuple(sorted(found))

    shift = places(Act.DIE_SHIFT)
    return places(Act.TWO_SAILORS), shift[0] if shift else None, places(Act.ROLL_AGAIN, Act.DOUBLE)
