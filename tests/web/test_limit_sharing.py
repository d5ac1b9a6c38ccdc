"""Two processes of a site, joined by a real bus, count together what one address asks for."""

import asyncio

from shanghaien.web.bus.open_bus import new_sender, open_bus
from shanghaien.web.http.limits import Limits
from shanghaien.web.limit_sharing import sharing
from tests.web.server import PATIENCE

PER_MINUTE = 6000
"""So many that asking now and then uses up nothing."""


def use_up(limits: Limits) -> None:
    while limits.wait("club", "", change=True) == 0:
        pass


def test_what_is_asked_of_one_process_counts_in_the_other(nats_url: str) -> None:
    async def run() -> Limits:
        first, second = (open_bus("", nats_url, new_sender()) for _ in range(2))
        here, there = Limits(PER_MINUTE, 512), Limits(PER_MINUTE, 512)
        await first.start()
        await second.start()
        async with asyncio.timeout(PATIENCE), sharing(here, first, 0.02), sharing(there, second, 0.02):
            while there.wait("club", "", change=True) == 0:  # until the news of what was asked of the first has come
                use_up(here)
                await asyncio.sleep(0.05)
        await first.close()
        await second.close()
        return there

    assert asyncio.run(run()).wait("elsewhere", "", change=True) == 0
