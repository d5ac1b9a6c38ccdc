"""Who comes next: places take turns, and at each place its people; what one person asks for comes in order."""

from collections import OrderedDict, deque
from collections.abc import Iterator
from typing import Generic, NamedTuple, TypeVar

Item = TypeVar("Item")


class Owner(NamedTuple):
    """For whom something is done: where they are, as far as that is known, and who they are."""

    place: str
    person: str


class FairQueue(Generic[Item]):
    """Whoever asks for much waits for themselves: a newcomer waits for at most one thing of each other place."""

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
