"""Processes killed without a word, at random moments, under load."""

import asyncio
import random
from typing import Any

from .site import Site, kill_postgres, start_postgres
from .under_load import Disturb, under_load
from .witness import Witness

SHORT, LONG = 0.01, 0.4
"""Seconds between two kills: sometimes in the middle of the first commit after a start, sometimes in full play."""


def kill_servers(kills: int) -> Disturb:
    async def disturb(site: Site, _players: list[Witness]) -> None:
        chance = random.Random(kills)
        for _ in range(kills):
            await asyncio.sleep(chance.uniform(SHORT, LONG))
            number = chance.choice(list(site.servers))
            site.kill(number)
            await asyncio.to_thread(site.start, number)

    return disturb


def kill_database(kills: int) -> Disturb:
    async def disturb(site: Site, _players: list[Witness]) -> None:
        chance = random.Random(kills)
        assert site.postgres is not None
        for _ in range(kills):
            await asyncio.sleep(chance.uniform(SHORT, LONG))
            await asyncio.to_thread(kill_postgres, site.postgres)
            await asyncio.to_thread(start_postgres, site.postgres)

    return disturb


def kill_bus(kills: int) -> Disturb:
    async def disturb(site: Site, _players: list[Witness]) -> None:
        chance = random.Random(kills)
        assert site.nats is not None
        for _ in range(kills):
            await asyncio.sleep(chance.uniform(SHORT, LONG))
            site.nats.kill()
            await asyncio.sleep(chance.uniform(SHORT, LONG))
            await asyncio.to_thread(site.nats.start)

    return disturb


async def sqlite_server(kills: int) -> dict[str, Any]:
    with Site() as site:
        return await under_load(site, kill_servers(kills))


async def postgresql_servers(kills: int) -> dict[str, Any]:
    with Site(2, "postgresql", "nats") as site:
        return await under_load(site, kill_servers(kills))


async def postgresql_itself(kills: int) -> dict[str, Any]:
    with Site(2, "postgresql") as site:
        return await under_load(site, kill_database(kills))


async def nats_itself(kills: int) -> dict[str, Any]:
    with Site(2, "postgresql", "nats") as site:
        return await under_load(site, kill_bus(kills))
