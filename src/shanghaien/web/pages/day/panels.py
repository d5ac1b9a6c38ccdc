"""What the start page shows of every day: the deal and the puzzle. A route asks for it by `dependencies=PANELS`."""

from litestar.di import NamedDependency, Provide

from shanghaien.web.daily.desk import DayDesk
from shanghaien.web.daily.mistake_desk import MistakeDesk
from shanghaien.web.daily.puzzle_days import PuzzleDays
from shanghaien.web.ids import PersonId
from shanghaien.web.pages.puzzles.book import PuzzleBook
from shanghaien.web.pages.puzzles.panel import puzzle_panel

from .panel import day_panel


class DailyPanels:
    """Makes the panels; Litestar makes one for each request."""

    def __init__(
        self,
        days: NamedDependency[DayDesk],
        puzzles: NamedDependency[PuzzleBook],
        puzzle_days: NamedDependency[PuzzleDays],
        mistakes: NamedDependency[MistakeDesk],
    ) -> None:
        self._days, self._puzzles, self._puzzle_days, self._mistakes = days, puzzles, puzzle_days, mistakes

    async def of(self, person: PersonId | None) -> dict[str, object]:
        """`day` for day/panel.html, which is None if there is none, and `puzzle` for puzzles/panel.html."""
        puzzle = await puzzle_panel(self._puzzles, self._puzzle_days, self._mistakes, person)
        return {"day": await day_panel(self._days, person), "puzzle": puzzle}


PANELS = {"panels": Provide(DailyPanels, sync_to_thread=False)}
