"""The puzzle of the day on the start page: its row, what was rolled, and how many of one's mistakes wait."""

from dataclasses import dataclass

from shanghaien import rules
from shanghaien.rules import Seat, State, position_of
from shanghaien.web.clock import now
from shanghaien.web.daily.mistake_desk import MistakeDesk
from shanghaien.web.daily.puzzle_days import PuzzleDays
from shanghaien.web.http.i18n import gettext
from shanghaien.web.ids import PersonId
from shanghaien.web.pages.shared.faces import Face, face
from shanghaien.web.play.days import day_at

from .book import PuzzleBook
from .overview import asks
from .today import puzzle_of


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
    book: PuzzleBook, days: PuzzleDays, mistakes: MistakeDesk, person: PersonId | None
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
