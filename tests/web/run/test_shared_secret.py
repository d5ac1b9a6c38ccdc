"""All servers of a database sign with one secret; a given one is never stored, and a differing one is refused."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest
from sqlalchemy import select

from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.migrate import upgrade
from shanghaien.web.core.database.schema import facts
from shanghaien.web.core.setting_checks import ChosenSecret
from shanghaien.web.core.settings import load
from shanghaien.web.run.prepare import shared_secret
from shanghaien.wrong_input import WrongInput

Answer = TypeVar("Answer")
OURS, OTHER = ChosenSecret("o" * 40), ChosenSecret("x" * 40)


def with_database(url: str, work: Callable[[Database], Awaitable[Answer]]) -> Answer:
    async def run() -> Answer:
        database = Database(url)
        try:
            await upgrade(database)
            return await work(database)
        finally:
            await database.close()

    return asyncio.run(run())


async def stored(database: Database) -> str:
    async with database.read() as connection:
        return str((await connection.execute(select(facts))).all())


def test_a_given_secret_is_not_stored_and_another_one_is_refused(database_url: str) -> None:
    async def work(database: Database) -> None:
        assert await shared_secret(database, OURS) == OURS
        assert OURS not in await stored(database)
        with pytest.raises(WrongInput, match="The secret differs"):
            await shared_secret(database, OTHER)
        assert await shared_secret(database, OURS) == OURS

    with_database(database_url, work)


def test_servers_that_were_given_none_share_that_of_the_first(empty_postgres: str) -> None:
    async def work(database: Database) -> None:
        proposals = [f"made here {number}" for number in range(4)]
        agreed = await asyncio.gather(*(shared_secret(database, proposal) for proposal in proposals))
        assert len(set(agreed)) == 1
        assert agreed[0] in proposals
        assert await shared_secret(database, ChosenSecret(agreed[0])) == agreed[0]
        with pytest.raises(WrongInput, match="The secret differs"):
            await shared_secret(database, OURS)

    with_database(empty_postgres, work)


def test_a_server_without_a_secret_is_refused_where_the_others_were_given_one(empty_postgres: str) -> None:
    async def work(database: Database) -> None:
        await shared_secret(database, OURS)
        with pytest.raises(WrongInput, match="The other servers of this database were given a secret; give the same"):
            await shared_secret(database, "made here")

    with_database(empty_postgres, work)


def test_a_database_of_one_file_may_come_without_its_secret(tmp_path: Path) -> None:
    async def work(database: Database) -> None:
        assert await shared_secret(database, "kept in a file") == "kept in a file"
        assert await shared_secret(database, "kept in another") == "kept in another"
        with pytest.raises(WrongInput, match="The secret differs"):
            await shared_secret(database, OURS)

    with_database(f"sqlite+aiosqlite:///{tmp_path / 'games.db'}", work)


def test_only_a_given_secret_is_a_chosen_one_and_postgresql_needs_no_file(tmp_path: Path) -> None:
    database = "postgresql://db/games"
    assert isinstance(load({"data": tmp_path, "secret": OURS}, {}).secret, ChosenSecret)
    assert not isinstance(load({"data": tmp_path, "database": database}, {}).secret, ChosenSecret)
    assert list(tmp_path.iterdir()) == []
    kept = load({"data": tmp_path}, {}).secret
    assert not isinstance(kept, ChosenSecret)
    assert load({"data": tmp_path, "database": database}, {}).secret == kept  # a site that has one keeps it
