"""One's own mistakes, for pages: the next one to repeat, what an answer comes to, and how many there are."""

import json
from dataclasses import dataclass

from shanghaien.ai.puzzles import Puzzle, from_values
from shanghaien.rules import N_
from shanghaien.web.clock import now
from shanghaien.web.http.refusals import NotThere
from shanghaien.web.ids import GameId, PersonId
from shanghaien.web.store.database import Database
from shanghaien.web.store.mistakes import MistakeCounts, MistakeRow, MistakeStore

from .repeating import Repeated, repeated

NO_COUNTS = MistakeCounts(0, 0, 0)
LAST_STEP = 99_999
"""No game has a step with a higher number; no database is asked for one that it cannot hold."""


@dataclass(frozen=True, slots=True)
class OwnMistake:
    """A mistake as a puzzle."""

    row: MistakeRow
    puzzle: Puzzle

    @property
    def address(self) -> str:
        """Where it is repeated."""
        return f"/mistakes/{self.row.game}/{self.row.step}"


class MistakeDesk:
    """Finds and notes; every method answers for one person, who sees nothing but their own."""

    def __init__(self, database: Database) -> None:
        self._store = MistakeStore(database)

    async def counts(self, person: PersonId | None) -> MistakeCounts:
        """How many are due, wait, and sit."""
        return NO_COUNTS if person is None else await self._store.counts(person, now())

    async def next_due(self, person: PersonId | None) -> OwnMistake | None:
        """The next one to repeat; None if none is due."""
        row = None if person is None else await self._store.next_due(person, now())
        return None if row is None else _read(row)

    async def next_time(self, person: PersonId | None) -> int | None:
        """When the next one will be due."""
        return None if person is None else await self._store.next_time(person, now())

    async def of(self, person: PersonId | None, game: GameId, step: int) -> OwnMistake:
        """One of the person's own."""
        found = await self.known(person, game, step)
        if found is None:
            raise NotThere(N_("This mistake is not yours."))
        return found

    async def known(self, person: PersonId | None, game: str, step: int) -> OwnMistake | None:
        """One of the person's own; None if it is not."""
        if person is None or not 0 <= step <= LAST_STEP:
            return None
        row = await self._store.of(person, GameId(game), step)
        return None if row is None else _read(row)

    async def answered(self, mistake: OwnMistake, wrong: int, *, shown: bool) -> Repeated | None:
        """Note an attempt with so many wrong answers; None if it is not due, so that it was only for practice."""
        row, at = mistake.row, now()
        if row.due > at:
            return None
        after = repeated(row.card, wrong, at, shown=shown)
        return after if await self._store.repeat(row, after.card, after.due, sits=after.sits) else None

    async def drop(self, person: PersonId, game: GameId, step: int) -> None:
        """Never show one again."""
        if 0 <= step <= LAST_STEP:
            await self._store.drop(person, game, step)


def _read(row: MistakeRow) -> OwnMistake:
    return OwnMistake(row, from_values(json.loads(row.puzzle)))
