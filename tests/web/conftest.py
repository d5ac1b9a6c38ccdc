"""Real servers for the tests of the web: SQLite in a file, PostgreSQL and NATS as processes of their own."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from shanghaien.web.settings import Settings, load
from tests.web.luck import SECRET
from tests.web.nats_server import NatsServer
from tests.web.postgres_server import PostgresServer


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    server = PostgresServer()
    # What the tests store need not outlive a power cut, and flushing it made up most of their time.
    asyncio.run(ask(server.url, "ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()"))
    yield server.url
    server.close()


@pytest.fixture(scope="session")
def nats_url() -> Iterator[str]:
    """A NATS server that nobody kills."""
    server = NatsServer()
    server.start()
    yield server.url
    server.kill()


@pytest.fixture
def empty_postgres(postgres: str) -> str:
    """The server's database without any table in it."""
    asyncio.run(ask(postgres, "DROP SCHEMA public CASCADE", "CREATE SCHEMA public"))
    return postgres.replace("postgresql://", "postgresql+asyncpg://")


async def ask(url: str, *statements: str) -> None:
    """Run statements, each in a transaction of its own."""
    connection = await asyncpg.connect(url)
    for statement in statements:
        await connection.execute(statement)
    await connection.close()


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database, once of each kind."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 'games.db'}"
    url: str = request.getfixturevalue("empty_postgres")
    return url


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings for a server of one's own: SQLite, no pauses, no limits, a known secret."""
    return load({"data": tmp_path / "data", "secret": SECRET, "bot_pause": 0, "rate_limit": 0}, {})
