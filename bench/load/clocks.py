"""Clocks that jump: servers whose wall clock is set back and forth while people play (libfaketime, if it is installed)."""

import asyncio
import random
from pathlib import Path
from typing import Any

from .site import Site
from .under_load import Disturb, under_load
from .witness import Witness

LIBRARY = next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), None)
JUMPS = ("-400d", "-1d", "-3600", "-20", "+0", "+20", "+3600", "+1d", "+400d")


def jumping_clock(file: Path) -> dict[str, str]:
    """The environment of a process whose wall clock is as far off as a file says; its other clocks run on."""
    return {
        "LD_PRELOAD": str(LIBRARY),
        "FAKETIME_TIMESTAMP_FILE": str(file),
        "FAKETIME_NO_CACHE": "1",
        "DONT_FAKE_MONOTONIC": "1",
    }


def jump(rounds: int, files: list[Path]) -> Disturb:
    """Set one clock after the other to another time."""

    async def disturb(_site: Site, _players: list[Witness]) -> None:
        chance = random.Random(rounds)
        for _ in range(rounds):
            chance.choice(files).write_text(chance.choice(JUMPS))
            await asyncio.sleep(0.2)

    return disturb


async def jumping(rounds: int) -> dict[str, Any]:
    """Two servers on PostgreSQL whose clocks differ by up to two years, and change all the time."""
    if LIBRARY is None:
        return {"left_out": "libfaketime is not installed"}
    with Site(0, "postgresql") as site:
        files = [site.folder / f"clock-{number}" for number in range(2)]
        for file in files:
            file.write_text("+0")
            site.add(jumping_clock(file))
        return await under_load(site, jump(rounds, files))
