"""Whoever leaves is in no table any more, but for the seats that are given up next."""

from typing import Any

from sqlalchemy import BigInteger, Column, Float, Integer, LargeBinary, Table, insert, select

from shanghaien.web.core.database import schema as database_schema
from shanghaien.web.core.database.dialects import metadata
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.features import declared
from shanghaien.web.core.ids import PersonId
from shanghaien.web.people import schema as people_schema
from shanghaien.web.people.person_data import LEAVE, all_rows, delete_person
from shanghaien.web.tables.store import schema
from tests.web.core.database.databases import with_database

INES, OTTO = PersonId("ines_1"), PersonId("inesx1")
TOLD = {"notice": "%s game", "remind": "%s game 2", "digest": "%s", "preferences": "%s"}


def something(column: Column[Any], person: str) -> object:
    """A value for a column: it is another one for each person, and does not name them."""
    if isinstance(column.type, BigInteger | Integer | Float):
        return 2 if person == OTTO else 1
    word = "o" if person == OTTO else "i"
    return word.encode() if isinstance(column.type, LargeBinary) else word


def of_people() -> list[Table]:
    """All tables in which a row is somebody's, those that others refer to first."""
    return [table for table in metadata.sorted_tables if "person" in table.c and table is not schema.seated]


async def settle(database: Database, person: PersonId) -> None:
    """Let somebody have a row wherever somebody can have one."""
    async with database.write() as connection:
        await connection.execute(insert(people_schema.people).values(id=person, name=person, created=1))
        for table in of_people():
            row = {column.key: something(column, person) for column in table.c if column.server_default is None}
            await connection.execute(insert(table).values(row | {"person": person}))
        for kind, subject in TOLD.items():
            await connection.execute(insert(database_schema.jobs).values(kind=kind, subject=subject % person, at=1))
        asked = {"hash": f"asked {person}", "kind": "passkey-make", "text": f'["00", "{person}", ""]', "until": 1}
        await connection.execute(insert(people_schema.once).values(asked))


async def named(database: Database, person: PersonId) -> set[tuple[str, ...]]:
    """Where anything names a person: the table, and the kind of what is due."""
    found = set[tuple[str, ...]]()
    async with database.read() as connection:
        for table in metadata.sorted_tables:
            for row in (await connection.execute(select(table))).mappings():
                if any(person in str(value) for value in row.values()):
                    found.add((table.name, row["kind"]) if table is database_schema.jobs else (table.name,))
    return found


def test_whoever_leaves_is_named_nowhere_and_others_lose_nothing(database_url: str) -> None:
    async def test(database: Database) -> None:
        for person in (INES, OTTO):
            await settle(database, person)
        before = await named(database, OTTO)
        assert {(table.name,) for table in of_people()} <= before
        async with database.write() as connection:
            assert await delete_person(connection, INES)
        assert await named(database, INES) == {("jobs", LEAVE)}
        assert await named(database, OTTO) == before

    with_database(database_url, test)


def test_every_table_with_a_person_says_what_becomes_of_their_rows() -> None:
    for _ in declared("schema"):  # imports all tables
        pass
    declared_for = {rows.table.name for rows in all_rows()}
    with_people = {table.name for table in metadata.sorted_tables if "person" in table.c}
    assert len(with_people) > 20
    assert with_people - declared_for == set()
