"""Things that are done at the same time: one read for many callers, and several works of which none is left alone."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

Answer = TypeVar("Answer")
Key = TypeVar("Key", bound=Hashable)


class SharedReads(Generic[Key, Answer]):
    """Reads something once for all concurrent callers.

    A call after a read has begun gets a later one: no answer lacks what was stored when it was asked for.
    """

    def __init__(self, read: Callable[[Key], Awaitable[Answer]]) -> None:
        self._read = read
        self._planned: dict[Key, asyncio.Task[Answer]] = {}

    async def get(self, key: Key) -> Answer:
        """The result of the read, or what it raises, for all that share it."""
        planned = self._planned.get(key)
        if planned is None:
            planned = self._planned[key] = asyncio.create_task(self._begin(key))
        return await asyncio.shield(planned)

    async def _begin(self, key: Key) -> Answer:
        del self._planned[key]
        return await self._read(key)


async def gather_all(*works: Coroutine[Any, Any, None]) -> None:
    """Wait until all have ended, also when one fails or all are cancelled; then raise the first failure.

    `asyncio.gather` by itself goes on with the first that fails or is cancelled. What the others still do then would
    find the database closed, and open it again.
    """
    for end in await asyncio.gather(*works, return_exceptions=True):
        if end is not None:
            raise end
