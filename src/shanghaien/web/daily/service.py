"""The deal of the day, for pages and programs: which day it is, one's own try, and where it stands."""

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
from shanghaien.web.core.parts import Parts
from shanghaien.web.core.signing import Randomness
from shanghaien.web.daily.day_table import DayPlace, Excerpt, TableOfDay
from shanghaien.web.daily.jobs import KIND, DailyDealPlanner, DayResults
from shanghaien.web.daily.own_mistakes import MistakeCollector
from shanghaien.web.daily.store import DayRow, OwnDays, TryRow
from shanghaien.web.daily.tables import DayTables
from shanghaien.web.reviews.jobs import ReviewedDuty, ReviewRunner
from shanghaien.web.tables.change import DAY_OVER
from shanghaien.web.tables.dice.daily_dice import day_at, later, opens
from shanghaien.web.tables.errors import PlayFirst
from shanghaien.web.tables.model import Table
from shanghaien.web.tables.open_games import GameWriter
from shanghaien.web.tables.service import Tables

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
    """Answers what is asked about days, without anything that the person must not know yet."""

    def __init__(self, tables: DayTables, keeper: DailyDealPlanner) -> None:
        self._tables = tables
        self._keeper = keeper
        self._store = tables.store
        self.table = TableOfDay(tables.store.database)
        self._first = ""

    @property
    def today(self) -> str:
        return day_at(now())

    async def day(self, day: str) -> DayRow:
        """A day that has come; NotFoundError for any other, NotReady if today's is not prepared yet."""
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
        return await self._store.try_of(day, person)

    async def begin(self, day: str, person: PersonId, name: str) -> Table:
        """The person's table of a day; AlreadyPlayed if they have finished it."""
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

    def streak(self, known: OwnDays) -> Streak:
        """How many days in a row a person has played, up to today or at least up to yesterday, as these days tell it."""
        days = [known.tries.get(day) for day in (self.today, later(self.today, -1))]
        return Streak(next((each.streak for each in days if each is not None and each.streak), 0), known.best_streak)

    async def own_days(self, person: PersonId | None, *spans: tuple[str, str]) -> OwnDays:
        """The days from one to another that have come, and the person's tries."""
        return await self._store.own_days(person, *((first, min(last, self.today)) for first, last in spans))

    async def first(self) -> str:
        """The first day that there was; empty before there is one."""
        self._first = self._first or await self._store.first() or ""
        return self._first

    def is_open(self, day: str, own: TryRow | None) -> bool:
        """Whether the person with this try may see what others played."""
        return now() >= opens(day) or (own is not None and own.over)

    async def excerpt(self, row: DayRow, person: PersonId | None, own: TryRow | None) -> Excerpt | None:
        """What is shown of the table of a day; None while it is covered."""
        if not self.is_open(row.day, own):
            return None
        return await self.table.excerpt(row.day, person, row.played, own)

    async def page(self, day: str, person: PersonId | None, after: str) -> tuple[tuple[DayPlace, ...], str]:
        await self.check_open(day, person)
        if after and not A_GAME.fullmatch(after):
            raise BadRequestError(N_("There is no such place in the table."))
        return await self.table.page(day, person, GameId(after) if after else None)

    async def captain(self, day: str, person: PersonId | None) -> GameId:
        row = await self.day(day)
        await self.check_open(day, person)
        if row.captain is None:
            raise NotFoundError(N_("The Captain has not played this deal yet."))
        return row.captain

    async def check_open(self, day: str, person: PersonId | None) -> None:
        """PlayFirst unless the person may see what others played."""
        if not self.is_open(day, await self._store.try_of(day, person)):
            raise PlayFirst(N_("Play first: the table of the day stays hidden until you have played."))


@dataclass(frozen=True, slots=True)
class Daily:
    """The parts that look after days."""

    keeper: DailyDealPlanner
    results: DayResults
    mistakes: MistakeCollector

    @classmethod
    def of(cls, days: DayTables, games: GameWriter, randomness: Randomness | None = None) -> "Daily":
        return cls(DailyDealPlanner(days, randomness), DayResults(games), MistakeCollector(games))

    def handlers(self) -> Mapping[str, Callable[[JobRow], Awaitable[None]]]:
        return {KIND: self.keeper.daily, DAY_OVER: self.results.over}

    async def start(self) -> None:
        await self.keeper.start()

    async def reviewed(self, key: str) -> None:
        """A review is there: keep mistakes first, and then give places, which ends the waiting for it."""
        await self.mistakes.reviewed(key)
        await self.results.reviewed(key)


def open_parts(parts: Parts) -> None:
    games = parts[GameWriter]
    days = parts.add(DayTables(games, parts.signer))
    parts[Tables].guards.append(days.check_open)
    daily = parts.add(Daily.of(days, games, parts.randomness))
    daily.results.wake = parts[ReviewRunner].wake
    parts[ReviewedDuty].after_review.append(daily.reviewed)
    parts.jobs |= daily.handlers()
    parts.starting.append(daily.start)
