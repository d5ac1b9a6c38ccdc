"""Layers of a round: states with equally many dice on the cards and the same kind of status, and how they follow."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from shanghaien.ai.value.payoff import Floats
from shanghaien.rules import DICE_PER_PLAYER, Seat, Trick

from .card_knowledge import Effect, Group, known_of
from .position import MIDDLE, UNUSED, Way

PAIRS_AT_ONCE = 8
"""Pairs of ways worked through together: enough to keep NumPy busy, few enough to stay in a core's cache."""

Part = tuple[slice, slice]
"""Some ways of seat 0 and some of seat 1."""

ALL_WAYS: Part = (slice(None), slice(None))


class LayerKey(NamedTuple):
    """The states that are solved together."""

    mover: Seat
    numbers: tuple[int, int]
    """How many dice each seat has on cards."""
    groups: tuple[Group, Group]
    """How each seat has used a trick, roughly."""
    double: int = MIDDLE
    """Where the Double lies."""

    @property
    def must_call(self) -> bool:
        """Whether the mover has fewer than two dice left to roll (R11)."""
        return DICE_PER_PLAYER - self.numbers[self.mover] < 2

    @property
    def objecting(self) -> bool:
        """Whether the other player can object to what the mover does (R28)."""
        return self.groups[1 - self.mover] is Group.OBJECTING

    @property
    def many(self) -> bool:
        """Whether both players have many ways, so that not all pairs of them are kept."""
        return all(group.many for group in self.groups)

    def after(self, group: Group, dice: int) -> "LayerKey":
        """The layer of the other's turn, once the mover has come to a group by placing so many dice."""
        if self.mover == 0:
            return LayerKey(1, (self.numbers[0] + dice, self.numbers[1]), (group, self.groups[1]), self.double)
        return LayerKey(0, (self.numbers[0], self.numbers[1] + dice), (self.groups[0], group), self.double)

    def rolling(self, group: Group) -> "LayerKey":
        """The layer of the same turn, once the mover has come to a group and rolls again (R19, R39)."""
        groups = (group, self.groups[1]) if self.mover == 0 else (self.groups[0], group)
        return self._replace(groups=groups, double=MIDDLE if group is Group.RETURNED else self.double)

    def taken(self) -> "LayerKey":
        """The layer of the other's turn, once the mover has taken the Double (R38)."""
        return self._replace(mover=1 - self.mover, double=self.mover)

    def line(self, lying: tuple[int, int]) -> list["LayerKey"]:
        """All layers of turns that place one die each, from the first after dice were lying there, through this one."""
        first = self
        while (
            first.numbers[first.mover] > lying[first.mover]
            and first.numbers[1 - first.mover] > lying[1 - first.mover] + 1
        ):
            first = first._before()
        layers = [first]
        while not layers[-1].must_call:
            layers.append(layers[-1].after(layers[-1].groups[layers[-1].mover], dice=1))
        return layers

    def _before(self) -> "LayerKey":
        """The layer of the turn before, in which the player now waiting placed a die."""
        if self.mover == 0:
            return self._replace(mover=1, numbers=(self.numbers[0], self.numbers[1] - 1))
        return self._replace(mover=0, numbers=(self.numbers[0] - 1, self.numbers[1]))


def blocks(ways_0: int, ways_1: int) -> Iterator[Part]:
    """Cuts all pairs of ways into parts of at most `PAIRS_AT_ONCE`."""
    wide = min(ways_1, PAIRS_AT_ONCE)
    high = max(1, PAIRS_AT_ONCE // wide)
    for top in range(0, ways_0, high):
        for left in range(0, ways_1, wide):
            yield slice(top, top + high), slice(left, left + wide)


def swapped(values: Floats) -> Floats:
    """A layer with the two axes of dice exchanged."""
    if values.shape[-1] == 2:
        # Two ends as the parts of one complex number: half as many numbers to move.
        pairs = values.view(np.result_type(values.dtype, np.complex64))
        return np.ascontiguousarray(pairs.swapaxes(-2, -3)).view(values.dtype)
    return np.ascontiguousarray(values.swapaxes(-2, -3))


class PlannedPlay(NamedTuple):
    """An act of a card that the solver looks ahead to, and the members of a group that it leads to."""

    card: Trick
    effect: Effect
    group: Group
    members: tuple[int, ...]


@dataclass(frozen=True)
class TrickWays:
    """One player's ways, as columns of the payoff array."""

    columns: dict[Group, tuple[int, ...]]
    """Per group the columns of the payoffs that its members stand for."""
    spots: dict[Way, tuple[Group, int]]
    """Where to find each way."""
    plays: tuple[PlannedPlay, ...] = ()
    """What the solver looks ahead to; two sailors once for each card and group."""
    keeping_pays: bool = True
    """Whether the card of an exchange (R36) is never worth less in hand than gone."""


def payoff_ways(ways: tuple[Way, ...]) -> tuple[tuple[Way, ...], list[int]]:
    """The ways that payoffs can tell apart, `UNUSED` first, and for each way which of them it is."""
    told: dict[tuple[object, object], int] = {(None, None): 0}
    different, numbers = [UNUSED], []
    for way in ways:
        gone = None if known_of(way.card).back_to_middle else way.card
        number = told.setdefault((gone, way.nation), len(different))
        if number == len(different):
            different.append(way._replace(number=None))
        numbers.append(number)
    return tuple(different), numbers


def no_ways(group: Group) -> TrickWays:
    """A player who can use no trick any more, and what works for them."""
    return TrickWays({group: (0,)}, {UNUSED: (group, 0)})


def trick_ways(
    ways: tuple[Way, ...],
    worth: Floats,
    seat: Seat,
    *,
    tolerance: float = 0.0,
    foresee: bool = True,
    refused: bool = False,
) -> TrickWays:
    """The sorted ways of a player; `worth` has the payoffs of the ways that can be told apart (first axis).

    Ways with equal payoffs become one. Of the ways to play two sailors, those are left out that another one equals or
    beats (or misses by at most `tolerance`) whatever else happens: against every way of the other player, every
    sharing, every caller. So nothing is lost that an answer to the other player's choice could have gained. Where cards
    may be `refused`, a way is only left out for another one of the same card.
    """
    _, numbers = payoff_ways(ways)
    gain = worth.reshape(len(worth), -1) * (1 if seat == 0 else -1)
    sailors = [number for number, way in enumerate(ways) if way.nation is not None]
    needed = _needed(sailors, numbers, gain, tolerance)
    second: set[int] = set()
    for card in {ways[number].card for number in sailors} if refused else ():
        second |= _needed([number for number in sailors if ways[number].card == card], numbers, gain, tolerance)
    columns: dict[Group, list[int]] = {group: [] for group in Group}
    spots: dict[Way, tuple[Group, int]] = {}
    for number, way in enumerate(ways):
        group = way.group
        if group is Group.SAILORS and number not in needed:
            group = Group.SAILORS_IF_REFUSED if number in second else Group.LEFT_OUT
            if refused and _twin(gain, [numbers[other] for other in needed], numbers[number]) is not None:
                group = Group.SAILORS
        place = None if group is Group.FACE_DOWN else _twin(gain, columns[group], numbers[number])
        spots[way] = group, len(columns[group]) if place is None else place
        if place is None:
            columns[group].append(numbers[number])
    exchanges = [way for way in ways if way.act is not None and way.nation is None and _effect(way) is Effect.EXCHANGES]
    keeping_pays = all(bool((gain[numbers[ways.index(way)]] <= gain[0] + tolerance).all()) for way in exchanges)
    found = {group: tuple(members) for group, members in columns.items() if members}
    return TrickWays(found, spots, _plays(spots, foresee=foresee), keeping_pays)


def _twin(gain: Floats, columns: Iterable[int], column: int) -> int | None:
    """The place of a column with the same payoffs."""
    return next((place for place, other in enumerate(columns) if np.array_equal(gain[other], gain[column])), None)


def _needed(sailors: list[int], numbers: list[int], gain: Floats, tolerance: float) -> set[int]:
    """The ways to play two sailors that no other needed one makes superfluous."""
    needed: list[int] = []
    for number in sorted(sailors, key=lambda way: -float(gain[numbers[way]].sum(dtype=np.float64))):
        own = gain[numbers[number]]
        if not any((gain[numbers[other]] >= own - tolerance).all() for other in needed):
            needed.append(number)
    return set(needed)


def _effect(way: Way) -> Effect | None:
    if way.act is None:
        return None
    return Effect.PLACES if way.nation is not None else known_of(way.card).acts[way.act].effect


def _plays(spots: dict[Way, tuple[Group, int]], *, foresee: bool) -> tuple[PlannedPlay, ...]:
    found: dict[tuple[Trick, Effect, Group], list[int]] = {}
    for way, (group, place) in spots.items():
        known, effect = known_of(way.card), _effect(way)
        if way.card is None or effect is None or group is Group.LEFT_OUT:
            continue
        if foresee or not known.expansion or known.back_to_middle:
            members = found.setdefault((way.card, effect, group), [])
            if place not in members:
                members.append(place)
    return tuple(PlannedPlay(*about, tuple(members)) for about, members in found.items())
