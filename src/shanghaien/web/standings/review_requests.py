"""Rated games are reviewed in the background: a few at a time, after those that people wait for, until none is left."""

from collections.abc import Callable

from shanghaien.rules import Record, to_json
from shanghaien.web.clock import now
from shanghaien.web.ids import GameId
from shanghaien.web.play.records import record_of
from shanghaien.web.play.refusals import NoSuchGame
from shanghaien.web.play.review_key import key_of
from shanghaien.web.play.table import Table
from shanghaien.web.store.due import DueRow, DueStore
from shanghaien.web.store.results import change_result, results_of, unreviewed
from shanghaien.web.store.reviews import ReviewStore

from .result_log import UNREVIEWED, ResultDesk, ResultLog
from .review_intake import ReviewIntake

FEW = 3
"""How many reviews wait at most where one is added that nobody waits for: of those before it people may be waiting."""
LOOKED_AT = 6
"""Games that are looked at in one go."""
BEHIND_MS = 3_600_000
"""So much later than that of anybody who asks now comes the turn of a review that nobody waits for."""
AGAIN_MS = 15_000
"""After which it is looked again whether more can be asked for; a review that was made lets it be looked at once."""


class ReviewRequests:
    """Looks for rated games without a review; what is left over is found by the next look, after a restart too."""

    def __init__(self, log: ResultLog, desk: ResultDesk, intake: ReviewIntake, reviews: ReviewStore) -> None:
        self._log = log
        self._desk = desk
        self._intake = intake
        self._reviews = reviews
        self._due = DueStore(desk.database)
        self.poke: Callable[[], None] = lambda: None
        """Tells a worker that a review waits."""

    async def look(self, row: DueRow) -> None:
        """Ask for as many reviews as may wait, and look again later if there are games left."""
        async with self._desk.database.reading() as connection:
            games = await unreviewed(connection, 0, LOOKED_AT)
        for game, _ in games:
            if not await self._ask(game):
                break
        if games:
            await self._due.set(UNREVIEWED, "", now() + AGAIN_MS)

    async def _ask(self, game: GameId) -> bool:
        """See to the review of one game; False if no more may wait."""
        try:
            table = await self._log.table(game)
        except NoSuchGame:
            await self._note(game, {"reviewed": 0})
            return True
        key = key_of(table)
        await self._note(game, {"review": key})
        state = await self._reviews.find(key)
        if state is None:
            return await self._wait(key, table)
        if state.text is not None:
            await self._intake.reviewed(key)
        elif state.given_up:
            await self._note(game, {"reviewed": 0})
        return True

    async def _wait(self, key: str, table: Table) -> bool:
        record = record_of(table)
        played = Record(record.options, record.steps, resigned=record.resigned, revision=record.revision)
        added = await self._reviews.ask(key, to_json(played), FEW, now() + BEHIND_MS)
        self.poke()
        return added

    async def _note(self, game: GameId, values: dict[str, str | int]) -> None:
        async with self._desk.database.reading() as connection:
            rows = await results_of(connection, game)
        if all(getattr(row, name) == value for row in rows for name, value in values.items()):
            return
        async with self._desk.changing() as connection:
            for row in rows:
                await change_result(connection, row, values)
