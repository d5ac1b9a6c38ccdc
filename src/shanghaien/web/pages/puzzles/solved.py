"""Which puzzles somebody has solved: remembered by their browser, whoever they are, in one short cookie."""

from collections.abc import Iterable
from dataclasses import dataclass

from litestar.datastructures import Cookie

from shanghaien.ai.puzzles import Puzzle
from shanghaien.web.http.preferences import ONE_YEAR
from shanghaien.web.http.requests import AnyRequest

COOKIE = "solved"
PLACE = "/puzzles"
"""The cookie is sent to these pages only."""
DIGITS = 4
MOST = 400
"""How many are remembered: more than a book has, and little for one cookie."""


def mark(puzzle: Puzzle) -> str:
    """What a puzzle is remembered by: it hangs on the position alone, so that a new book does not mix them up."""
    return puzzle.record.check[:DIGITS]


@dataclass(frozen=True, slots=True)
class Solved:
    """The puzzles that somebody has solved."""

    marks: tuple[str, ...] = ()

    def __contains__(self, puzzle: Puzzle) -> bool:
        return mark(puzzle) in self.marks

    def among(self, puzzles: Iterable[Puzzle]) -> int:
        """How many of these are solved."""
        return sum(puzzle in self for puzzle in puzzles)

    def adding(self, puzzle: Puzzle) -> "Solved":
        """The same and one more; the oldest is forgotten where there are too many."""
        others = [known for known in self.marks if known != mark(puzzle)]
        return Solved((*others, mark(puzzle))[-MOST:])

    def cookie(self) -> Cookie:
        """The cookie that remembers them."""
        text = "".join(self.marks)
        return Cookie(key=COOKIE, value=text, max_age=ONE_YEAR, path=PLACE, httponly=True, samesite="lax")


def solved_by(request: AnyRequest) -> Solved:
    """What the browser that asks remembers; what makes no sense is as if it were not there."""
    text = request.cookies.get(COOKIE, "")[: MOST * DIGITS]
    return Solved(tuple(text[first : first + DIGITS] for first in range(0, len(text), DIGITS)))
