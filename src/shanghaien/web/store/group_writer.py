"""One writer, many moves per commit: whatever waits while a commit runs is stored together by the next one."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from shanghaien.web.ids import GameId, Version

from .rows import EntryRow, GameSummary


@dataclass(frozen=True, slots=True)
class Addition:
    """Entries to be added to the log of a game that must still be at version `after`."""

    game: GameId
    after: Version
    entries: Sequence[EntryRow]
    summary: GameSummary


class Committer(Protocol):
    """Stores several additions in one durable transaction; of one game at most one at a time."""

    async def commit(self, additions: Sequence[Addition]) -> Sequence[bool]:
        """For each addition whether it is stored; one that came too late hinders no other."""

    async def close(self) -> None:
        """Let the connection go."""


class GroupWriter:
    """Collects additions and commits them together; each is answered once the commit that holds it is durable."""

    def __init__(self, committer: Committer) -> None:
        self._committer = committer
        self._waiting: list[tuple[Addition, asyncio.Future[bool]]] = []
        self._at_work: asyncio.Task[None] | None = None

    async def add(self, addition: Addition) -> bool:
        """Store the addition; False if the game has moved on. What the committer raises, everybody hears."""
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((addition, answer))
        if self._at_work is None:
            self._at_work = asyncio.create_task(self._work())
        return await answer

    async def close(self) -> None:
        """Store what waits, then let the connection go."""
        if self._at_work is not None:
            await self._at_work
        await self._committer.close()

    async def _work(self) -> None:
        try:
            while self._waiting:
                together, later = _one_per_game(self._waiting)
                self._waiting = later
                await self._commit(together)
        finally:
            self._at_work = None

    async def _commit(self, together: list[tuple[Addition, asyncio.Future[bool]]]) -> None:
        try:
            stored = await self._committer.commit([addition for addition, _ in together])
        except Exception as error:  # noqa: BLE001 - whatever it is, each of them hears it: nothing is known to be stored
            for _, answer in together:
                if not answer.done():
                    answer.set_exception(error)
            return
        for (_, answer), one in zip(together, stored, strict=True):
            if not answer.done():
                answer.set_result(one)


def _one_per_game(
    waiting: list[tuple[Addition, asyncio.Future[bool]]],
) -> tuple[list[tuple[Addition, asyncio.Future[bool]]], list[tuple[Addition, asyncio.Future[bool]]]]:
    """The first addition of every game, and those that have to wait for it."""
    if len({addition.game for addition, _ in waiting}) == len(waiting):
        return waiting, []
    first: dict[GameId, tuple[Addition, asyncio.Future[bool]]] = {}
    later = [item for item in waiting if first.setdefault(item[0].game, item) is not item]
    return list(first.values()), later
