"""All that is stored of a person: a guest's rows go over to an account, somebody leaves, or asks what is known of them."""

import asyncio
from itertools import chain
from typing import Any

from sqlalchemy import Table, delete, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.core.database.dialects import insert_into, now_in
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.person_rows import Joining, PersonRows, move_if_new, rename, stay
from shanghaien.web.core.features import declared
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.core.jobs import schedule
from shanghaien.web.people import schema
from shanghaien.web.people.store import HELD_MS

ONE_AT_A_TIME = text("SELECT pg_advisory_xact_lock(hashtextextended('guest ' || :guest, 0))")
"""PostgreSQL's lock for what one guest has; SQLite has one writer anyway."""
LEAVE = "leave"
"""The job that gives up the seats of somebody who has gone; its subject is the person."""


def all_rows() -> list[PersonRows]:
    """What all features say of the rows of a person."""
    return list(chain.from_iterable(declared("person_rows")))


async def transfer_rows(
    connection: AsyncConnection, guest: PersonId, account: PersonId, session: str = "", *, new: bool = False
) -> list[GameId]:
    """Give the account all that the guest has, and tell which games are among it; what the account has wins.

    Nothing moves twice: what is taken from the guest is taken by one transaction alone. Nothing that somebody else may
    have left in this browser opens an account that was there before: the guest's programs end, unless it is new, and
    the browser is told of turns for as long as the session lasts. A seat of a rated game that another account has stays
    that account's alone: with two of them it would count for nobody.
    """
    if connection.dialect.name == "postgresql":
        await connection.execute(ONE_AT_A_TIME, {"guest": guest})
    joining = Joining(guest, account, session, new)
    for rows in all_rows():
        await rows.join(connection, rows.table, joining)
    return joining.games


async def delete_person(connection: AsyncConnection, person: PersonId) -> bool:
    """Remove all that is known of somebody, and let their seats be given up; False if there is no such account."""
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
    """Whom the guest kept away from, and who kept away from the guest; nobody keeps away from themselves."""
    for column in (table.c.person, table.c.other):
        taken = await connection.execute(delete(table).where(column == joining.guest).returning(table))
        moved = [dict(row) | {column.key: joining.account} for row in taken.mappings()]
        rows = [row for row in moved if row["person"] != row["other"]]
        if rows:
            await connection.execute(insert_into(connection, table).on_conflict_do_nothing(), rows)


async def _remove_blocks(connection: AsyncConnection, table: Table, person: PersonId) -> None:
    await connection.execute(delete(table).where(or_(table.c.person == person, table.c.other == person)))


async def _move_pushes(connection: AsyncConnection, table: Table, joining: Joining) -> None:
    """The browser is told of turns for as long as the session lasts."""
    theirs = table.c.person == joining.guest
    if joining.session:
        moved = {"person": joining.account, "session": joining.session}
        await connection.execute(update(table).where(theirs).values(moved))
    else:
        await connection.execute(delete(table).where(theirs))


async def _hold_name(connection: AsyncConnection, table: Table, person: PersonId) -> None:
    """Nobody else is called so for a while, so that nobody is taken for them."""
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
    PersonRows(schema.wishes, name="wishes", columns=("text",)),
    PersonRows(schema.tokens, move_if_new, name="programs", columns=("name", "scope", "created")),
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
    """All that is known of a person, for themselves to take along."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.one_at_a_time = asyncio.Semaphore(1)
        """Games have to be played again to be written down: however many people ask, others go on playing."""

    async def told(self, person: PersonId) -> dict[str, Any]:
        """Everything except for the games themselves; times are milliseconds since 1970 (UTC)."""
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
