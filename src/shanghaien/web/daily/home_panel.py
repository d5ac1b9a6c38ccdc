"""The deal of the day on the start page: its first row, who has played, and the last seven days as lanterns."""

from dataclasses import dataclass

from shanghaien import rules
from shanghaien.rules import Seat, State, position_of
from shanghaien.web.core.clock import now
from shanghaien.web.core.i18n import gettext
from shanghaien.web.core.ids import PersonId
from shanghaien.web.daily.calendar import CalendarDay, lantern, weekday
from shanghaien.web.daily.mistake_store import PuzzleDays
from shanghaien.web.daily.service import DailyService
from shanghaien.web.daily.views import Stage, loss_text, view_of
from shanghaien.web.reviews.puzzles.book import PuzzleBook, puzzle_of
from shanghaien.web.reviews.puzzles.views import asks
from shanghaien.web.site.forms import AnyRequest
from shanghaien.web.site.page_panels import PagePanel
from shanghaien.web.tables.dice.daily_dice import day_at, later
from shanghaien.web.tables.words.drawings import Face, face

WEEK = 7


@dataclass(frozen=True, slots=True)
class DayPanel:
    """What the start page shows of today's deal."""

    date: str
    day: str
    row: tuple[Face, ...]
    played: int
    best: str
    """The least that was given away; empty before the first try."""
    lamps: tuple[tuple[CalendarDay, str], ...]
    """Seven days, today last, each with the name of its weekday."""
    stage: Stage
    press: str
    """What the button says."""
    streak: int


async def day_panel(days: DailyService, person: PersonId | None) -> DayPanel | None:
    """None before today's deal is ready."""
    week = [later(days.today, number - WEEK + 1) for number in range(WEEK)]
    known = await days.own_days(person, (week[0], week[-1]))
    row = known.days.get(week[-1])
    if row is None:
        return None
    view = view_of(row, known.tries.get(row.day), row.day, None)
    return DayPanel(
        view.date,
        row.day,
        view.row,
        row.played,
        "" if row.best is None else loss_text(row.best),
        tuple((lantern(day, row.day, known.tries.get(day), known=day in known.days), weekday(day)) for day in week),
        view.stage,
        _press(view.stage, view.round),
        days.streak(known).now,
    )


def _press(stage: Stage, round_: int) -> str:
    if stage == "new":
        return gettext("Play today’s deal")
    if stage == "running":
        return gettext("Continue with round %(round)s") % {"round": round_}
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
    """What the start page shows of today's puzzle."""

    hardness: str
    row: tuple[PuzzleSlot, ...]
    rolled: tuple[int, ...]
    asks: str
    solved: bool
    mistakes: int
    """How many of one's own mistakes are due."""


async def puzzle_panel(book: PuzzleBook, days: PuzzleDays, person: PersonId | None) -> PuzzlePanel:
    today = puzzle_of(day_at(now()), book)
    puzzle = book.numbered(today.number)
    seat = rules.to_move(puzzle.state)
    assert seat is not None
    solved, due = await days.solved_and_due(person, today.day)
    row = _row(puzzle.state, seat)
    return PuzzlePanel(gettext(today.hardness), row, puzzle.state.rolled, asks(puzzle), solved, due)


def _row(state: State, seat: Seat) -> tuple[PuzzleSlot, ...]:
    numbers = {position_of(number, state.end): number for number in range(1, 7)} if state.end is not None else {}
    mine, theirs = state.players[seat].dice, state.players[1 - seat].dice

    def slot(place: int) -> PuzzleSlot:
        number = numbers.get(place, 0)
        dice = (mine[number - 1], theirs[number - 1]) if number else (0, 0)
        return PuzzleSlot(face(state.tavern[place]), number, *dice)

    return tuple(map(slot, range(len(state.tavern))))


def home_panel(days: DailyService, puzzles: PuzzleBook, puzzle_days: PuzzleDays) -> PagePanel:
    async def context(_: AnyRequest, person: PersonId | None) -> dict[str, object]:
        puzzle = await puzzle_panel(puzzles, puzzle_days, person)
        return {"day": await day_panel(days, person), "puzzle": puzzle}

    return PagePanel("daily/start_page.html", context)
