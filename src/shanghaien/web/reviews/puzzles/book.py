"""The puzzles that a server offers, by their numbers; the easiest first."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from litestar.datastructures import Cookie

from shanghaien.ai.puzzles import Puzzle, shipped_puzzles
from shanghaien.rules import N_
from shanghaien.web.core.errors import NotFoundError
from shanghaien.web.site.forms import AnyRequest
from shanghaien.web.site.sessions import ONE_YEAR

# Which puzzles a visitor has solved: remembered by their browser in one short cookie.

COOKIE = "solved"
PLACE = "/puzzles"
"""The cookie is sent to these pages only."""
DIGITS = 4
MOST = 400
"""How many are remembered: more than a book has, and little for one cookie."""


def mark(puzzle: Puzzle) -> str:
    """What a puzzle is remembered by: it depends on the position alone, so that a new book does not mix them up."""
    return puzzle.record.check[:DIGITS]


@dataclass(frozen=True, slots=True)
class Solved:
    """The puzzles that a visitor has solved."""

    marks: tuple[str, ...] = ()

    def __contains__(self, puzzle: Puzzle) -> bool:
        return mark(puzzle) in self.marks

    def among(self, puzzles: Iterable[Puzzle]) -> int:
        return sum(puzzle in self for puzzle in puzzles)

    def adding(self, puzzle: Puzzle) -> "Solved":
        """The same and one more; the oldest is dropped where there are too many."""
        others = [known for known in self.marks if known != mark(puzzle)]
        return Solved((*others, mark(puzzle))[-MOST:])

    def cookie(self) -> Cookie:
        text = "".join(self.marks)
        return Cookie(key=COOKIE, value=text, max_age=ONE_YEAR, path=PLACE, httponly=True, samesite="lax")


def solved_by(request: AnyRequest) -> Solved:
    """The solved puzzles in the visitor's cookie; what makes no sense is ignored."""
    text = request.cookies.get(COOKIE, "")[: MOST * DIGITS]
    return Solved(tuple(text[first : first + DIGITS] for first in range(0, len(text), DIGITS)))


class PuzzleBook:
    """Puzzles numbered from 1; they are read when the first one is asked for."""

    def __init__(self, puzzles: Callable[[], tuple[Puzzle, ...]] = shipped_puzzles) -> None:
        self._puzzles = puzzles

    def __len__(self) -> int:
        return len(self._puzzles())

    def __iter__(self) -> Iterator[Puzzle]:
        return iter(self._puzzles())

    def numbered(self, number: int) -> Puzzle:
        if not 1 <= number <= len(self):
            raise NotFoundError(N_("There is no such puzzle."))
        return self._puzzles()[number - 1]

    def after(self, number: int, solved: Solved) -> int:
        """The number of the next one that is not solved yet; simply the next one if all are."""
        count = len(self)
        later = [(number + step) % count + 1 for step in range(count)]
        return next((each for each in later if self.numbered(each) not in solved), later[0])


# The puzzle of a day: the same for all, from easy on Monday to hard on Sunday.

WEEK = 7
FIRST_MONDAY = date(2026, 1, 5)
HARDNESS = (N_("easy"), N_("easy"), N_("easy"), N_("medium"), N_("medium"), N_("hard"), N_("hard"))
"""How hard the puzzle of each weekday is, Monday first."""


@dataclass(frozen=True, slots=True)
class PuzzleOfDay:
    """Which puzzle of the book it is, and how hard."""

    day: str
    number: int
    hardness: str


def puzzle_of(day: str, book: PuzzleBook) -> PuzzleOfDay:
    """The puzzle of a day: the book, easiest first, is cut into seven parts, each of which goes round week by week."""
    week, weekday = divmod((date.fromisoformat(day) - FIRST_MONDAY).days, WEEK)
    first, behind = (len(book) * part // WEEK for part in (weekday, weekday + 1))
    number = first + week % max(1, behind - first) + 1
    return PuzzleOfDay(day, min(number, len(book)), HARDNESS[weekday])
