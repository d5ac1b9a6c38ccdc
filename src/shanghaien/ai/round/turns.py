"""What a turn is worth in all states of a layer: everything that the mover may do with a roll, or a call."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import reduce

import numpy as np

from shanghaien.ai.value.payoff import Floats, Ints
from shanghaien.rules import DICE_PER_PLAYER, Seat, Trick

from .card_knowledge import Effect, Group
from .dice_sets import ADD, ADD_TWO, SIZES, chances_of_sets
from .layers import ALL_WAYS, LayerKey, Part, PlannedPlay, TrickWays, blocks, swapped
from .position import Position
from .roll_by_roll import ByDie, CardInTurn, RollByRoll, Whatever, fewer_dice, shifted
from .rolling import Choices, Roller, Rolling, best, with_doubles, worst
from .round_ends import Columns, RoundEnds

Layers = dict[LayerKey, Floats]
Rolled = tuple[Floats, Floats | None]
"""The value of rolling if nobody can object any more in this turn, and if somebody can; (ways, mover's dice, other's, end)."""

CLOSE = 4
"""Two values that differ by so many roundings are the same."""


ANY_CARD = Trick("")
"""Stands for all cards with which two sailors can be played, where none can be refused."""


class Turns:
    """The layers of one round."""

    def __init__(
        self, position: Position, ways: tuple[TrickWays, TrickWays], ends: RoundEnds, roller: Roller, *, taking: bool
    ) -> None:
        self._position = position
        self._ways = ways
        self._ends = ends
        self._roller = roller
        self._taking = taking
        """Whether players look ahead to taking the Double."""
        self._layers: Layers = {}
        self._best: Layers = {}
        self._rolls: dict[LayerKey, Rolled] = {}

    def layer(self, key: LayerKey) -> Floats:
        """All values of a layer: (way of seat 0, way of seat 1, waiting player's dice, mover's dice, end).

        The waiting player's dice come before the mover's, so that the turn before can gather whole rows.
        """
        return self._layer(key, self._layers, ALL_WAYS)

    @property
    def size(self) -> int:
        """Bytes of what is kept."""
        return sum(values.nbytes for kept in (self._layers, self._best) for values in kept.values())

    @contextmanager
    def tidying(self) -> Iterator[None]:
        """Forgets, after much work, the layers of forced calls: they are the largest ones, and quick to look up anew.

        Where the Double makes a round large, so do those from which the next die leads to a forced call.
        """
        before = len(self._layers)
        yield
        if len(self._layers) > before + 2:
            self._rolls = {}
            self._layers = {key: values for key, values in self._layers.items() if not self._quick(key)}

    def _quick(self, key: LayerKey) -> bool:
        return key.must_call or (self._taking and key.numbers[1 - key.mover] == DICE_PER_PLAYER - 1)

    def roll_by_roll(self, key: LayerKey) -> bool:
        """Whether the rolls of a layer have to be looked at one by one: a card may be refused, or not be worth its place."""
        own = self._ways[key.mover]
        if key.groups[key.mover] is not Group.OPEN:
            return False
        exchanges = any(play.effect is Effect.EXCHANGES for play in own.plays)
        return key.objecting or (exchanges and not own.keeping_pays and self._ends.more(key, key.mover) > 0)

    def one_roll(self, key: LayerKey, rank: int, cut: Callable[[Floats], Floats], *, objected: bool) -> float:
        """The value of rolling in one state, which `cut` takes out of layers of successors."""
        mover, size = key.mover, self._ends.more(key, key.mover)
        choices = self._choices(key, self._layers, ALL_WAYS).each(cut, lambda values: cut(values)[:, rank : rank + 1])
        adding = ADD[size][:, rank : rank + 1], _add_two(size)[:, rank : rank + 1]
        free = self._roller.mean(mover, choices, *adding)
        if objected or not key.objecting:
            return float(free[0, 0, 0])
        return float(self._roller.mean(mover, choices, *adding, free)[0, 0, 0])

    def rolled(self, key: LayerKey) -> Rolled:
        """The values of rolling in a layer with few ways: (way of seat 0, way of seat 1, mover's dice, other's dice, end)."""
        if key not in self._rolls:
            if self.roll_by_roll(key):
                take = self.layer(key.taken()) if self._may_take(key) else lowest(key.mover)
                self._rolls[key] = self._refusable(key).means(take)
            else:
                choices, shape = self._flat(key, self._choices(key, self._layers, ALL_WAYS))
                free, watched = self._rolls_of(key, choices)
                self._rolls[key] = free.reshape(shape), None if watched is None else watched.reshape(shape)
        return self._rolls[key]

    def _layer(self, key: LayerKey, layers: Layers, part: Part) -> Floats:
        if key not in layers:
            if key.must_call:
                layers[key] = self._calls(key, 1 - key.mover, part)
            elif self._goes_round(key):
                layers[key], layers[key.taken()] = self._cycle(key, layers, part)
            else:
                free, watched = self._roll(key, layers, part)
                calls = self._calls(key, key.mover, part) if self._may_call(key) else None
                reuse = not self.roll_by_roll(key)
                layers[key] = swapped(_better_call(key.mover, free, watched, calls, reuse=reuse))
        return layers[key]

    def _calls(self, key: LayerKey, first: Seat, part: Part) -> Floats:
        return self._ends.calls(key, first, self._columns(key), part)

    def _columns(self, key: LayerKey) -> Columns:
        return self._ways[0].columns[key.groups[0]], self._ways[1].columns[key.groups[1]]

    def _may_call(self, key: LayerKey) -> bool:
        return key.numbers[key.mover] >= 2 and Group.NO_CALLS not in key.groups

    def _roll(self, key: LayerKey, layers: Layers, part: Part) -> Rolled:
        if self.roll_by_roll(key):
            return self.rolled(key)
        choices, shape = self._flat(key, self._choices(key, layers, part))
        free, watched = self._rolls_of(key, choices)
        return free.reshape(shape), None if watched is None else watched.reshape(shape)

    def _rolls_of(self, key: LayerKey, choices: Choices) -> Rolled:
        adding = self._adding(key)
        free = self._roller.mean(key.mover, choices, *adding)
        return free, self._roller.mean(key.mover, choices, *adding, free) if key.objecting else None

    def _adding(self, key: LayerKey) -> tuple[Ints, Ints]:
        size = self._ends.more(key, key.mover)
        return ADD[size], _add_two(size)

    def _flat(self, key: LayerKey, choices: Choices) -> tuple[Choices, tuple[int, ...]]:
        """Choices with all ways in one axis and the other's dice and ends in one, and the shape of what comes of them."""
        ways_0, ways_1, _, others_dice, ends = choices.place.shape
        shape = ways_0, ways_1, SIZES[self._ends.more(key, key.mover)], others_dice, ends
        return choices.each(lambda values: values.reshape(-1, values.shape[2], others_dice * ends)), shape

    # What can be done with a roll.

    def _choices(self, key: LayerKey, layers: Layers, part: Part, *, taking: bool = True) -> Choices:
        """Where a roll can lead from a layer, by what the mover does with it (R15)."""
        place = self._layer(key.after(key.groups[key.mover], dice=1), layers, part)
        take = self._layer(key.taken(), layers, part) if taking and self._may_take(key) else None
        if key.groups[key.mover] is not Group.OPEN:
            return Choices(place, take)
        found = _Found(key.mover)
        if Group.SAILORS in self._ways[key.mover].columns:
            place = best(key.mover)(place, self._best_way(key.after(Group.SAILORS, dice=1)))
        for play in self._plays(key):
            if play.group.many:
                continue
            if play.effect is Effect.PLACES:
                place = best(key.mover)(place, self._after(key, play, 1))
            else:
                self._add_play(key, play, found)
        return Choices(place, take, found.shift, tuple(found.again), found.both, found.face_down, found.whatever)

    def _plays(self, key: LayerKey) -> Iterator[PlannedPlay]:
        """What the mover of a layer may do with trick cards; two captains are never in force at once (R27)."""
        for play in self._ways[key.mover].plays:
            held = play.group is not Group.RETURNED or key.double == key.mover
            exchange = play.effect is not Effect.EXCHANGES or self._ends.more(key, key.mover) > 0
            if held and exchange and not (play.group is Group.OBJECTING and key.objecting):
                yield play

    def _add_play(self, key: LayerKey, play: PlannedPlay, found: "_Found") -> None:
        if play.effect is Effect.SHIFTS_DIE:
            found.shift = self._after(key, play, 1)
        elif play.effect is Effect.ROLLS_AGAIN:
            found.again.append(self._rolling(key, play))
        elif play.effect is Effect.PLACES_BOTH:
            found.add_both(self._after(key, play, 2))
        elif play.effect is Effect.EXCHANGES:
            # A die of this roll may seem to be taken back here, which is a placing that wastes the card: nothing gained.
            found.add_both(self._one_less(key, play))
        elif play.effect is Effect.ROLLS_ALL:
            found.whatever = self._rolling_all(key, play)
        elif play.effect is Effect.TURNS_FACE_DOWN:
            found.face_down = self._turned_down(key, play)

    def _after(self, key: LayerKey, play: PlannedPlay, dice: int) -> Floats:
        return self._only(key, self.layer(key.after(play.group, dice=dice)), play)

    def _only(self, key: LayerKey, values: Floats, play: PlannedPlay) -> Floats:
        """The members of a group that a play leads to."""
        members = list(play.members)
        if values.shape[key.mover] == len(members):
            return values
        first = slice(members[0], members[0] + 1) if len(members) == 1 else members
        return values[first] if key.mover == 0 else values[:, first]

    def _rolling(self, key: LayerKey, play: PlannedPlay) -> Rolling:
        again = key.rolling(play.group)
        take = self._only(key, self.layer(again.taken()), play) if self._may_take(again) else None
        return Rolling(self._only(key, self.layer(again.after(play.group, dice=1)), play), take)

    def _one_less(self, key: LayerKey, play: PlannedPlay) -> Floats:
        values = self._after(key, play, 1)
        ways_0, ways_1, sets, *rest = values.shape
        size = self._ends.more(key, key.mover) + 2
        less = one_die_less(values.reshape(ways_0 * ways_1, sets, -1), size, key.mover)
        return less.reshape(ways_0, ways_1, SIZES[size], *rest)

    def _rolling_all(self, key: LayerKey, play: PlannedPlay) -> Floats:
        kept = self._one_less(key, play)
        chances = chances_of_sets(self._ends.more(key, key.mover) + 2).astype(kept.dtype)
        mean: Floats = np.expand_dims(np.tensordot(kept, chances, (2, 0)), 2)
        return np.ascontiguousarray(mean)

    def _turned_down(self, key: LayerKey, play: PlannedPlay) -> tuple[Floats, ...]:
        """By number, after its card was turned face down; out of reach where it lies so already."""
        values = self.layer(key.after(Group.FACE_DOWN, dice=1))
        both = key.groups[1 - key.mover] is Group.FACE_DOWN
        never = lowest(key.mover)
        by_number = []
        for number in range(1, 7):
            if number not in self._ends.face_up:
                by_number.append(np.full_like(values[:1] if key.mover == 0 else values[:, :1], never))
                continue
            place = self._ends.face_up.index(number)
            one = values[place : place + 1] if key.mover == 0 else values[:, place : place + 1]
            if both:
                one = one.copy()
                one[(0, place) if key.mover == 0 else (place, 0)] = never
            by_number.append(one)
        return tuple(by_number)

    # The Double (R38).

    def _may_take(self, key: LayerKey) -> bool:
        return self._taking and key.double != key.mover

    def _goes_round(self, key: LayerKey) -> bool:
        """Whether the mover may take the Double from the other, who may then take it back, and so on."""
        return self._may_take(key) and key.double == 1 - key.mover and not key.taken().must_call

    def _cycle(self, key: LayerKey, layers: Layers, part: Part) -> tuple[Floats, Floats]:
        """A layer and the one after taking: each follows from the other, for every pair of ways by itself."""
        side, other_side = self._side(key, layers, part), self._side(key.taken(), layers, part)
        if side.sums is None or other_side.sums is None:
            return _to_and_fro(key.mover, side.turn, other_side.turn)
        ways_0, ways_1, dice, others_dice, ends = side.sums.shape[1:]
        layer = np.empty((ways_0, ways_1, others_dice, dice, ends), self._roller.dtype)
        after = np.empty((ways_0, ways_1, dice, others_dice, ends), self._roller.dtype)
        for pair in np.ndindex(ways_0, ways_1):
            turns = side.of_pair(pair).turn, other_side.of_pair(pair).turn
            layer[pair], after[pair] = _to_and_fro(key.mover, *turns)
        return layer, after

    def _side(self, key: LayerKey, layers: Layers, part: Part) -> "Side":
        """A layer in which the Double can be taken, for any worth of taking it."""
        calls = self._calls(key, key.mover, part) if self._may_call(key) else None
        if self.roll_by_roll(key):
            return Side(key.mover, calls, means=self._refusable(key).means)
        choices, shape = self._flat(key, self._choices(key, layers, part, taking=False))
        if not key.objecting:
            sums = self._roller.sums(key.mover, choices, *self._adding(key)).reshape(7, *shape)
            return Side(key.mover, calls, sums=sums)

        def means(take: Floats | float) -> Rolled:
            taking = np.broadcast_to(np.asarray(take, self._roller.dtype), shape)
            flat = taking.reshape(len(choices.place), shape[2], -1)
            free, watched = self._rolls_of(key, replace(choices, take=flat))
            return free.reshape(shape), None if watched is None else watched.reshape(shape)

        return Side(key.mover, calls, means=means)

    # Tricks that may be refused, and others that have to be looked at roll by roll.

    def _refusable(self, key: LayerKey) -> RollByRoll:
        """The turn of a layer, with what each card is worth in it."""
        place = self._by_die(key, self._layer(key.after(Group.OPEN, dice=1), self._layers, ALL_WAYS))
        cards: dict[Trick, CardInTurn] = {}
        for play in self._plays(key):
            if play.group.many and not key.objecting:
                continue
            self._add_to_card(key, play, cards.setdefault(play.card, CardInTurn()))
        if not key.objecting and Group.SAILORS in self._ways[key.mover].columns:
            values = self._best_way(key.after(Group.SAILORS, dice=1))
            cards[ANY_CARD] = CardInTurn([ByDie(self._by_die(key, values))])
        hand = self._position.holdings[key.mover].hand
        several = {card for card in cards if hand.count(card) > 1}
        return RollByRoll(key.mover, place, cards, several, doubles=self._roller.odds.doubles, objecting=key.objecting)

    def _add_to_card(self, key: LayerKey, play: PlannedPlay, card: CardInTurn) -> None:
        if play.effect in (Effect.PLACES, Effect.SHIFTS_DIE):
            card.by_die.append(self._placing(key, play))
        elif play.effect is Effect.ROLLS_AGAIN:
            free, watched = self.rolled(key.rolling(play.group))
            kept = None if watched is None else self._only(key, watched, play)
            card.whatever.append(Whatever(self._only(key, free, play), kept))
        elif play.effect is Effect.ROLLS_ALL:
            card.whatever.append(Whatever(self._rolling_all(key, play)))
        elif play.effect is Effect.TURNS_FACE_DOWN:
            card.by_die.append(ByDie(self._turned_down(key, play)))
        elif play.effect is Effect.PLACES_BOTH:
            values, adding = self._after(key, play, 2), self._adding(key)[1]
            card.by_roll.append(lambda roll: values.take(adding[roll], axis=2))
        elif play.effect is Effect.EXCHANGES:
            card.by_roll.append(self._exchanging(key, play))

    def _placing(self, key: LayerKey, play: PlannedPlay) -> ByDie:
        """A die placed as usual after a play, to which the other may object as well (R29)."""
        own, better = key.mover, best(key.mover)
        free = self._by_die(key, self._after(key, play, 1))
        seen = free
        if key.objecting:
            anew = self._only(key, self.rolled(key.rolling(play.group))[0], play)
            seen = [worst(own)(values, anew) for values in free]
        if play.effect is Effect.SHIFTS_DIE:
            free, seen = shifted(free, better), shifted(seen, better)
        if len(play.members) > 1:
            free, seen = ([better.reduce(each, axis=own, keepdims=True) for each in rows] for rows in (free, seen))
        return ByDie(free, seen)

    def _by_die(self, key: LayerKey, values: Floats) -> list[Floats]:
        return [values.take(numbers, axis=2) for numbers in self._adding(key)[0]]

    def _exchanging(self, key: LayerKey, play: PlannedPlay) -> Callable[[int], Floats]:
        values, size = self._after(key, play, 1), self._ends.more(key, key.mover)

        def worth(roll: int) -> Floats:
            placed = values.take(ADD_TWO[size - 1][roll], axis=2)
            return reduce(best(key.mover), (placed.take(fewer, axis=2, mode="clip") for fewer in fewer_dice(size)))

        return worth

    # Two sailors (R16).

    def _best_way(self, key: LayerKey) -> Floats:
        """A layer under the best of the waiting player's ways to play two sailors: they have just chosen one of them."""
        if key not in self._best:
            if key.many:
                self._sweep(key)
            else:
                seat = 1 - key.mover
                self._best[key] = best(seat).reduce(self.layer(key), axis=seat, keepdims=True)
        return self._best[key]

    def _sweep(self, key: LayerKey) -> None:
        """Take all pairs of many ways, a few at a time, through all layers that follow; only the best of them is kept."""
        root = self._position.double
        # Where the Double has been taken since, the turn in which it was.
        untaken = key if key.double == root else key._replace(mover=1 - key.mover, double=root)
        first = untaken.line(self._ends.lying_numbers)[0]
        columns = self._columns(key)
        for part in blocks(len(columns[0]), len(columns[1])):
            layers: Layers = {}
            for start in (first, key):
                self._layer(start, layers, part)
            for found, values in layers.items():
                self._keep_best(found, part, values)

    def _keep_best(self, key: LayerKey, part: Part, values: Floats) -> None:
        seat = 1 - key.mover
        found = best(seat).reduce(values, axis=seat, keepdims=True)
        if key not in self._best:
            ways = [1 if of == seat else len(self._columns(key)[of]) for of in (0, 1)]
            self._best[key] = np.full((*ways, *values.shape[2:]), lowest(seat), values.dtype)
        kept = self._best[key][(slice(None), part[1]) if seat == 0 else (part[0], slice(None))]
        best(seat)(kept, found, out=kept)


class _Found:
    """What can be done with a roll besides placing a die, collected card by card."""

    def __init__(self, mover: Seat) -> None:
        self._better = best(mover)
        self.shift: Floats | None = None
        self.again: list[Rolling] = []
        self.both: Floats | None = None
        self.face_down: tuple[Floats, ...] = ()
        self.whatever: Floats | None = None

    def add_both(self, values: Floats) -> None:
        self.both = values if self.both is None else self._better(self.both, values)


@dataclass(frozen=True)
class Side:
    """A layer as a function of what taking the Double is worth in it (R38)."""

    mover: Seat
    calls: Floats | None
    """What calling is worth, where it is allowed."""
    means: Callable[[Floats | float], Rolled] | None = None
    """What rolling is worth; or `sums` of the roller, where nothing else depends on taking."""
    sums: Floats | None = None

    def of_pair(self, pair: tuple[int, ...]) -> "Side":
        """The same for one way of each player."""
        assert self.sums is not None
        calls = None if self.calls is None else self.calls[pair]
        return replace(self, calls=calls, sums=self.sums[:, pair[0], pair[1]])

    def turn(self, take: Floats | float) -> Floats:
        if self.means is not None:
            return _better_call(self.mover, *self.means(take), self.calls)
        assert self.sums is not None
        return _better_call(self.mover, with_doubles(self.mover, self.sums, take), None, self.calls)


def _to_and_fro(
    mover: Seat, turn: Callable[[Floats | float], Floats], others_turn: Callable[[Floats | float], Floats]
) -> tuple[Floats, Floats]:
    """What a turn and the other's turn after taking are worth: worked out from each other until neither changes.

    Every take counts a sixth of the one before, so that some four times are enough.
    """
    values = turn(lowest(mover))
    while True:
        others = others_turn(swapped(values))
        before, values = values, turn(swapped(others))
        close = CLOSE * np.finfo(values.dtype).eps * max(1.0, float(np.abs(values).max()))
        if np.abs(values - before).max() <= close:
            return swapped(values), swapped(others)


def _better_call(
    mover: Seat, free: Floats, watched: Floats | None, calls: Floats | None, *, reuse: bool = False
) -> Floats:
    """The value of a turn: to roll, or to call where that is allowed (R8, R31); may `reuse` the memory of the first."""
    values = free if watched is None else watched
    if calls is None:
        return values
    called = calls if watched is None else worst(mover)(calls, free)
    room = values if reuse else None
    better: Floats = best(mover)(values, called, out=room)
    return better


def lowest(seat: Seat) -> float:
    """What is worse for a player than anything."""
    return -np.inf if seat == 0 else np.inf


def one_die_less(values: Floats, number: int, mover: Seat) -> Floats:
    """For each multiset of so many dice the best of those with a die less: (batch, sets, columns)."""
    batch, _, columns = values.shape
    less = np.full((batch, SIZES[number], columns), lowest(mover), values.dtype)
    for larger in ADD[number - 1]:
        # No multiset comes twice from the same die.
        less[:, larger] = best(mover)(less[:, larger], values)
    return less


def _add_two(size: int) -> Ints:
    """`ADD_TWO`, which nobody asks for who has fewer than two dice left."""
    return ADD_TWO[min(size, len(ADD_TWO) - 1)]
