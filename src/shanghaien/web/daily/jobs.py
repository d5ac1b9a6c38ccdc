"""Promises days before they come: the commitment of each seed stands in the public log a week before it is played."""

import logging
from collections.abc import Callable

from sqlalchemy import select

from shanghaien.fairness.day import commitment, log_name
from shanghaien.web.core.clock import now
from shanghaien.web.core.ids import GameId
from shanghaien.web.core.jobs import JobRow, JobStore
from shanghaien.web.core.signing import Randomness
from shanghaien.web.daily.day_table import scored
from shanghaien.web.daily.ranks import DayRanks
from shanghaien.web.daily.store import DayRow, DayStore, TryRow, add_day, day_row
from shanghaien.web.daily.tables import PLAYER, DayTables
from shanghaien.web.reviews.store import ReviewStore, played
from shanghaien.web.tables.dice.daily_dice import begins, day_at, later, opens
from shanghaien.web.tables.dice.log_writer import LoggedEntry, add_to_log
from shanghaien.web.tables.errors import NoSuchGame
from shanghaien.web.tables.model import Table
from shanghaien.web.tables.open_games import GameWriter
from shanghaien.web.tables.records import key_of
from shanghaien.web.tables.store.schema import commitments

log = logging.getLogger("shanghaien.days")
KIND = "days"
"""The kind of job that begins a day."""
AHEAD = 7
"""Days that are promised before they come."""


class DailyDealPlanner:
    """Promises the next days, and lets the Captain play each of them when it comes."""

    def __init__(self, tables: DayTables, randomness: Randomness | None = None) -> None:
        self._tables = tables
        self._randomness = randomness or Randomness()
        self._store: DayStore = tables.store
        self._jobs = JobStore(tables.store.database)

    async def start(self) -> None:
        """Promise what is not promised yet; the next day is prepared when it begins, today's at once."""
        await self.promise(day_at(now()))
        await self._jobs.set_once(KIND, "", now())

    async def daily(self, row: JobRow) -> None:
        """A day has begun: promise another one, and let the Captain play this one."""
        today = day_at(now())
        await self.promise(today)
        await self.seat_captain(today)
        await self._jobs.set(KIND, "", begins(later(today, 1)))

    async def promise(self, today: str) -> None:
        """Promise today and the days that follow; existing promises are not changed."""
        async with self._store.database.write() as connection:
            present = await add_to_log(connection, [])
            for ahead in range(AHEAD + 1):
                day = later(today, ahead)
                seed = self._randomness.new_secrets(log_name(day), 1)
                await add_day(connection, DayRow(day, 0, seed, commitment(day, seed), now()))
                row = await day_row(connection, day)
                where = commitments.c.game == log_name(day), commitments.c.epoch == present.epoch
                # After a copy was restored another log begins, in which the same promise stands again.
                if (
                    row is not None
                    and (await connection.execute(select(commitments.c.number).where(*where))).first() is None
                ):
                    await add_to_log(connection, [LoggedEntry("day", log_name(day), row.commitment)])

    async def today(self) -> DayRow:
        """The present day; promised at once if that was not done before."""
        day = day_at(now())
        row = await self._store.of(day)
        if row is None:
            await self.promise(day)
            row = await self._store.of(day)
        assert row is not None
        return row

    async def seat_captain(self, day: str) -> None:
        row = await self._store.of(day)
        if row is not None and row.captain is None:
            await self._store.set_captain(day, await self._tables.begin_for_captain(row))
            log.info("the Captain plays the deal of the day", extra={"day": day})


# When a game of a day is over: its review is asked for before all others, and gives it its place.

FIRST = 0
"""The turn of reviews that people wait for with their place: before all others."""
MOST_WAITING = 5_000
"""Far more than a site reviews in an hour; beyond that a try waits, and is asked about again."""


class ReviewsFull(Exception):
    """So many reviews wait that this one has to be asked for again later."""


class DayResults:
    """Works out the results of the tries of a day."""

    def __init__(self, games: GameWriter, wake: Callable[[], None] = lambda: None) -> None:
        self._games = games
        self._days = DayStore(games.database)
        self._ranks = DayRanks(games.database)
        self._reviews = ReviewStore(games.database)
        self.wake = wake
        """Tells a worker that a review waits."""

    async def over(self, row: JobRow) -> None:
        """A game of a day has ended; its subject is the game."""
        tried = await self._days.try_at(GameId(row.subject))
        if tried is None:
            return  # the Captain's, or of a person who has left
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
        if not await self._reviews.ask(key, played(table), MOST_WAITING, FIRST, table.id):
            raise ReviewsFull
        self.wake()

    async def reviewed(self, key: str) -> None:
        """A review is there: the tries that waited for it have their place now."""
        waiting = await self._days.try_waiting_for(key)
        account = await self._reviews.made(key) if waiting else None
        if account is not None:
            for tried in waiting:
                await self._ranks.rank(tried.game, scored(account, PLAYER))
