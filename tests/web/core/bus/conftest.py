"""Both kinds of bus over real servers, so that the same tests hold for either."""

from collections.abc import Callable, Iterator
from typing import Protocol

import pytest

from shanghaien.web.core.bus import new_sender, open_bus
from shanghaien.web.core.bus.base import Bus
from tests.web.nats_server import NatsServer
from tests.web.postgres_server import PostgresServer

SQLITE = "sqlite+aiosqlite:///games.db"
KINDS = ["nats", "postgres"]
NewBus = Callable[[], Bus]


class MortalServer(Protocol):
    """A server that can be killed and started again."""

    url: str

    def start(self) -> None: ...

    def kill(self) -> None: ...

    def close(self) -> None: ...


def bus_over(url: str) -> Bus:
    """The bus of one process."""
    return open_bus(SQLITE, url, "") if url.startswith("nats") else open_bus(url, "", new_sender())


@pytest.fixture(params=KINDS)
def new_bus(request: pytest.FixtureRequest) -> NewBus:
    """Makes buses that share a server."""
    url: str = request.getfixturevalue({"nats": "nats_url", "postgres": "postgres"}[request.param])
    return lambda: bus_over(url)


@pytest.fixture(scope="module", params=KINDS)
def server_to_kill(request: pytest.FixtureRequest) -> Iterator[MortalServer]:
    """A server that belongs to the tests of one file alone."""
    server: MortalServer = NatsServer() if request.param == "nats" else PostgresServer()
    yield server
    server.close()


@pytest.fixture
def mortal_server(server_to_kill: MortalServer) -> MortalServer:
    """A server that runs, and may be killed."""
    server_to_kill.start()
    return server_to_kill
