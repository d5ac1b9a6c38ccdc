"""Promises days before they come: each has a seed, whose commitment stands in the public log a week before anybody plays."""

import logging

from sqlalchemy import select

from shanghaien.fairness.day import commitment, log_name
from shanghaien.web.clock import now
from shanghaien.web.commitments.public_log import LoggedEntry, add_to_log
from shanghaien.web.play.day_tables import DayTables
from shanghaien.web.play.days import begins, day_at, later
from shanghaien.web.play.luck import Luck
from shanghaien.web.store.days import DayRow, DayStore, add_day, day_row
from shanghaien.web.store.due import DueRow, DueStore
from shanghaien.web.store.schema import commitments

log = logging.getLogger("shanghaien.days")
KIND = "days"
"""What the beginning of a day is called among the things that are due."""
AHEAD = 7
"""Days that are promised before they come."""


class DayKeeper:
    """Sees to it that the next days are promised, and that the Captain plays each of them when it comes."""

    def __init__(self, tables: DayTables, luck: Luck | None = None) -> None:
        self._tables = tables
        self._luck = luck or Luck()
        self._store: DayStore = tables.store
        self._due = DueStore(tables.store.database)

    async def start(self) -> None:
        """Promise what is not promised yet; the next day is prepared when it begins, today's at once."""
        await self.promise(day_at(now()))
        await self._due.set_once(KIND, "", now())

    async def daily(self, row: DueRow) -> None:
        """A day has begun: another one is promised, and the Captain plays this one."""
        today = day_at(now())
        await self.promise(today)
        await self.seat_captain(today)
        await self._due.set(KIND, "", begins(later(today, 1)))

    async def promise(self, today: str) -> None:
        """Promise today and the days that follow; nothing that was promised is changed."""
        async with self._store.database.writing() as connection:
            present = await add_to_log(connection, [])
            for ahead in range(AHEAD + 1):
                day = later(today, ahead)
                seed = self._luck.new_secrets(log_name(day), 1)
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
        """The day that it is now; promised at once if nobody did so before, for whoever wants to play."""
        day = day_at(now())
        row = await self._store.of(day)
        if row is None:
            await self.promise(day)
            row = await self._store.of(day)
        assert row is not None
        return row

    async def seat_captain(self, day: str) -> None:
        """Let the Captain play a day, unless he does already."""
        row = await self._store.of(day)
        if row is not None and row.captain is None:
            await self._store.set_captain(day, await self._tables.begin_for_captain(row))
            log.info("the Captain plays the deal of the day", extra={"day": day})
