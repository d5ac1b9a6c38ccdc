"""Real servers for the tests of the web: SQLite in a file, PostgreSQL and NATS as processes of their own."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import asyncpg
import pytest
from litestar.testing import TestClient
from sqlalchemy import URL, make_url

from shanghaien.web.app import create_app
from shanghaien.web.core import parts
from shanghaien.web.core.settings import Settings, load
from shanghaien.web.daily import jobs as keeper
from shanghaien.web.run import restore as restoring
from shanghaien.web.site.middleware import Application
from shanghaien.web.tables import service as tables
from tests.web.browser_like import Visitor, clients_of
from tests.web.core.database.databases import migrate, prepare
from tests.web.nats_server import NatsServer
from tests.web.postgres_server import PostgresServer
from tests.web.randomness import SECRET, RandomnessByTest, ids


@pytest.fixture(scope="module", autouse=True)
def known_games(request: pytest.FixtureRequest) -> Iterator[None]:
    """Games with the same dice and deals in every run, for every server that is given no randomness of its own."""
    known = ids(request.node.nodeid)
    with pytest.MonkeyPatch.context() as patch:
        for module in (parts, tables, restoring, keeper):
            patch.setattr(module, "Randomness", lambda: known)
        yield


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


@pytest.fixture(scope="session")
def fresh_postgres(postgres: str) -> URL:
    """A database of the server with all tables and nothing in them, to be copied: migrations need not run each time."""
    asyncio.run(ask(postgres, "CREATE DATABASE fresh"))
    url = make_url(postgres).set(drivername="postgresql+asyncpg", database="fresh")
    asyncio.run(migrate(url.render_as_string(hide_password=False)))
    return url


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database with all tables and nothing in them, once of each kind."""
    if request.param == "sqlite":
        prepare(tmp_path / "games.db")
        return f"sqlite+aiosqlite:///{tmp_path / 'games.db'}"
    fresh: URL = request.getfixturevalue("fresh_postgres")
    server: str = request.getfixturevalue("postgres")
    asyncio.run(
        ask(
            server,
            "DROP DATABASE IF EXISTS copied WITH (FORCE)",
            "CREATE DATABASE copied TEMPLATE fresh STRATEGY FILE_COPY",
        )
    )
    return fresh.set(database="copied").render_as_string(hide_password=False)


@pytest.fixture(params=["sqlite", "postgres"])
def empty_database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database without tables, once of each kind."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 'games.db'}"
    url: str = request.getfixturevalue("empty_postgres")
    return url


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings for a server of one's own: SQLite, no pauses, no limits, a known secret."""
    return settings_in(tmp_path)


def settings_in(folder: Path) -> Settings:
    (folder / "data").mkdir()
    prepare(folder / "data" / "shanghaien.db")
    return load({"data": folder / "data", "secret": SECRET, "bot_pause": 0, "rate_limit": 0}, {})


@dataclass(frozen=True)
class Site:
    """A server that the tests of a file share."""

    new_client: Callable[[], TestClient[Application]]
    randomness: RandomnessByTest


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    settings, randomness = settings_in(tmp_path_factory.mktemp("site")), RandomnessByTest()
    with clients_of(create_app(settings, randomness)) as new_client:
        yield Site(new_client, randomness)


@pytest.fixture
def visitor(site: Site, request: pytest.FixtureRequest) -> Visitor:
    """Somebody who has just come to the server of the file; each test has games of its own."""
    site.randomness.of(request.node.name)
    return Visitor(site.new_client())


@pytest.fixture
def ada(visitor: Visitor) -> Visitor:
    """The same person by a name."""
    return visitor
