"""What secrets that were shown a moment ago stand for, so that not every request has to look into the store."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

from shanghaien.web.ids import PersonId

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
