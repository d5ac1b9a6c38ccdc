"""Buses that are open for the length of a test, and waiting for what they bring."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from shanghaien.web.core.bus.base import Bus
from tests.web.patience import PATIENCE


class Ear:
    """Remembers what was heard."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, str]] = []

    def __call__(self, subject: str, message: str) -> None:
        self.heard.append((subject, message))


@asynccontextmanager
async def opened(*buses: Bus) -> AsyncIterator[None]:
    """Start the buses, and close them at the end."""
    for bus in buses:
        await bus.start()
    try:
        yield
    finally:
        for bus in buses:
            await bus.close()


async def until(condition: Callable[[], bool]) -> None:
    """Wait for it, however long a busy machine takes."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 - what is waited for has no event
            await asyncio.sleep(0.005)


async def say_until_heard(speaker: Bus, subject: str, ear: Ear) -> None:
    """Say something again and again until it comes through."""
    async with asyncio.timeout(PATIENCE):
        while (subject, "hello") not in ear.heard:
            speaker.send(subject, "hello")
            await asyncio.sleep(0.02)
