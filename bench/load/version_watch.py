"""A number that only grows, such as a version, and a way to wait until it has got somewhere."""

import asyncio

PATIENCE = 120.0
"""Seconds after which something that did not come counts as lost."""


class VersionWatch:
    """What has been told so far."""

    def __init__(self) -> None:
        self.version = 0
        self._news = asyncio.Condition()

    async def advance(self, version: int) -> None:
        async with self._news:
            self.version = max(self.version, version)
            self._news.notify_all()

    async def reached(self, version: int) -> None:
        """Wait until a version was told."""
        async with self._news:
            await asyncio.wait_for(self._news.wait_for(lambda: self.version >= version), PATIENCE)
