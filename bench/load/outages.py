"""Things that are gone for a while: the bus, the database, room on the disk."""

import asyncio
import json
import resource
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from .connection import Connection
from .processes import Server
from .site import Site, kill_postgres, start_postgres
from .under_load import Disturb, account, playing_for, under_load
from .version_watch import PATIENCE
from .witness import Witness, whole

ROOM = 3 * 1024 * 1024
"""Bytes of the small disk: a fresh database, and a few games."""
SMALL_ROOM = 400 * 1024
"""Bytes that no file may grow beyond, where no disk can be mounted."""


def bus_away(seconds: float) -> Disturb:
    """No NATS; moves must go on meanwhile."""

    async def disturb(site: Site, players: list[Witness]) -> None:
        assert site.nats is not None
        site.nats.kill()
        until = time.monotonic() + seconds
        await playing_for(players, 5)
        await asyncio.sleep(max(0.0, until - time.monotonic()))
        await playing_for(players, 5)
        await asyncio.to_thread(site.nats.start)

    return disturb


def database_away(seconds: float) -> Disturb:
    """No PostgreSQL; nothing may be acknowledged meanwhile."""

    async def disturb(site: Site, players: list[Witness]) -> None:
        assert site.postgres is not None
        await asyncio.to_thread(kill_postgres, site.postgres)
        await asyncio.sleep(min(1.0, seconds / 2))
        before = sum(player.acknowledged for player in players)
        await asyncio.sleep(seconds)
        assert sum(player.acknowledged for player in players) == before, "acknowledged without a database"
        await asyncio.to_thread(start_postgres, site.postgres)

    return disturb


async def nats_gone(seconds: float) -> dict[str, Any]:
    with Site(2, "postgresql", "nats") as site:
        return await under_load(site, bus_away(seconds))


async def postgresql_gone(seconds: float) -> dict[str, Any]:
    with Site(2, "postgresql") as site:
        return await under_load(site, database_away(seconds))


async def full_disk(players: int = 4, *, mount: bool = True) -> dict[str, Any]:
    """A disk that fills up under a SQLite server, and is given room again; without rights to mount, a limit per file."""
    folder = Path(tempfile.mkdtemp(prefix="disk_"))
    mounted = mount and _run("mount", "-t", "tmpfs", "-o", f"size={ROOM}", "none", str(folder))
    server = Server(folder)
    if not mounted:
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (SMALL_ROOM, resource.RLIM_INFINITY))
    try:
        return await _fill(server, folder, players, mounted=mounted)
    finally:
        if server.process.poll() is None:
            server.kill()
        if mounted:
            _run("umount", "-l", str(folder))
        shutil.rmtree(folder, ignore_errors=True)


def _run(*words: str) -> bool:
    return subprocess.run(words, capture_output=True).returncode == 0  # noqa: S603, PLW1510 - our own words, asked for its code


async def _fill(server: Server, folder: Path, count: int, *, mounted: bool) -> dict[str, Any]:
    players = [Witness(number, [server.address]) for number in range(count)]
    over = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(player.play(over))
        await asyncio.gather(*(player.refused.reached(1) for player in players))
        figures: dict[str, Any] = {"moves_until_full": sum(player.acknowledged for player in players)}
        figures["start_page_meanwhile"] = await _looks(server.address)
        figures["readyz_meanwhile"] = await _ready(server.address, 503)
        _give_room(server, folder, mounted=mounted)
        await playing_for(players, 10)
        figures["readyz_afterwards"] = await _ready(server.address, 200)
        over.set()
    for player in players:
        await whole(server.address, player)
    how = {"how": "tmpfs" if mounted else "file size limit", "exit_code": server.stop()}
    return account(players) | figures | how


def _give_room(server: Server, folder: Path, *, mounted: bool) -> None:
    if mounted:
        _run("mount", "-o", f"remount,size={ROOM * 20}", str(folder))
    else:
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)


async def _ready(address: str, status: int) -> str:
    """Wait until a server says with this status whether it can do its work; the words in which it does."""
    async with asyncio.timeout(PATIENCE), Connection(address) as connection:
        while (answer := await connection.send("GET", "/readyz")).status != status:  # noqa: ASYNC110 - the server is another process
            await asyncio.sleep(0.1)
    state = json.loads(answer.text)
    return " ".join([state["status"], *state["missing"]])


async def _looks(address: str) -> int:
    async with Connection(address) as connection:
        return (await connection.send("GET", "/")).status
