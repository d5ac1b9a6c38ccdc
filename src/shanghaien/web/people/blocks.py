"""Keeping away from somebody: nothing of either is shown to the other, at once and both ways."""

from collections.abc import Collection

from shanghaien.rules import N_
from shanghaien.web.http.refusals import Refused
from shanghaien.web.ids import PersonId
from shanghaien.web.store.blocks import BlockRow, BlockStore
from shanghaien.web.store.database import Database


class CannotBlock(Refused):
    """Nobody blocks themselves, nor everybody."""

    status = 409


class Blocks:
    """Looks after who keeps away from whom; every list of people asks it."""

    def __init__(self, database: Database) -> None:
        self._store = BlockStore(database)

    async def block(self, person: PersonId, other: PersonId, name: str = "") -> None:
        """Keep the two apart from now on; `name` is what the other is called."""
        if person == other:
            raise CannotBlock(N_("You cannot block yourself."))
        if not await self._store.add(person, other, name):
            raise CannotBlock(N_("You have blocked as many people as you can; take somebody off that list first."))

    async def unblock(self, person: PersonId, other: PersonId) -> None:
        """The person no longer keeps away from them; whether they do is their own matter."""
        await self._store.remove(person, other)

    async def blocked_by(self, person: PersonId) -> list[PersonId]:
        """Whom the person has blocked, the latest first; nobody else may see this."""
        return await self._store.by(person)

    async def list_of(self, person: PersonId) -> list[BlockRow]:
        """The same with the names that they had then, for the person's own page."""
        return await self._store.named(person)

    async def any_apart(self, some: Collection[PersonId], others: Collection[PersonId]) -> bool:
        """Whether one of some people must see nothing of one of the others."""
        pairs = await self._store.among({*some, *others}) if some and others else frozenset()
        return any(frozenset((one, other)) in pairs for one in some for other in others if one != other)

    async def hidden_from(self, person: PersonId | None) -> frozenset[PersonId]:
        """Everybody of whom the person must see nothing, and who must see nothing of them."""
        return frozenset() if person is None else await self._store.hidden_from(person)

    async def apart(self, one: PersonId | None, other: PersonId) -> bool:
        """Whether two people must see nothing of each other."""
        return one is not None and one != other and await self._store.apart(one, other)
