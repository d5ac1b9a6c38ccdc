"""A store that hangs: commits that wait as they do on a disk that is slow or stuck for a while."""

import asyncio
import os
import random
import signal
import sqlite3
import time
from contextlib import closing, suppress
from typing import Any

from .processes import Postgres, family
from .site import Site
from .under_load import Disturb, playing_for, under_load
from .witness import Witness

SHORTEST, LONGEST = 0.1, 2.0
"""Seconds for which the store hangs."""


def hang_postgres(rounds: int) -> Disturb:
    """Every process of PostgreSQL stands still for a while, in the middle of whatever it does."""

    async def disturb(site: Site, players: list[Witness]) -> None:
        chance = random.Random(rounds)
        assert site.postgres is not None
        for _ in range(rounds):
            _signal(site.postgres, signal.SIGSTOP)
            await asyncio.sleep(chance.uniform(SHORTEST, LONGEST))
            _signal(site.postgres, signal.SIGCONT)
            await playing_for(players, 1)

    return disturb


def _signal(postgres: Postgres, number: signal.Signals) -> None:
    for process in [postgres.pid, *family(postgres.pid)]:
        with suppress(ProcessLookupError):
            os.kill(process, number)


def hang_sqlite(rounds: int) -> Disturb:
    """Somebody else has the file for themselves for a while, so that every commit waits."""

    async def disturb(site: Site, players: list[Witness]) -> None:
        chance = random.Random(rounds)
        file = next(site.folder.glob("*.db"))
        for _ in range(rounds):
            await asyncio.to_thread(_hold, str(file), chance.uniform(SHORTEST, LONGEST))
            await playing_for(players, 1)

    return disturb


def _hold(file: str, seconds: float) -> None:
    with closing(sqlite3.connect(file, isolation_level=None, timeout=30)) as database:
        database.execute("BEGIN IMMEDIATE")
        time.sleep(seconds)
        database.execute("ROLLBACK")


async def postgresql(rounds: int) -> dict[str, Any]:
    with Site(2, "postgresql") as site:
        return await under_load(site, hang_postgres(rounds))


async def sqlite(rounds: int) -> dict[str, Any]:
    with Site() as site:
        return await under_load(site, hang_sqlite(rounds))
