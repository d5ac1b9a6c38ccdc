"""All rows of a person: moved from a guest to an account, deleted, or exported."""

import asyncio
from itertools import chain
from typing import Any

from sqlalchemy import Table, delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.core.database.dialects import insert_into, lock_until_commit, now_in
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.person_rows import Joining, PersonRows, drop, rename, stay
from shanghaien.web.core.features import declared
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.core.jobs import schedule
from shanghaien.web.people import schema
from shanghaien.web.people.account_names import HELD_MS

LEAVE = "leave"
"""The job that gives up the seats of a deleted account; its subject is the person."""


def all_rows() -> list[PersonRows]:
    return list(chain.from_iterable(declared("person_rows")))


async def transfer_rows(
    connection: AsyncConnection, guest: PersonId, account: PersonId, session: str = "", *, new: bool = False
) -> list[GameId]:
    """Move all rows of a guest to an account and return the games among them; the account's own rows win.

    Nothing moves twice: one transaction alone takes each row from the guest. What another person may have left in this
    browser opens no account: the guest's tokens end, and push notices last as long as the session. A seat of a rated game that another account has stays with it: two accounts at one seat would make
    the game count for neither player.
    """
    await lock_until_commit(connection, f"guest {guest}")
    joining = Joining(guest, account, session, new)
    for rows in all_rows():
        await rows.join(connection, rows.table, joining)
    return joining.games


async def delete_person(connection: AsyncConnection, person: PersonId) -> bool:
    """Delete all rows of a person and schedule giving up their seats; False if there is no such account."""
    people = schema.people
    known = await connection.execute(select(people.c.id).where(people.c.id == person).with_for_update())
    if known.one_or_none() is None:
        return False
    for rows in all_rows():
        await rows.leave(connection, rows.table, person)
    await connection.execute(delete(people).where(people.c.id == person))
    await schedule(connection, LEAVE, person, 0)
    return True


async def _move_blocks(connection: AsyncConnection, table: Table, joining: Joining) -> None:
    """Blocks by and of the guest, except for one between guest and account."""
    for column in (table.c.person, table.c.other):
        taken = await connection.execute(delete(table).where(column == joining.guest).returning(table))
        moved = [dict(row) | {column.key: joining.account} for row in taken.mappings()]
        rows = [row for row in moved if row["person"] != row["other"]]
        if rows:
            await connection.execute(insert_into(connection, table).on_conflict_do_nothing(), rows)


async def _remove_blocks(connection: AsyncConnection, table: Table, person: PersonId) -> None:
    await connection.execute(delete(table).where(or_(table.c.person == person, table.c.other == person)))


async def _move_pushes(connection: AsyncConnection, table: Table, joining: Joining) -> None:
    """Push notices last as long as the session."""
    theirs = table.c.person == joining.guest
    if joining.session:
        moved = {"person": joining.account, "session": joining.session}
        await connection.execute(update(table).where(theirs).values(moved))
    else:
        await connection.execute(delete(table).where(theirs))


async def _hold_name(connection: AsyncConnection, table: Table, person: PersonId) -> None:
    """The name stays reserved for a while, so that no other person is taken for its former owner."""
    held = {"person": "", "held_until": now_in(connection) + HELD_MS}
    await connection.execute(update(table).where(table.c.person == person).values(held))


async def _remove_secrets(connection: AsyncConnection, table: Table, person: PersonId) -> None:
    await connection.execute(delete(table).where(table.c.text.contains(f'"{person}"', autoescape=True)))


PERSON_ROWS = [
    PersonRows(schema.names, stay, _hold_name, "names", ("folded", "held_until")),
    PersonRows(schema.sessions, stay, name="devices", columns=("label", "created", "seen")),
    PersonRows(schema.passkeys, stay, name="passkeys", columns=("label", "created", "used", "count")),
    PersonRows(schema.recovery_codes, stay),
    PersonRows(schema.mailboxes, stay, name="mailboxes", columns=("address", "confirmed")),
    PersonRows(schema.once, stay, _remove_secrets),
    PersonRows(schema.preferences, name="preferences", columns=("text",)),
    PersonRows(schema.tokens, drop, name="programs", columns=("name", "scope", "created")),
    PersonRows(
        schema.push_subscriptions,
        _move_pushes,
        name="push",
        columns=("label", "endpoint", "language", "created", "failures"),
    ),
    PersonRows(schema.blocks, _move_blocks, _remove_blocks, "blocked", ("name", "at")),
    PersonRows(
        schema.sanctions,
        rename(schema.sanctions.c.person),
        name="sanctions",
        columns=("at", "kind", "time", "reason", "lifted"),
    ),
]


class PersonExport:
    """The export of all personal data."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.one_at_a_time = asyncio.Semaphore(1)
        """Records need their games replayed: one at a time, so that exports do not slow down play."""

    async def of(self, person: PersonId) -> dict[str, Any]:
        """Everything but the games themselves; times are milliseconds since 1970 (UTC)."""
        people = schema.people
        async with self._database.read() as connection:
            query = select(people.c.name, people.c.role, people.c.created).where(people.c.id == person)
            about = (await connection.execute(query)).mappings().one_or_none()
            rows = {each.name: await _shown(connection, each, person) for each in all_rows() if each.name}
        return {"about": dict(about or {}), **rows}


async def _shown(connection: AsyncConnection, rows: PersonRows, person: PersonId) -> list[dict[str, Any]]:
    wanted = [rows.table.c[name] for name in rows.columns]
    query = select(*wanted).where(rows.table.c.person == person).order_by(*wanted)
    if rows.only is not None:
        query = query.where(rows.only())
    return [dict(row) for row in (await connection.execute(query)).mappings()]
