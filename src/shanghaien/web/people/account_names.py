"""The names of accounts: taken, reserved for their former owners, free, and looked up by id."""

import time
from collections.abc import Awaitable, Callable, Collection, Iterable
from contextlib import suppress

from cachetools import TTLCache
from sqlalchemy import ColumnElement, and_, delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.rules import N_
from shanghaien.web.core.database.dialects import insert_into, now_in
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.errors import DomainError, LimitReached
from shanghaien.web.core.ids import PersonId
from shanghaien.web.people.names import LONGEST, BadName, check_name, normalised_name
from shanghaien.web.people.schema import names, people
from shanghaien.web.people.store import PeopleStore
from shanghaien.web.people.word_list import Words

MOST_HELD = 4
"""Names reserved for one person at once: renaming again and again must not keep names from all others."""
LIKE_IT = (N_("%(name)s of the quay"), N_("%(name)s of the harbour"), N_("%(name)s at sea"))
"""Suggestions where a name is taken."""
Translate = Callable[[str], str]
Inside = Callable[[AsyncConnection], Awaitable[None]]
"""What else is done in a transaction, such as storing the first passkey of a new account."""
HELD_MS = 90 * 24 * 3600 * 1000
"""For how long a former name is reserved for its owner."""
BARRED_MS = 40 * HELD_MS
"""For how long a name that a moderator took away cannot be taken."""


async def take_name(connection: AsyncConnection, person: PersonId, folded: str) -> bool:
    """False if another person has the name, or it is reserved for them."""
    row = insert_into(connection, names).values(folded=folded, person=person, held_until=None)
    free = or_(names.c.person == person, names.c.held_until < now_in(connection))
    taken = row.on_conflict_do_update(
        index_elements=["folded"], set_={"person": person, "held_until": None}, where=free
    )
    return (await connection.execute(taken)).rowcount == 1


async def hold_others(connection: AsyncConnection, person: PersonId, folded: str) -> None:
    """Reserve all former names for the person; expired reservations are deleted."""
    now = now_in(connection)
    await connection.execute(delete(names).where(names.c.held_until < now))
    given_up = and_(names.c.person == person, names.c.folded != folded, names.c.held_until.is_(None))
    await connection.execute(update(names).where(given_up).values(held_until=now + HELD_MS))


async def give_other_name(connection: AsyncConnection, person: PersonId, name: str, folded: str) -> bool:
    """Rename by a moderator: the former name cannot be taken for years, not even by its owner."""
    if not await take_name(connection, person, folded):
        return False
    held = {"person": "", "held_until": now_in(connection) + BARRED_MS}
    current = and_(names.c.person == person, names.c.folded != folded, names.c.held_until.is_(None))
    await connection.execute(update(names).where(current).values(held))
    await connection.execute(update(people).where(people.c.id == person).values(name=name))
    return True


def _kept(now: ColumnElement[int]) -> ColumnElement[bool]:
    """Names that are in use or reserved."""
    return or_(names.c.held_until.is_(None), names.c.held_until >= now)


class NameTaken(DomainError):
    """Another person has the name, or one that looks like it."""

    code = "name-taken"


class AccountNaming:
    """Gives names to accounts. That a name is taken is public: names stand at tables."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.words = Words(database)
        """The list of words that no name may have."""

    async def is_free(self, name: str, person: PersonId | None = None) -> bool:
        """BadName if the name is not allowed for anyone."""
        await self.words.check_name(name)
        return bool(await self._free([normalised_name(check_name(name))], person))

    async def rename(
        self, person: PersonId, wanted: str, translate: Translate = str, by_host: Inside | None = None
    ) -> str:
        """Give an account another name; the former one stays reserved for the person for 90 days.

        A host may use words of the list, and rename as often as need be; what they pass is done in the same transaction.
        A person can always take back a name of theirs.
        """
        name = check_name(wanted)
        folded = normalised_name(name)
        if by_host is None:
            await self.words.check_name(name)
        async with self._database.write() as connection:
            await connection.execute(select(people.c.id).where(people.c.id == person).with_for_update())
            theirs = select(names.c.folded).where(names.c.person == person, _kept(now_in(connection)))
            own = set(await connection.scalars(theirs))
            if by_host is None and folded not in own and len(own) > MOST_HELD:
                template = N_("You have changed your name often lately. Take an earlier one, or wait a few weeks.")
                raise LimitReached("too-many-names", template)
            taken = await take_name(connection, person, folded)
            if taken:
                await hold_others(connection, person, folded)
                await connection.execute(update(people).where(people.c.id == person).values(name=name))
                if by_host is not None:
                    await by_host(connection)
        if not taken:
            raise await self.taken(name, translate)
        return name

    async def taken(self, name: str, translate: Translate = str) -> NameTaken:
        """The error for a taken name; it suggests a similar free name if there is one."""
        alike = {normalised_name(other): other for other in _like(name, translate)}
        free = await self._free(alike)
        instead = next((other for key, other in alike.items() if key in free), "")
        if not instead:
            return NameTaken(N_("The name %(name)s is taken. Choose another one."), name=name)
        return NameTaken(N_("The name %(name)s is taken. %(free)s is available."), name=name, free=instead)

    async def _free(self, folded: Iterable[str], person: PersonId | None = None) -> set[str]:
        """Those of these normalised names that the person could take."""
        wanted = set(folded)
        async with self._database.connect() as connection:
            others = names.c.folded.in_(wanted), names.c.person != (person or "nobody"), _kept(now_in(connection))
            return wanted - set(await connection.scalars(select(names.c.folded).where(*others)))


def _like(name: str, translate: Translate) -> list[str]:
    """Similar names that are valid."""
    longer = [translate(pattern) % {"name": name} for pattern in LIKE_IT]
    numbered = [f"{name[: LONGEST - 3].rstrip()} {number}" for number in range(2, 12)]
    return [other for other in (*longer, *numbered) if _is_name(other)]


def _is_name(text: str) -> bool:
    try:
        return check_name(text) == text
    except BadName:
        return False


SECONDS, MOST = 60.0, 20_000
"""For how long names are cached, and how many: pages may show a former name for so long."""


class AccountNames:
    """The names of accounts by the ids of people; guests have none."""

    def __init__(self, people: PeopleStore, clock: Callable[[], float] = time.monotonic) -> None:
        self._people = people
        self._known: TTLCache[PersonId, str] = TTLCache(MOST, SECONDS, clock)

    async def of(self, people: Collection[PersonId]) -> dict[PersonId, str]:
        """Names by person; guests are left out."""
        found: dict[PersonId, str] = {}
        for person in people:
            with suppress(KeyError):
                found[person] = self._known[person]
        if missing := set(people) - found.keys():
            read = await self._people.names_of(missing)
            looked_up = {person: read.get(person, "") for person in missing}
            self._known.update(looked_up)
            found |= looked_up
        return {person: found[person] for person in people if found[person]}
