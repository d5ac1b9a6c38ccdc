"""What has been made once and may be asked for again: remembered for each language, the oldest forgotten first."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from shanghaien.web.core import i18n
from shanghaien.web.core.ids import PersonId

Made = TypeVar("Made")


class Memory(Generic[Made]):
    """Remembers what was made from a key, as long as there is room for it.

    The key must name everything that the result hangs on, but for the language, which is seen to here.
    """

    def __init__(self, room: int, size: Callable[[Made], int] = lambda made: 1) -> None:
        self._room = room
        self._size = size
        self._made: OrderedDict[Hashable, Made] = OrderedDict()
        self.held = 0
        """The size of everything that is remembered now."""
        self.recalled = 0
        self.made = 0
        """How often something was remembered, and how often it had to be made."""

    def recall(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """What belongs to the key, made now if it is not remembered."""
        whole = (i18n.catalogue(i18n.language()), key)
        known = self._made.get(whole)
        if known is not None:
            self._made.move_to_end(whole)
            self.recalled += 1
            return known
        self.made += 1
        return self._keep(whole, make())

    def _keep(self, whole: Hashable, made: Made) -> Made:
        self._made[whole] = made
        self.held += self._size(made)
        while self.held > self._room:
            self.held -= self._size(self._made.popitem(last=False)[1])
        return made

    def known(self, key: Hashable) -> Made | None:
        """What is remembered for the key, if anything is."""
        return self._made.get((i18n.catalogue(i18n.language()), key))

    def keep(self, key: Hashable, made: Made) -> None:
        """Remember something that was made elsewhere."""
        if self.known(key) is None:
            self._keep((i18n.catalogue(i18n.language()), key), made)


# What secrets that were shown a moment ago stand for, so that not every request has to look into the store.

REMEMBERED_FOR = 5.0
"""Seconds; for so long a token or a session works on other processes after it was ended on one."""
MOST_REMEMBERED = 10_000
Meaning = TypeVar("Meaning")


class Recent(Generic[Meaning]):
    """What a secret stands for, by its hash, and whose it is; whatever is forgotten is looked up again."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._known: OrderedDict[str, tuple[PersonId | None, Meaning, float]] = OrderedDict()
        self.moment = 0
        """Counts what was ended: what was read before must not be remembered after it."""

    def recall(self, digest: str) -> Meaning | None:
        """What the secret stands for, if it was looked up within the last seconds."""
        known = self._known.get(digest)
        return known[1] if known is not None and self._clock() < known[2] else None

    def remember(self, digest: str, person: PersonId | None, meaning: Meaning, moment: int) -> None:
        """Keep what the store said at that moment, unless something has been ended since."""
        if moment != self.moment:
            return
        self._known[digest] = (person, meaning, self._clock() + REMEMBERED_FOR)
        self._known.move_to_end(digest)
        if len(self._known) > MOST_REMEMBERED:
            self._known.popitem(last=False)

    def forget(self, digest: str) -> None:
        """A secret was ended."""
        self.moment += 1
        self._known.pop(digest, None)

    def forget_person(self, person: PersonId) -> None:
        """Something of the person's has changed; of which secret is not known here."""
        self.moment += 1
        for digest in [digest for digest, (owner, _, _) in self._known.items() if owner == person]:
            del self._known[digest]
