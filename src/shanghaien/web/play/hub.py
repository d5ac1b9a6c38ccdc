"""News of tables, from whoever changed one to whoever looks at it: "this game is now at version n"."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol

from shanghaien.web.ids import GameId, Version


class Hub(Protocol):
    """Carries versions, never content: a lost or doubled message does no harm, since readers ask the store."""

    async def publish(self, game: GameId, version: Version) -> None:
        """Tell everybody who listens to the game."""

    def listen(self, game: GameId) -> AbstractAsyncContextManager[AsyncIterator[Version]]:
        """The versions published from now on; the iterator ends when the hub is closed."""

    def close(self) -> None:
        """End every listener's iterator; may be called from a signal handler."""


class MemoryHub:
    """A hub within one process. A listener that lags behind is told the newest version only."""

    def __init__(self) -> None:
        self._listeners: dict[GameId, set[_Listener]] = {}
        self._closed = False

    async def publish(self, game: GameId, version: Version) -> None:
        """Tell everybody who listens to the game."""
        for listener in self._listeners.get(game, ()):
            listener.tell(version)

    @asynccontextmanager
    async def listen(self, game: GameId) -> AsyncIterator[AsyncIterator[Version]]:
        """The versions published from now on; the iterator ends when the hub is closed."""
        listener = _Listener()
        self._listeners.setdefault(game, set()).add(listener)
        if self._closed:
            listener.close()
        try:
            yield listener.versions()
        finally:
            self._listeners[game].discard(listener)
            if not self._listeners[game]:
                del self._listeners[game]

    def close(self) -> None:
        """End every listener's iterator; may be called from a signal handler."""
        self._closed = True
        for listeners in tuple(self._listeners.values()):
            for listener in tuple(listeners):
                listener.close()


class _Listener:
    def __init__(self) -> None:
        self._version: Version | None = None
        self._closed = False
        self._news = asyncio.Event()

    def tell(self, version: Version) -> None:
        self._version = version
        self._news.set()

    def close(self) -> None:
        self._closed = True
        self._news.set()

    async def versions(self) -> AsyncIterator[Version]:
        while True:
            await self._news.wait()
            self._news.clear()
            if self._closed:
                return
            if self._version is not None:
                yield self._version
