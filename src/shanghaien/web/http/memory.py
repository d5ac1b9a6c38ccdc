"""What has been made once and may be asked for again: remembered for each language, the oldest forgotten first."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from . import i18n

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
