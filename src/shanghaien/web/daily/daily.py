"""What comes every day, put together: what is due, what starts with a process, and who is told of reviews."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from shanghaien.web.play.follow_ups import DAY_OVER
from shanghaien.web.play.luck import Luck
from shanghaien.web.play.tables import Tables
from shanghaien.web.store.due import DueRow

from .keeper import KIND, DayKeeper
from .mistakes import MistakeCollector
from .results import DayResults


@dataclass(frozen=True, slots=True)
class Daily:
    """The parts that look after days."""

    keeper: DayKeeper
    results: DayResults
    mistakes: MistakeCollector

    @classmethod
    def of(cls, tables: Tables, luck: Luck | None = None) -> "Daily":
        """The parts for these tables; nothing is begun yet."""
        return cls(DayKeeper(tables.days, luck), DayResults(tables.games), MistakeCollector(tables.games))

    def handlers(self) -> Mapping[str, Callable[[DueRow], Awaitable[None]]]:
        """What is done when it is due."""
        return {KIND: self.keeper.daily, DAY_OVER: self.results.over}

    async def start(self) -> None:
        """Promise the days to come; the database is up to date."""
        await self.keeper.start()

    async def reviewed(self, key: str) -> None:
        """A review is there: mistakes are kept to be repeated, and then places are given, which ends the waiting for it."""
        await self.mistakes.reviewed(key)
        await self.results.reviewed(key)
