"""One full house of each kind for all tests of a session."""

import asyncio
from collections.abc import Iterator

import pytest

from shanghaien.web.core.clock import now
from tests.web.conftest import ask
from tests.web.scale.crowd import Size, make_crowd


@pytest.fixture(scope="session", params=["sqlite", "postgres"])
def crowd(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, *, long: bool) -> Iterator[str]:
    """The address of a database in which there are very many people and games, with --long a million."""
    size = Size(now=now()) if long else Size(25_000, 150_000, now())
    if request.param == "sqlite":
        file = tmp_path_factory.mktemp("crowd") / "shanghaien.db"
        url = f"sqlite+aiosqlite:///{file}"
        make_crowd(url, size)
        yield url
        file.unlink()
    else:
        server: str = request.getfixturevalue("postgres")
        asyncio.run(ask(server, "CREATE DATABASE crowd"))  # other tests empty the server's own database
        url = server.replace("/postgres?", "/crowd?").replace("postgresql://", "postgresql+asyncpg://")
        make_crowd(url, size)
        yield url
        asyncio.run(ask(server, "DROP DATABASE crowd WITH (FORCE)"))
