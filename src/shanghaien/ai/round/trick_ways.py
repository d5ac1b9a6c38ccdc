"""The ways in which a player can use a trick in a round, sorted for the solver and freed of those nobody needs."""

from dataclasses import dataclass

import numpy as np

from shanghaien.ai.value.payoff import Floats
from shanghaien.rules import Seat

from .card_knowledge import OnRoll, known_of
from .groups import Group
from .position import Way


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
    """The sorted ways of a player, whose ways have these payoffs (first axis: way).

    Ways with equal payoffs become one. Of the ways to play two sailors, those are left out that another one equals or
    beats (or misses by at most `tolerance`) whatever else happens: against every way of the other player, every
    sharing, every caller. So nothing is lost that an answer to the other player's choice could have gained.
    """
    if len(ways) == 1:
        return TrickWays({Group.SPENT: (0,)}, {ways[0]: (Group.SPENT, 0)}, None, ())
    gain = worth.reshape(len(ways), -1) * (1 if seat == 0 else -1)
    needed = _needed([n for n, way in enumerate(ways) if way.nation is not None], gain, tolerance)
    columns: dict[Group, list[int]] = {group: [] for group in Group}
    spots: dict[Way, tuple[Group, int]] = {}
    for number, way in enumerate(ways):
        group = Group.LEFT_OUT if way.nation is not None and number not in needed else group_of(way)
        twins = [place for place, other in enumerate(columns[group]) if np.array_equal(gain[other], gain[number])]
        spots[way] = group, twins[0] if twins else len(columns[group])
        if not twins:
            columns[group].append(number)
    return TrickWays({group: tuple(members) for group, members in columns.items() if members}, spots, *_members(spots))


def group_of(way: Way) -> Group:
    """Where a player is after using a trick in this way."""
    if way.card is None:
        return Group.OPEN
    return known_of(way.card).group if way.nation is None else Group.SAILORS


def _needed(sailors: list[int], gain: Floats, tolerance: float) -> set[int]:
    """The ways to play two sailors that no other needed one makes superfluous."""
    needed: list[int] = []
    for number in sorted(sailors, key=lambda way: -float(gain[way].sum(dtype=np.float64))):
        if not any((gain[other] >= gain[number] - tolerance).all() for other in needed):
            needed.append(number)
    return set(needed)


def _members(spots: dict[Way, tuple[Group, int]]) -> tuple[int | None, tuple[int, ...]]:
    def places(effect: OnRoll) -> tuple[int, ...]:
        spent = [(way, place) for way, (group, place) in spots.items() if group is Group.SPENT]
        return tuple(sorted({place for way, place in spent if known_of(way.card).on_roll is effect}))

    shift = places(OnRoll.SHIFTS_DIE)
    return shift[0] if shift else None, places(OnRoll.ROLLS_AGAIN)
