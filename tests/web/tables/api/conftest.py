"""A server on a port of its own, and a token made on its page as a person makes it."""

import asyncio
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn

from shanghaien.web.app import create_app
from shanghaien.web.core.settings import load
from shanghaien.web.run.server import address_of, config_for, listen
from tests.web.core.database.databases import prepare
from tests.web.patience import NO_TLS, PATIENCE
from tests.web.randomness import SECRET, ids


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running server without pauses and limits."""
    folder: Path = tmp_path_factory.mktemp("data")
    settings = load({"data": folder, "bot_pause": 0, "rate_limit": 0, "port": 0, "secret": SECRET}, {})
    prepare(folder / "shanghaien.db")
    app, listening = create_app(settings, ids()), listen(settings)
    running = uvicorn.Server(config_for(settings, app))

    async def serve() -> None:
        async with app.litestar.lifespan():
            await running.serve([listening])

    thread = threading.Thread(target=asyncio.run, args=[serve()])
    thread.start()
    yield address_of(listening)
    app.state.hub.close()
    running.should_exit = True
    thread.join()


@pytest.fixture
def person(server: str) -> Iterator[httpx.Client]:
    """Somebody with a browser."""
    with httpx.Client(verify=NO_TLS, base_url=server, headers={"accept": "text/html"}, timeout=PATIENCE) as client:
        client.get("/offline")
        yield client


@pytest.fixture
def program(server: str, person: httpx.Client) -> Iterator[httpx.Client]:
    """A program that shows the person's token."""
    headers = {"authorization": f"Bearer {make_token(person)}"}
    with httpx.Client(verify=NO_TLS, base_url=f"{server}/api/v1", headers=headers, timeout=PATIENCE) as client:
        yield client


@pytest.fixture
def token(program: httpx.Client) -> str:
    return str(program.headers["authorization"]).removeprefix("Bearer ")


@pytest.fixture
def other(server: str) -> Iterator[httpx.Client]:
    """A program of somebody else."""
    with httpx.Client(verify=NO_TLS, base_url=server, timeout=PATIENCE) as browser:
        browser.get("/offline", headers={"accept": "text/html"})
        headers = {"authorization": f"Bearer {make_token(browser)}"}
    with httpx.Client(verify=NO_TLS, base_url=f"{server}/api/v1", headers=headers, timeout=PATIENCE) as client:
        yield client


@pytest.fixture
def game(program: httpx.Client) -> dict[str, Any]:
    """A game of which both seats are the program's."""
    made: dict[str, Any] = program.post("/games", json={"mode": "hot-seat"}).json()
    return made


def make_token(person: httpx.Client, name: str = "a program", **more: str) -> str:
    """A token that the person makes on the page."""
    page = person.post("/tokens", data={"_csrf_token": person.cookies["csrftoken"], "name": name, **more})
    found = re.search(r"data-token>\s*(shg_[\w-]+)", page.text)
    assert page.status_code == 201
    assert found
    return found[1]
