"""The ways in which a player can use his trick of a round, sorted for the solver and freed of those nobody needs."""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from shanghaien.ai.value.payoff import Floats
from shanghaien.rules.actions import Act
from shanghaien.rules.cards import Seat

from .position import Way


class Group(IntEnum):
    """Statuses of a player that share layers: they have equally many dice on cards at the same moment."""

    OPEN = 0
    """May still play a trick."""
    SPENT = 1
    """Can play no trick any more; has placed one die per turn."""
    BOTH = 2
    """Has played both dice: one die more (R18)."""
    LEFT_OUT = 3
    """Like `SAILORS`, in a way that the solver does not look ahead to; worked out only if somebody asks."""
    SAILORS = 4
    """Like `SPENT`, by one of the many ways to play two sailors."""

    @property
    def many(self) -> bool:
        """Whether a group can have so many members that pairs of them are not all kept."""
        return self in (Group.SAILORS, Group.LEFT_OUT)


GROUPS = {
    None: Group.OPEN,
    Act.TWO_SAILORS: Group.SAILORS,
    Act.DIE_SHIFT: Group.SPENT,
    Act.ROLL_AGAIN: Group.SPENT,
    Act.DOUBLE: Group.SPENT,
    Act.BOTH_DICE: Group.BOTH,
    Act.ROLL_ALL: Group.SPENT,
    Act.EXCHANGE: Group.SPENT,
}
"""Where a player is after an act; what roll all again and exchange bring is seen when they are played."""


@dataclass(frozen=True)
class TrickWays:
    """One player's ways, as columns of the payoff array."""

    columns: dict[Group, tuple[int, ...]]
    """Per group the columns of the payoffs that its members stand for."""
    spots: dict[Way, tuple[Group, int]]
    """Where to find each way."""
    shift: int | None
    """The member of `SPENT` that stands for die ±1."""
    again: tuple[int, ...]
    """Members of `SPENT` that stand for rolling again."""


def trick_ways(ways: tuple[Way, ...], worth: Floats, seat: Seat, tolerance: float) -> TrickWays:
    """The menu of a player whose ways have these payoffs (first axis: way).

    Ways with equal payoffs become one. Of the ways to play two sailors, those are left out that another one equals or
    beats (or misses by at most `tolerance`) whatever else happens: against every way of the other player, every
    sharing, every caller. So nothing is lost that an answer to the other player's choice could have gained.
    """
    if len(ways) == 1:
        return TrickWays({Group.SPENT: (0,)}, {ways[0]: (Group.SPENT, 0)}, None, ())
    gain = worth.reshape(len(ways), -1) * (1 if seat == 0 else -1)
    needed = _needed([n for n, way in enumerate(ways) if way.act is Act.TWO_SAILORS], gain, tolerance)
    columns: dict[Group, list[int]] = {group: [] for group in Group}
    spots: dict[Way, tuple[Group, int]] = {}
    for number, way in enumerate(ways):
        group = Group.LEFT_OUT if way.act is Act.TWO_SAILORS and number not in needed else GROUPS[way.act]
        twins = [place for place, other in enumerate(columns[group]) if np.array_equal(gain[other], gain[number])]
        spots[way] = group, twins[0] if twins else len(columns[group])
        if not twins:
            columns[group].append(number)
    return TrickWays({group: tuple(members) for group, members in columns.items() if members}, spots, *_members(spots))


def _needed(sailors: list[int], gain: Floats, tolerance: float) -> set[int]:
    """The ways to play two sailors that no other needed one makes superfluous."""
    needed: list[int] = []
    for number in sorted(sailors, key=lambda way: -float(gain[way].sum(dtype=np.float64))):
        if not any((gain[other] >= gain[number] - tolerance).all() for other in needed):
            needed.append(number)
    return set(needed)


def _members(spots: dict[Way, tuple[Group, int]]) -> tuple[int | None, tuple[int, ...]]:
    def places(*acts: Act) -> tuple[int, ...]:
        found = {place for way, (group, place) in spots.items() if group is Group.SPENT and way.act in acts}
        return tuple(sorted(found))

    shift = places(Act.DIE_SHIFT)
    return shift[0] if shift else None, places(Act.ROLL_AGAIN, Act.DOUBLE)
