"""A position to solve as plain values: the table at which it is played, and what came of the answers so far."""

from dataclasses import dataclass, replace

from shanghaien import rules
from shanghaien.ai.puzzles import Puzzle
from shanghaien.rules import Place, parse_action
from shanghaien.web.http.i18n import gettext
from shanghaien.web.http.preferences import Preferences
from shanghaien.web.pages.shared.seen_table import OpenChoice, SeenTable
from shanghaien.web.pages.table.model import TablePage
from shanghaien.web.pages.table.model import present as table_page
from shanghaien.web.play.imported import table_of
from shanghaien.web.play.table import Viewer

from .answer import Attempt, GradedAttempt, graded
from .tried import without

PLAIN = Preferences(confirm=False, guide=False)
"""An answer is no move: nothing is asked twice, and nobody whispers."""
NOTHING_TRIED = Attempt()
NOTHING_CHOSEN = OpenChoice()


@dataclass(frozen=True)
class PuzzlePage:
    """A puzzle, before or after an attempt."""

    page: TablePage
    """The table as the solver sees it."""
    number: int
    count: int
    missed: int
    """How many of a hundred answers of the bots miss it."""
    tried: str
    """The answers so far, for the next one to carry on."""
    answer: GradedAttempt | None
    address: str
    """Where it is answered."""


def present(
    puzzle: Puzzle,
    number: int,
    count: int,
    attempt: Attempt = NOTHING_TRIED,
    choice: OpenChoice = NOTHING_CHOSEN,
    address: str = "",
    text: str = "",
) -> PuzzlePage:
    """The page of a puzzle; every answer of the attempt must be one of the choices.

    What is answered elsewhere than in the book has an address of its own, and may have its own words to ask.
    """
    address = address or f"/puzzles/{number}"
    seen = replace(seen_puzzle(puzzle), choice=choice, address=address)
    return PuzzlePage(
        page=_told(puzzle, seen) if attempt.over(puzzle) else _asked(seen, puzzle, attempt, text),
        number=number,
        count=count,
        missed=_of_a_hundred(puzzle),
        tried=",".join(attempt.tried),
        answer=graded(seen, puzzle, attempt) if attempt.tried else None,
        address=address,
    )


def seen_puzzle(puzzle: Puzzle) -> SeenTable:
    """The position as its solver sees it: they sit below and are asked."""
    seat = rules.to_move(puzzle.state)
    assert seat is not None
    table = table_of(puzzle.record)
    solver, other = (replace(chair, name=name) for chair, name in zip(table.chairs, _colours(), strict=True))
    chairs = (solver, other) if seat == 0 else (other, solver)
    return SeenTable(replace(table, chairs=chairs, waits_for=seat), Viewer(frozenset({seat})), NOTHING_CHOSEN, PLAIN)


def _colours() -> tuple[str, str]:
    """What the solver and the other are called: by their dice (R42)."""
    return gettext("Red"), gettext("Blue")


def _asked(seen: SeenTable, puzzle: Puzzle, attempt: Attempt, text: str) -> TablePage:
    """The table with its usual question."""
    page = without(table_page(seen), attempt.tried)
    usual = gettext("One choice is clearly best; %(missed)s of 100 bot answers miss it.")
    question = replace(page.question, text=text or usual % {"missed": _of_a_hundred(puzzle)}, hint="")
    return replace(page, address="", question=question)


def _told(puzzle: Puzzle, seen: SeenTable) -> TablePage:
    """The table once nothing is asked any more: the best die, if it is one, lies where it belongs."""
    best = parse_action(puzzle.choices[0].action)
    state = rules.apply(seen.state, best).state if isinstance(best, Place) else seen.state
    return table_page(replace(seen, table=replace(seen.table, state=state, waits_for=None), address=""))


def _of_a_hundred(puzzle: Puzzle) -> int:
    return round(100 * puzzle.missed)
