"""An update of the servers under load: nobody loses a move, nobody waits long, every stream comes back."""

import asyncio
import signal
import time
from typing import Any

from .processes import family
from .site import Site
from .under_load import Disturb, under_load
from .witness import Witness


def one_after_the_other(rounds: int) -> Disturb:
    """Each server is told to stop, and a new one is started in its place, while the others go on."""

    async def disturb(site: Site, _players: list[Witness]) -> None:
        for _ in range(rounds):
            for number in list(site.servers):
                assert await asyncio.to_thread(site.stop, number) == 0
                await asyncio.to_thread(site.start, number)

    return disturb


def by_hangup(rounds: int) -> Disturb:
    """One server of several processes renews them all when it gets SIGHUP, on the same port."""

    async def disturb(site: Site, _players: list[Witness]) -> None:
        pid = site.servers[0].process.pid
        for _ in range(rounds):
            before = set(family(pid))
            site.servers[0].process.send_signal(signal.SIGHUP)
            await asyncio.to_thread(_wait_until_gone, pid, before)

    return disturb


def _wait_until_gone(pid: int, processes: set[int]) -> None:
    while processes & set(family(pid)):
        time.sleep(0.05)


async def machines(rounds: int) -> dict[str, Any]:
    with Site(2, "postgresql", "nats") as site:
        return await under_load(site, one_after_the_other(rounds))


async def processes(rounds: int) -> dict[str, Any]:
    with Site(1, "postgresql", "nats", ("--processes", "2")) as site:
        return await under_load(site, by_hangup(rounds))
