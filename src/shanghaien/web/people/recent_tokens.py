"""Whose the tokens are that were shown a moment ago, so that not every request has to look into the store."""

from collections import OrderedDict
from collections.abc import Callable

from shanghaien.web.ids import PersonId

REMEMBERED_FOR = 5.0
"""Seconds; for so long a token works on other processes after it was revoked on one."""
MOST_REMEMBERED = 10_000


class RecentTokens:
    """Owners by the hash of their token; whatever is forgotten is looked up again."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._owners: OrderedDict[str, tuple[PersonId, float]] = OrderedDict()
        self.moment = 0
        """Counts the revocations: what was read before one must not be remembered after it."""

    def owner(self, digest: str) -> PersonId | None:
        """Whose token it is, if it was looked up within the last seconds."""
        person, until = self._owners.get(digest, (None, 0.0))
        return person if self._clock() < until else None

    def remember(self, digest: str, person: PersonId, moment: int) -> None:
        """Keep what the store said at that moment, unless a token has been revoked since."""
        if moment != self.moment:
            return
        self._owners[digest] = (person, self._clock() + REMEMBERED_FOR)
        self._owners.move_to_end(digest)
        if len(self._owners) > MOST_REMEMBERED:
            self._owners.popitem(last=False)

    def forget(self, digest: str) -> None:
        """A token was revoked."""
        self.moment += 1
        self._owners.pop(digest, None)

    def forget_person(self, person: PersonId) -> None:
        """One of the person's tokens was revoked; which one is not known here."""
        self.moment += 1
        for digest in [digest for digest, (owner, _) in self._owners.items() if owner == person]:
            del self._owners[digest]
