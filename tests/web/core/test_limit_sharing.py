"""Two processes of a site, joined by a real bus, count together what one address has open."""

import asyncio

from shanghaien.web.core.bus import new_sender, open_bus
from shanghaien.web.core.limits import Limits, sharing
from tests.web.patience import PATIENCE


def test_streams_of_one_process_count_in_the_other(nats_url: str) -> None:
    async def run() -> Limits:
        first, second = (open_bus("", nats_url, new_sender()) for _ in range(2))
        here, there = Limits(60, 2), Limits(60, 2)
        await first.start()
        await second.start()
        assert here.streams.begin("club")
        assert here.streams.begin("club")
        async with asyncio.timeout(PATIENCE), sharing(here, first, 0.02), sharing(there, second, 0.02):
            while there.streams.begin("club"):  # until it has heard of the other two
                there.streams.end("club")
                await asyncio.sleep(0.01)
        await first.close()
        await second.close()
        return there

    assert asyncio.run(run()).streams.begin("elsewhere")
