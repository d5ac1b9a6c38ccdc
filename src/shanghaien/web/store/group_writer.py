"""One writer, many moves per commit: whatever waits while a commit runs is stored together by the next one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from shanghaien.web.ids import GameId, Version

from .due import DueWish
from .rows import EntryRow, GameSummary
from .together import Together


@dataclass(frozen=True, slots=True)
class Addition:
    """Entries to be added to the log of a game that must still be at version `after`."""

    game: GameId
    after: Version
    entries: Sequence[EntryRow]
    summary: GameSummary
    digest: str
    """What the log adds up to with these entries."""
    due: Sequence[DueWish] = ()
    """What is due because of them: it is stored with them, or not at all."""


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
        self._together = Together(committer.commit, lambda addition: addition.game)

    async def add(self, addition: Addition) -> bool:
        """Store the addition; False if the game has moved on. If the committer fails, nothing is known to be stored."""
        return await self._together.ask(addition)

    async def close(self) -> None:
        """Store what waits, then let the connection go."""
        await self._together.finish()
        await self._committer.close()
