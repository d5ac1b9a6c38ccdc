"""Codes are read as people type them, and tries at a name are limited whether it exists or not."""

from pathlib import Path

import pytest
from sqlalchemy import event, insert

from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.errors import LimitReached
from shanghaien.web.core.ids import PersonId
from shanghaien.web.people import schema as people_schema
from shanghaien.web.people.attempts import Attempts, HourlyLimit
from shanghaien.web.people.credentials import CODES, Recovery, WrongCode
from tests.web.core.database.databases import with_database

ADA = PersonId("ada")


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'people.db'}"


async def settle(database: Database) -> Recovery:
    async with database.write() as connection:
        await connection.execute(insert(people_schema.people), {"id": ADA, "name": "Ada", "created": 1})
        await connection.execute(insert(people_schema.names), {"folded": "ada", "person": ADA})
    return Recovery(database)


def test_codes_are_read_however_they_are_typed(url: str) -> None:
    async def use(database: Database) -> None:
        recovery = await settle(database)
        codes = await recovery.renew(ADA)
        assert len(set(codes)) == CODES
        plain, loud, sloppy = codes[0].replace("-", ""), codes[1].upper(), codes[2].replace("0", "O").replace("1", "l")
        for typed in (f" {plain} ", loud, sloppy):
            assert await recovery.use("ada", typed) == ADA
            with pytest.raises(WrongCode):
                await recovery.use("ada", typed)
        assert await recovery.left(ADA) == CODES - 3

    with_database(url, use)


def test_a_wrong_name_and_a_wrong_code_are_told_alike_after_the_same_statements(url: str) -> None:
    async def use(database: Database) -> None:
        recovery = await settle(database)
        code = (await recovery.renew(ADA))[0]
        told: list[tuple[str, list[str]]] = []
        for name, typed in (("ada", "0000-0000-0000-0000"), ("nobody", code), ("nobody", "")):
            statements: list[str] = []
            listener = lambda *said, into=statements: into.append(said[2])  # noqa: E731
            event.listen(database._writers.sync_engine, "before_cursor_execute", listener)
            with pytest.raises(WrongCode) as refusal:
                await recovery.use(name, typed)
            event.remove(database._writers.sync_engine, "before_cursor_execute", listener)
            told.append((str(refusal.value), statements))
        assert told[0] == told[1] == told[2]
        assert len(told[0][1]) >= 2

    with_database(url, use)


def test_a_name_is_tried_so_often_an_hour_whether_it_exists_or_not(url: str) -> None:
    async def use(database: Database) -> None:
        attempts = Attempts(database, b"key")
        for name in ("ada", "nobody"):
            limit = HourlyLimit("name", name, 2)
            await attempts.check(limit, HourlyLimit("address", "10.0.0.1", 100))
            await attempts.check(limit)
            with pytest.raises(LimitReached, match="60 min") as refusal:
                await attempts.check(limit)
            assert refusal.value.retry_after == 3600

    with_database(url, use)
