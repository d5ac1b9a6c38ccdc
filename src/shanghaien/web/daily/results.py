"""When a game of a day is over: its review is asked for before all others, and gives it its place."""

import json
from collections.abc import Callable

from shanghaien.ai.review.json_form import from_dict
from shanghaien.ai.review.model import GameReview
from shanghaien.rules import Record, to_json
from shanghaien.web.ids import GameId
from shanghaien.web.play.day_tables import PLAYER
from shanghaien.web.play.days import opens
from shanghaien.web.play.open_games import OpenGames
from shanghaien.web.play.records import record_of
from shanghaien.web.play.refusals import NoSuchGame
from shanghaien.web.play.review_key import key_of
from shanghaien.web.play.table import Table
from shanghaien.web.store.day_ranks import DayRanks
from shanghaien.web.store.days import DayStore, TryRow
from shanghaien.web.store.due import DueRow
from shanghaien.web.store.reviews import ReviewStore

from .scoring import scored

FIRST = 0
"""The turn of reviews that people wait for with their place: before all others."""
MOST_WAITING = 5_000
"""Far more than a site reviews in an hour; beyond that a try waits, and is asked about again."""


class ReviewsFull(Exception):
    """So many reviews wait that this one has to be asked for again later."""


class DayResults:
    """Works out what came of the tries of a day."""

    def __init__(self, games: OpenGames, poke: Callable[[], None] = lambda: None) -> None:
        self._games = games
        self._days = DayStore(games.games.database)
        self._ranks = DayRanks(games.games.database)
        self._reviews = ReviewStore(games.games.database)
        self.poke = poke
        """Tells a worker that a review waits."""

    async def over(self, row: DueRow) -> None:
        """A game of a day has ended; its subject is the game."""
        tried = await self._days.try_at(GameId(row.subject))
        if tried is None:
            return  # the Captain's, or of somebody who has left
        try:
            table = (await self._games.current(tried.game)).table()
        except NoSuchGame:
            return
        if table.result is None:
            return
        if table.result.reason != "points":
            await self._ranks.give_up(tried.game, table.updated)
            return
        await self._finish(tried, table, table.result.points)

    async def _finish(self, tried: TryRow, table: Table, points: tuple[int, int]) -> None:
        key, in_time = key_of(table), table.updated < opens(tried.day)
        own = points[PLAYER], points[1 - PLAYER]
        await self._ranks.finish(tried.game, table.updated, own, key, ranked=tried.ranked and in_time)
        state = await self._reviews.find(key)
        if state is not None and state.text is not None:
            await self.reviewed(key)
            return
        if not await self._reviews.ask(key, _played(table), MOST_WAITING, FIRST, table.id):
            raise ReviewsFull
        self.poke()

    async def reviewed(self, key: str) -> None:
        """A review is there: whoever waited for it has their place now."""
        waiting = await self._days.try_waiting_for(key)
        account = await self._account(key) if waiting else None
        for tried in waiting if account is not None else ():
            assert account is not None
            await self._ranks.rank(tried.game, scored(account, PLAYER))

    async def _account(self, key: str) -> GameReview | None:
        state = await self._reviews.find(key)
        return None if state is None or state.text is None else from_dict(json.loads(state.text))


def _played(table: Table) -> str:
    record = record_of(table)
    return to_json(Record(record.options, record.steps, resigned=record.resigned, revision=record.revision))
