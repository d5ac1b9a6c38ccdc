"""The desk of the day, for pages and programs: which day it is, one's own try, and where it stands."""

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from shanghaien.fairness.day import DayError, checked_day
from shanghaien.rules import N_
from shanghaien.web.core.clock import now
from shanghaien.web.core.errors import BadRequestError, DomainError, NotFoundError
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.core.jobs import JobRow
from shanghaien.web.core.signing import Randomness
from shanghaien.web.daily.jobs import KIND, DailyDealPlanner, DayResults
from shanghaien.web.daily.mistakes import MistakeCollector
from shanghaien.web.daily.scoring import DayPlace, Excerpt, TableOfDay
from shanghaien.web.daily.store import DayRow, TryRow
from shanghaien.web.daily.tables import DayTables
from shanghaien.web.people.blocks import Blocks
from shanghaien.web.people.preferences import PreferenceStore
from shanghaien.web.tables.dice.daily_dice import day_at, later, opens
from shanghaien.web.tables.errors import PlayFirst
from shanghaien.web.tables.model import Table
from shanghaien.web.tables.open_games import GameWriter
from shanghaien.web.tables.time_up import DAY_OVER

A_GAME = re.compile(r"[A-Za-z0-9_.-]{1,40}", re.ASCII)


class AlreadyPlayed(DomainError):
    """One try of each day counts, and there is no other."""

    code = "already-played"


class NotReady(DomainError):
    """A day that has begun and was not prepared yet."""

    code = "not-ready"
    retry_after = 5


class Streak(NamedTuple):
    """Days in a row: up to now, and at best."""

    now: int
    best: int


class DailyService:
    """Answers what is asked about days; it tells nothing that whoever asks must not know yet."""

    def __init__(self, tables: DayTables, keeper: DailyDealPlanner, wishes: PreferenceStore, blocks: Blocks) -> None:
        self._tables = tables
        self._keeper = keeper
        self._store = tables.store
        self.table = TableOfDay(tables.store.database, wishes, blocks)

    @property
    def today(self) -> str:
        """The day that it is now."""
        return day_at(now())

    async def day(self, day: str) -> DayRow:
        """A day that has come; what is no day, was never played or is still to come is not there."""
        try:
            row = await self._store.of(checked_day(day)) if day <= self.today else None
        except DayError:
            row = None
        if row is None and day == self.today:
            raise NotReady(N_("Today’s deal is being prepared; look again in a moment."))
        if row is None:
            raise NotFoundError(N_("There is no deal of that day."))
        return row

    async def own(self, day: str, person: PersonId | None) -> TryRow | None:
        """The person's try at a day."""
        return await self._store.try_of(day, person)

    async def begin(self, day: str, person: PersonId, name: str) -> Table:
        """The person's table of a day; whoever has played it to its end is told so."""
        row = await self._keeper.today() if day == self.today else await self.day(day)
        own = await self._store.try_of(row.day, person)
        if own is not None and own.over:
            raise AlreadyPlayed(N_("You have played this deal; one try counts. There is another deal every day."))
        return await self._tables.begin(row, person, name)

    async def rank(self, own: TryRow | None) -> int | None:
        """The place of a try; None if it has none, or none yet."""
        if own is None or own.loss is None or not own.ranked:
            return None
        return await self.table.ranks.place(own.day, own.loss)

    async def streak(self, person: PersonId | None) -> Streak:
        """How many days in a row the person has played, up to today or at least up to yesterday."""
        if person is None:
            return Streak(0, 0)
        days = [await self._store.try_of(day, person) for day in (self.today, later(self.today, -1))]
        return Streak(
            next((each.streak for each in days if each is not None and each.streak), 0),
            await self._store.best_streak(person),
        )

    async def between(self, person: PersonId | None, first: str, last: str) -> tuple[list[str], dict[str, TryRow]]:
        """The days from one to another, and the person's tries at them."""
        days = await self._store.days_between(first, min(last, self.today))
        tries = [] if person is None else await self._store.tries_between(person, first, last)
        return days, {each.day: each for each in tries}

    async def first(self) -> str:
        """The first day that there was; empty before there is one."""
        return await self._store.first() or ""

    def is_open(self, day: str, own: TryRow | None) -> bool:
        """Whether what others played may be seen by whoever has this try."""
        return now() >= opens(day) or (own is not None and own.over)

    async def excerpt(self, row: DayRow, person: PersonId | None, own: TryRow | None) -> Excerpt | None:
        """What is shown of the table of a day; None while it is covered."""
        if not self.is_open(row.day, own):
            return None
        return await self.table.excerpt(row.day, person, row.played, own)

    async def page(self, day: str, person: PersonId | None, after: str) -> tuple[tuple[DayPlace, ...], str]:
        """A page of the whole table, and what the next one goes on behind."""
        await self.check_open(day, person)
        if after and not A_GAME.fullmatch(after):
            raise BadRequestError(N_("This is no place in a table."))
        return await self.table.page(day, person, GameId(after) if after else None)

    async def captain(self, day: str, person: PersonId | None) -> GameId:
        """The game in which the Captain plays the day's dice."""
        row = await self.day(day)
        await self.check_open(day, person)
        if row.captain is None:
            raise NotFoundError(N_("The Captain has not played this deal yet."))
        return row.captain

    async def check_open(self, day: str, person: PersonId | None) -> None:
        """Refuse to tell anything of a day to whoever has yet to play it."""
        if not self.is_open(day, await self._store.try_of(day, person)):
            raise PlayFirst(N_("Play first: the table of the day is covered until you have played."))

    async def best(self, day: str) -> int | None:
        """The least that anybody gave away on a day."""
        return await self.table.ranks.best(day)


# What comes every day, put together: what is due, what starts with a process, and who is told of reviews.


@dataclass(frozen=True, slots=True)
class Daily:
    """The parts that look after days."""

    keeper: DailyDealPlanner
    results: DayResults
    mistakes: MistakeCollector

    @classmethod
    def of(cls, days: DayTables, games: GameWriter, luck: Randomness | None = None) -> "Daily":
        """The parts for the days of these games; nothing is begun yet."""
        return cls(DailyDealPlanner(days, luck), DayResults(games), MistakeCollector(games))

    def handlers(self) -> Mapping[str, Callable[[JobRow], Awaitable[None]]]:
        """What is done when it is due."""
        return {KIND: self.keeper.daily, DAY_OVER: self.results.over}

    async def start(self) -> None:
        """Promise the days to come; the database is up to date."""
        await self.keeper.start()

    async def reviewed(self, key: str) -> None:
        """A review is there: mistakes are kept to be repeated, and then places are given, which ends the waiting for it."""
        await self.mistakes.reviewed(key)
        await self.results.reviewed(key)
