"""The deal of the day on the start page: its first row, who has played, and the last seven days as lanterns."""

from dataclasses import dataclass

from litestar.di import NamedDependency, Provide

from shanghaien import rules
from shanghaien.rules import Seat, State, position_of
from shanghaien.web.core.clock import now
from shanghaien.web.core.i18n import gettext
from shanghaien.web.core.ids import PersonId
from shanghaien.web.daily.calendar import CalendarDay, lantern, weekday
from shanghaien.web.daily.mistake_store import PuzzleDays
from shanghaien.web.daily.mistakes import MistakeService
from shanghaien.web.daily.service import DailyService, NotReady
from shanghaien.web.daily.views import Stage, loss_text, view_of
from shanghaien.web.reviews.puzzles.book import PuzzleBook, puzzle_of
from shanghaien.web.reviews.puzzles.views import asks
from shanghaien.web.tables.dice.daily_dice import day_at, later
from shanghaien.web.tables.words.drawings import Face, face

WEEK = 7


@dataclass(frozen=True, slots=True)
class DayPanel:
    """What the start page tells of today."""

    date: str
    day: str
    row: tuple[Face, ...]
    played: int
    best: str
    """The least that anybody gave away; empty before somebody has played."""
    lamps: tuple[tuple[CalendarDay, str], ...]
    """Seven days, today last, each with the name of its weekday."""
    stage: Stage
    press: str
    """What the button says."""
    streak: int


async def day_panel(days: DailyService, person: PersonId | None) -> DayPanel | None:
    """What the start page shows of today's deal to somebody; None if there is none yet."""
    try:
        row = await days.day(days.today)
    except NotReady:
        return None
    own, best = await days.own(row.day, person), await days.best(row.day)
    view = view_of(row, own, days.today, None)
    return DayPanel(
        view.date,
        row.day,
        view.row,
        row.played,
        "" if best is None else loss_text(best),
        await _week(days, person),
        view.stage,
        _press(view.stage, view.round),
        (await days.streak(person)).now,
    )


async def _week(days: DailyService, person: PersonId | None) -> tuple[tuple[CalendarDay, str], ...]:
    week = [later(days.today, number - WEEK + 1) for number in range(WEEK)]
    known, tries = await days.between(person, week[0], week[-1])
    return tuple((lantern(day, days.today, tries.get(day), known=day in known), weekday(day)) for day in week)


def _press(stage: Stage, round_: int) -> str:
    if stage == "new":
        return gettext("Play today’s deal")
    if stage == "running":
        return gettext("Round %(round)s, go on") % {"round": round_}
    return gettext("Table of the day")


# The puzzle of the day on the start page: its row, what was rolled, and how many of one's mistakes wait.


@dataclass(frozen=True, slots=True)
class PuzzleSlot:
    """A card of the row, its number if it has one, and how many dice of each lie on it."""

    face: Face
    number: int
    mine: int
    theirs: int


@dataclass(frozen=True, slots=True)
class PuzzlePanel:
    """What the start page tells of today's puzzle."""

    hardness: str
    row: tuple[PuzzleSlot, ...]
    rolled: tuple[int, ...]
    asks: str
    solved: bool
    mistakes: int
    """How many of one's own mistakes are due."""


async def puzzle_panel(
    book: PuzzleBook, days: PuzzleDays, mistakes: MistakeService, person: PersonId | None
) -> PuzzlePanel:
    """What the start page shows of today's puzzle to somebody."""
    today = puzzle_of(day_at(now()), book)
    puzzle = book.numbered(today.number)
    seat = rules.to_move(puzzle.state)
    assert seat is not None
    solved, counts = await days.is_solved(person, today.day), await mistakes.counts(person)
    row = _row(puzzle.state, seat)
    return PuzzlePanel(gettext(today.hardness), row, puzzle.state.rolled, asks(puzzle), solved, counts.due)


def _row(state: State, seat: Seat) -> tuple[PuzzleSlot, ...]:
    numbers = {position_of(number, state.end): number for number in range(1, 7)} if state.end is not None else {}
    mine, theirs = state.players[seat].dice, state.players[1 - seat].dice

    def slot(place: int) -> PuzzleSlot:
        number = numbers.get(place, 0)
        dice = (mine[number - 1], theirs[number - 1]) if number else (0, 0)
        return PuzzleSlot(face(state.tavern[place]), number, *dice)

    return tuple(map(slot, range(len(state.tavern))))


# What the start page shows of every day: the deal and the puzzle. A route asks for it by `dependencies=PANELS`.


class DailyPanels:
    """Makes the panels; Litestar makes one for each request."""

    def __init__(
        self,
        days: NamedDependency[DailyService],
        puzzles: NamedDependency[PuzzleBook],
        puzzle_days: NamedDependency[PuzzleDays],
        mistakes: NamedDependency[MistakeService],
    ) -> None:
        self._days, self._puzzles, self._puzzle_days, self._mistakes = days, puzzles, puzzle_days, mistakes

    async def of(self, person: PersonId | None) -> dict[str, object]:
        """`day` for day/panel.html, which is None if there is none, and `puzzle` for puzzles/panel.html."""
        puzzle = await puzzle_panel(self._puzzles, self._puzzle_days, self._mistakes, person)
        return {"day": await day_panel(self._days, person), "puzzle": puzzle}


PANELS = {"panels": Provide(DailyPanels, sync_to_thread=False)}
