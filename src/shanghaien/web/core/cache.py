"""What has been made once and may be asked for again, kept in bounded caches (`cachetools`)."""

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from cachetools import TTLCache

from shanghaien.web.core import i18n
from shanghaien.web.core.ids import PersonId

Made = TypeVar("Made")


class LanguageCache(Generic[Made]):
    """Cache of what was made from a key, apart for each language; what was not asked for lately goes first.

    The key must name everything that the result hangs on, but for the language, which is seen to here.

    It is kept in two halves: once the newer one is full, the older one goes. Every part of a page is asked for here, and
    keeping all keys in their order, as `cachetools` does, takes longer than to make the smaller parts.
    """

    def __init__(self, room: int, size: Callable[[Made], int] = lambda _: 1) -> None:
        self._newer: dict[Hashable, Made] = {}
        self._older: dict[Hashable, Made] = {}
        self._half, self._size = room // 2, size
        self._newer_size = self._older_size = 0
        self.recalled = 0
        self.made = 0
        """How often something was remembered, and how often it had to be made."""

    @property
    def held(self) -> float:
        """The size of everything that is remembered now."""
        return self._newer_size + self._older_size

    def recall(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """What belongs to the key, made now if it is not remembered."""
        whole = (i18n.catalogue(i18n.language()), key)
        known = self._newer.get(whole)
        if known is None:
            known = self._older.get(whole)
            if known is None:
                self.made += 1
                known = make()
            else:
                self.recalled += 1
            self._keep(whole, known)
        else:
            self.recalled += 1
        return known

    def _keep(self, whole: Hashable, made: Made) -> None:
        size = self._size(made)
        if size > self._half:
            return
        if self._newer_size + size > self._half:
            self._older, self._older_size = self._newer, self._newer_size
            self._newer, self._newer_size = {}, 0
        self._newer[whole] = made
        self._newer_size += size

    def known(self, key: Hashable) -> Made | None:
        """What is remembered for the key, if anything is."""
        whole = (i18n.catalogue(i18n.language()), key)
        known = self._newer.get(whole)
        return self._older.get(whole) if known is None else known

    def keep(self, key: Hashable, made: Made) -> None:
        """Remember something that was made elsewhere, unless the key is known."""
        if self.known(key) is None:
            self._keep((i18n.catalogue(i18n.language()), key), made)


# What secrets that were shown a moment ago stand for, so that not every request has to look into the store.

REMEMBERED_FOR = 5.0
"""Seconds; for so long a token or a session works on other processes after it was ended on one."""
MOST_REMEMBERED = 10_000
Meaning = TypeVar("Meaning")


class SecretCache(Generic[Meaning]):
    """What a secret stands for, by its hash, and whose it is; whatever is forgotten is looked up again."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._known: TTLCache[str, tuple[PersonId | None, Meaning]] = TTLCache(MOST_REMEMBERED, REMEMBERED_FOR, clock)
        self.moment = 0
        """Counts what was ended: what was read before must not be remembered after it."""

    def recall(self, digest: str) -> Meaning | None:
        """What the secret stands for, if it was looked up within the last seconds."""
        try:
            return self._known[digest][1]
        except KeyError:
            return None

    def remember(self, digest: str, person: PersonId | None, meaning: Meaning, moment: int) -> None:
        """Keep what the store said at that moment, unless something has been ended since."""
        if moment == self.moment:
            self._known[digest] = (person, meaning)

    def forget(self, digest: str) -> None:
        """A secret was ended."""
        self.moment += 1
        self._known.pop(digest, None)

    def forget_person(self, person: PersonId) -> None:
        """Something of the person's has changed; of which secret is not known here."""
        self.moment += 1
        for digest in [digest for digest, (owner, _) in self._known.items() if owner == person]:
            self._known.pop(digest, None)
