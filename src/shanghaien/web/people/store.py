"""People who keep their games. Functions that take a connection are for whoever does more in one transaction."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, delete, func, insert, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.core.database.dialects import insert_into, now_in
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import PersonId
from shanghaien.web.people import schema as people_schema


@dataclass(frozen=True, slots=True)
class PersonRow:
    """Somebody who keeps their games."""

    id: PersonId
    name: str
    role: str
    created: int
    closed: int | None = None
    """When a moderator closed the account; None for all others."""


async def write_role(connection: AsyncConnection, person: PersonId, role: str) -> None:
    """Let somebody have a role, or none."""
    people = people_schema.people
    await connection.execute(update(people).where(people.c.id == person).values(role=role))


class PeopleStore:
    """The store of people. Every method is one transaction, except for those that are given a connection."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, connection: AsyncConnection, person: PersonId, name: str) -> None:
        """Keep somebody new; the name is theirs already."""
        row = {"id": person, "name": name, "role": "", "created": now_in(connection)}
        await connection.execute(insert(people_schema.people).values(row))

    async def of(self, person: PersonId) -> PersonRow | None:
        """Whoever has this id; None for guests."""
        people = people_schema.people
        async with self._database.connect() as connection:
            row = (await connection.execute(select(people).where(people.c.id == person))).one_or_none()
            return None if row is None else PersonRow(*row)

    async def named(self, folded: str) -> PersonRow | None:
        """Whoever goes by a name, folded, at present."""
        people, names = people_schema.people, people_schema.names
        query = select(people).join(names, names.c.person == people.c.id)
        now = names.c.folded == folded, names.c.held_until.is_(None)
        async with self._database.connect() as connection:
            row = (await connection.execute(query.where(*now))).one_or_none()
            return None if row is None else PersonRow(*row)

    async def names_of(self, ids: Collection[PersonId]) -> dict[PersonId, str]:
        """What those among these people are called who keep their games; a page asks for a few at a time."""
        people = people_schema.people
        query = select(people.c.id, people.c.name).where(people.c.id.in_(ids))
        async with self._database.connect() as connection:
            return {PersonId(row.id): row.name for row in await connection.execute(query)}

    async def by_role(self, role: str) -> list[PersonRow]:
        """Everybody with this role, the oldest first."""
        people = people_schema.people
        query = select(people).where(people.c.role == role).order_by(people.c.created, people.c.id)
        async with self._database.connect() as connection:
            return [PersonRow(*row) for row in await connection.execute(query)]

    async def page(self, after: str, most: int) -> list[PersonRow]:
        """Everybody in the order of their ids, some at a time."""
        people = people_schema.people
        query = select(people).where(people.c.id > after).order_by(people.c.id).limit(most)
        async with self._database.connect() as connection:
            return [PersonRow(*row) for row in await connection.execute(query)]

    async def count(self) -> int:
        """How many there are."""
        async with self._database.connect() as connection:
            return int((await connection.execute(select(func.count()).select_from(people_schema.people))).scalar_one())

    async def give_role(self, person: PersonId, role: str) -> None:
        """Let somebody have a role, or none."""
        async with self._database.write() as connection:
            await write_role(connection, person, role)


# Whose names are whose. A name is compared by what it folds to; one that was given up is held for its owner.

HELD_MS = 90 * 24 * 3600 * 1000
"""For how long nobody else may take a name that was given up."""
BARRED_MS = 40 * HELD_MS
"""For how long nobody may take a name that a moderator took away."""


async def take_name(connection: AsyncConnection, person: PersonId, folded: str) -> bool:
    """Give a name to the person; False if it is somebody else's, or held for them."""
    names = people_schema.names
    row = insert_into(connection, names).values(folded=folded, person=person, held_until=None)
    free = or_(names.c.person == person, names.c.held_until < now_in(connection))
    taken = row.on_conflict_do_update(
        index_elements=["folded"], set_={"person": person, "held_until": None}, where=free
    )
    return (await connection.execute(taken)).rowcount == 1


async def hold_others(connection: AsyncConnection, person: PersonId, folded: str) -> None:
    """Hold all names of the person for them, except for the one they have now; whoever's were held long enough go."""
    names, now = people_schema.names, now_in(connection)
    await connection.execute(delete(names).where(names.c.held_until < now))
    given_up = and_(names.c.person == person, names.c.folded != folded, names.c.held_until.is_(None))
    await connection.execute(update(names).where(given_up).values(held_until=now + HELD_MS))


async def give_other_name(connection: AsyncConnection, person: PersonId, name: str, folded: str) -> bool:
    """Call somebody by a name that they did not choose; nobody, they neither, has the one before for years."""
    people, names = people_schema.people, people_schema.names
    if not await take_name(connection, person, folded):
        return False
    held = {"person": "", "held_until": now_in(connection) + BARRED_MS}
    current = and_(names.c.person == person, names.c.folded != folded, names.c.held_until.is_(None))
    await connection.execute(update(names).where(current).values(held))
    await connection.execute(update(people).where(people.c.id == person).values(name=name))
    return True


class NameStore:
    """The store of names. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def rename(self, person: PersonId, name: str, folded: str, most_held: int) -> bool | None:
        """Let the person go by another name; False if it is somebody else's, None if too many are held for them.

        A name that is theirs already they may always take.
        """
        people, names = people_schema.people, people_schema.names
        async with self._database.write() as connection:
            await connection.execute(select(people.c.id).where(people.c.id == person).with_for_update())
            theirs = select(names.c.folded).where(names.c.person == person, _kept(now_in(connection)))
            own = set(await connection.scalars(theirs))
            if folded not in own and len(own) > most_held:
                return None
            if not await take_name(connection, person, folded):
                return False
            await hold_others(connection, person, folded)
            await connection.execute(update(people).where(people.c.id == person).values(name=name))
            return True

    async def free(self, folded: Iterable[str], person: PersonId | None = None) -> set[str]:
        """Which of these the person could take now."""
        names, wanted = people_schema.names, set(folded)
        async with self._database.connect() as connection:
            others = names.c.folded.in_(wanted), names.c.person != (person or "nobody"), _kept(now_in(connection))
            return wanted - set(await connection.scalars(select(names.c.folded).where(*others)))


def _kept(now: ColumnElement[int]) -> ColumnElement[bool]:
    """Names that somebody has, or that are held."""
    held_until = people_schema.names.c.held_until
    return or_(held_until.is_(None), held_until >= now)


# Who is signed in where. Of what a browser shows only the hash is stored.

LASTS_MS = 365 * 24 * 3600 * 1000
"""A session that was not used for so long is over."""


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A browser in which somebody is signed in."""

    hash: str
    label: str
    created: int
    seen: int


@dataclass(frozen=True, slots=True)
class SignedIn:
    """Who is signed in, and what they wish."""

    person: PersonId
    name: str
    role: str
    wishes: str | None
    seen: int


async def add_session(connection: AsyncConnection, digest: str, person: PersonId, label: str) -> None:
    """Begin a session; those of the person's that are over go."""
    sessions, now = people_schema.sessions, now_in(connection)
    await end_sessions(connection, sessions.c.seen < now - LASTS_MS, sessions.c.person == person)
    row = {"hash": digest, "person": person, "label": label, "created": now, "seen": now}
    await connection.execute(insert(sessions).values(row))


async def replace_session(connection: AsyncConnection, person: PersonId, digest: str, by: str) -> None:
    """End a session, instead of which its browser has another one; one that is not there is no matter.

    If it is the same person's, the browser goes on telling them of their turns.
    """
    pushes = people_schema.push_subscriptions
    same = pushes.c.session == digest, pushes.c.person == person
    await connection.execute(update(pushes).where(*same).values(session=by))
    await end_sessions(connection, people_schema.sessions.c.hash == digest)


class SessionStore:
    """The store of sessions. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def signed_in(self, digest: str) -> SignedIn | None:
        """Whose session it is; None if there is none, or none any more."""
        sessions, people, wishes = people_schema.sessions, people_schema.people, people_schema.wishes
        query = (
            select(people.c.id, people.c.name, people.c.role, wishes.c.text, sessions.c.seen)
            .select_from(sessions)
            .join(people, people.c.id == sessions.c.person)
            .join(wishes, wishes.c.person == people.c.id, isouter=True)
        )
        async with self.database.connect() as connection:
            good = (
                sessions.c.hash == digest,
                sessions.c.seen >= now_in(connection) - LASTS_MS,
                people.c.closed.is_(None),
            )
            row = (await connection.execute(query.where(*good))).one_or_none()
            return None if row is None else SignedIn(*row)

    async def touch(self, digest: str) -> None:
        """Note that the session is used."""
        sessions = people_schema.sessions
        async with self.database.write() as connection:
            seen = update(sessions).where(sessions.c.hash == digest).values(seen=now_in(connection))
            await connection.execute(seen)

    async def of(self, person: PersonId) -> list[SessionRow]:
        """Where the person is signed in, the one used last first."""
        sessions = people_schema.sessions.c
        columns = sessions.hash, sessions.label, sessions.created, sessions.seen
        query = select(*columns).where(sessions.person == person).order_by(sessions.seen.desc(), sessions.hash)
        async with self.database.connect() as connection:
            rows = await connection.execute(query.where(sessions.seen >= now_in(connection) - LASTS_MS))
            return [SessionRow(*row) for row in rows]

    async def remove(self, person: PersonId, digest: str) -> None:
        """End one of the person's sessions; somebody else's stays."""
        sessions = people_schema.sessions.c
        async with self.database.write() as connection:
            await end_sessions(connection, sessions.person == person, sessions.hash == digest)

    async def remove_all(self, person: PersonId, but: str = "") -> None:
        """End all of the person's sessions, except for one."""
        sessions = people_schema.sessions.c
        async with self.database.write() as connection:
            await end_sessions(connection, sessions.person == person, sessions.hash != but)


async def end_sessions(connection: AsyncConnection, *which: ColumnElement[bool]) -> None:
    """End sessions; the browsers in which they were are told nothing any more."""
    sessions, pushes = people_schema.sessions, people_schema.push_subscriptions
    ended = select(sessions.c.hash).where(*which)
    await connection.execute(delete(pushes).where(pushes.c.session.in_(ended)))
    await connection.execute(delete(sessions).where(*which))


# What people have set for themselves, as one text for each person; what it says is for `people` to know.

ONE_AT_A_TIME = text("SELECT pg_advisory_xact_lock(hashtextextended('wishes of ' || :person, 0))")
"""PostgreSQL's lock for one person's wishes; SQLite has one writer anyway."""


async def read_wishes(connection: AsyncConnection, person: PersonId) -> str | None:
    """What is kept for the person; None if they have set nothing."""
    wishes = people_schema.wishes.c
    query = select(wishes.text).where(wishes.person == person)
    found: str | None = (await connection.execute(query)).scalar_one_or_none()
    return found


async def write_wishes(connection: AsyncConnection, person: PersonId, wished: str) -> None:
    """Keep this for the person, whatever was kept before."""
    row = insert_into(connection, people_schema.wishes).values(person=person, text=wished)
    await connection.execute(row.on_conflict_do_update(index_elements=["person"], set_={"text": wished}))


class WishTexts:
    """The store of wishes. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: PersonId) -> str | None:
        """What is kept for the person; None if they have set nothing."""
        async with self._database.connect() as connection:
            return await read_wishes(connection, person)

    async def of_all(self, people: Collection[PersonId]) -> dict[PersonId, str]:
        """What is kept for each of these people, as far as they have set anything."""
        wishes = people_schema.wishes.c
        async with self._database.connect() as connection:
            found = await connection.execute(select(wishes.person, wishes.text).where(wishes.person.in_(people)))
            return {PersonId(row.person): row.text for row in found}

    async def change(self, person: PersonId, changed: Callable[[str | None], str]) -> None:
        """Keep what `changed` makes of what is kept; two changes at once both count."""
        async with self._database.write() as connection:
            if not self._database.is_sqlite:
                await connection.execute(ONE_AT_A_TIME, {"person": person})
            await write_wishes(connection, person, changed(await read_wishes(connection, person)))
