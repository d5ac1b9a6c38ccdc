"""Blocking people from a table or from their page, and taking it back."""

import hashlib
from dataclasses import dataclass

from shanghaien.rules import N_
from shanghaien.web.core.errors import NotFoundError
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.people.names import normalised_name
from shanghaien.web.people.store import PeopleStore
from shanghaien.web.tables.errors import NotYours
from shanghaien.web.tables.jobs import ModerationJobs
from shanghaien.web.tables.model import Mode
from shanghaien.web.tables.service import Tables


@dataclass(frozen=True, slots=True)
class Blocked:
    """An entry of one's list; the handle names it there and says nothing about the person."""

    handle: str
    name: str
    at: int


@dataclass(frozen=True, slots=True)
class BlockTarget:
    """Who is to be blocked: all who share a seat, or one account."""

    people: frozenset[PersonId]
    name: str
    game: GameId | None = None


class Blocking:
    """Blocks take effect at once: open offers between the two are called off, and their talk ends."""

    def __init__(self, tables: Tables) -> None:
        self._tables, self._blocks = tables, tables.blocks
        self._people, self._seats = PeopleStore(tables.games.database), ModerationJobs(tables.games)

    async def opponent(self, game: GameId, person: PersonId | None) -> BlockTarget:
        table, viewer = await self._tables.look(game, person)
        if len(viewer.seats) != 1 or table.mode is not Mode.INVITE:
            raise NotYours(N_("You can block your opponent from the table where you play."))
        seat = 1 - min(viewer.seats)
        people = frozenset(other for at, other in await self._tables.games.store.people_of(game) if at == seat)
        if not people:
            raise NotFoundError(N_("There is nobody at the other seat."))
        return BlockTarget(people, table.chairs[seat].name, game)

    async def named(self, name: str) -> BlockTarget:
        found = await self._people.named(normalised_name(name))
        if found is None:
            raise NotFoundError(N_("Nobody here goes by this name."))
        return BlockTarget(frozenset({found.id}), found.name)

    async def block(self, person: PersonId, target: BlockTarget) -> None:
        for other in sorted(target.people):
            await self._blocks.block(person, other, target.name)
            await self._seats.part(person, other)
            await self._seats.tell_terms(person, other)

    async def unblock(self, person: PersonId, handle: str) -> None:
        """By its handle in the person's own list; an unknown one changes nothing."""
        for row in await self._blocks.list_of(person):
            if _handle(person, row.other) == handle:
                await self._blocks.unblock(person, row.other)
                await self._seats.tell_terms(person, row.other)

    async def list_of(self, person: PersonId) -> list[Blocked]:
        """The latest first."""
        rows = await self._blocks.list_of(person)
        return [Blocked(_handle(person, row.other), row.name, row.at) for row in rows]


def _handle(person: PersonId, other: PersonId) -> str:
    return hashlib.sha256(f"{person}\n{other}".encode()).hexdigest()[:24]
