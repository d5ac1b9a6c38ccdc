"""Who comes next: places take turns, and at each place its people; what one person asks for comes in order."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Iterator
from types import TracebackType
from typing import Generic, NamedTuple, Self, TypeVar

from cachetools import LRUCache

from shanghaien.web.core.clock import now
from shanghaien.web.core.ids import GameId

Item = TypeVar("Item")


class Owner(NamedTuple):
    """The person for whom work is done: where they are, as far as that is known, and who they are."""

    place: str
    person: str


class FairQueue(Generic[Item]):
    """Much work of one person delays only their own: a newcomer waits for at most one thing of each other place."""

    def __init__(self) -> None:
        self._places: OrderedDict[str, OrderedDict[str, deque[Item]]] = OrderedDict()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def put(self, owner: Owner, item: Item) -> None:
        """Let it wait its turn."""
        self._places.setdefault(owner.place, OrderedDict()).setdefault(owner.person, deque()).append(item)
        self._count += 1

    def take(self) -> Item:
        """What comes next; whose it was comes last from now on."""
        place, people = self._places.popitem(last=False)
        person, items = people.popitem(last=False)
        item = items.popleft()
        if items:
            people[person] = items
        if people:
            self._places[place] = people
        self._count -= 1
        return item

    def drop(self, owner: Owner, item: Item) -> None:
        """Let it wait no longer."""
        people = self._places[owner.place]
        people[owner.person].remove(item)
        if not people[owner.person]:
            del people[owner.person]
        if not people:
            del self._places[owner.place]
        self._count -= 1

    def in_order(self) -> Iterator[Item]:
        """Everything that waits, in the order in which it would be taken if nothing were added."""
        rest: FairQueue[Item] = FairQueue()
        for place, people in self._places.items():
            for person, items in people.items():
                for item in items:
                    rest.put(Owner(place, person), item)
        while rest:
            yield rest.take()


# Turns to think: so many at once, given fairly, and to the games of people before those of bots alone.

LIVE_BEFORE_A_SHOW = 15
"""So many thoughts for people come before one of a show that waits too: shows are slow then, but none stands still."""


class Slot:
    """One game's turn: waited for on entering, had until it is given back or left."""

    def __init__(self, turns: "FairSemaphore", owner: Owner, game: GameId, *, show: bool) -> None:
        self.owner, self.game, self.show = owner, game, show
        self.granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._turns = turns

    async def __aenter__(self) -> Self:
        self._turns.enter(self)
        try:
            await self.granted
        except asyncio.CancelledError:
            self._turns.leave(self)
            raise
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: object, where: TracebackType | None) -> None:
        self.end()

    def end(self) -> None:
        """Let the next one begin; ending twice is no matter."""
        self._turns.leave(self)


class FairSemaphore:
    """Gives so many turns at once. Shows never take the last one, unless there is only one."""

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._had: set[Slot] = set()
        self._waiting: tuple[FairQueue[Slot], FairQueue[Slot]] = (FairQueue(), FairQueue())
        """The games of people, and the shows."""
        self._queued: set[Slot] = set()
        self._live_in_a_row = 0

    def turn(self, owner: Owner, game: GameId, *, show: bool = False) -> Slot:
        """A turn for this game, to be waited for by entering it."""
        return Slot(self, owner, game, show=show)

    def enter(self, turn: Slot) -> None:
        """Let a turn wait until it is granted, which may be at once."""
        self._waiting[turn.show].put(turn.owner, turn)
        self._queued.add(turn)
        self._grant()

    def leave(self, turn: Slot) -> None:
        """Give a turn back, or up."""
        if turn in self._had:
            self._had.remove(turn)
            self._grant()
        elif turn in self._queued:
            self._queued.remove(turn)
            self._waiting[turn.show].drop(turn.owner, turn)

    def ahead(self) -> dict[GameId, int]:
        """Of each game that waits, how many others are thought about before it."""
        live, shows = self._waiting
        order = [*live.in_order(), *shows.in_order()]
        return {turn.game: len(self._had) + place for place, turn in enumerate(order)}

    def _grant(self) -> None:
        while len(self._had) < self._at_once and (turn := self._next()) is not None:
            self._queued.remove(turn)
            if not turn.granted.cancelled():
                self._live_in_a_row = 0 if turn.show else self._live_in_a_row + 1
                self._had.add(turn)
                turn.granted.set_result(None)

    def _next(self) -> Slot | None:
        live, shows = self._waiting
        room = sum(turn.show for turn in self._had) < max(1, self._at_once - 1)
        if shows and room and (not live or self._live_in_a_row >= LIVE_BEFORE_A_SHOW):
            return shows.take()
        return live.take() if live else None


# At which time whose next piece of work has its turn: who asks for much at once is put further and further back.

EACH_MS = 10_000
"""What one piece takes on a busy machine: the next one of the same place has its turn so much later."""
MOST_WAITING = 16
"""Pieces of one place that may wait at once, as far as their turns tell."""
MOST_REMEMBERED = 10_000


class VirtualClock:
    """The last turn of each place. Turns are times, so that rows in the store can be sorted by them."""

    def __init__(self) -> None:
        self._last: LRUCache[str, int] = LRUCache(MOST_REMEMBERED)

    def next_turn(self, place: str) -> int | None:
        """The time of the next turn, now at the earliest; None if so many wait that this one may not."""
        turn = max(now(), self._last.get(place, 0) + EACH_MS)
        return None if turn > now() + MOST_WAITING * EACH_MS else turn

    def took(self, place: str, turn: int) -> None:
        """Note a turn that was taken."""
        self._last[place] = turn
