"""A position to solve as plain values: the table at which it is played, and what came of the answers so far."""

from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from shanghaien import rules
from shanghaien.ai.puzzles import Puzzle
from shanghaien.ai.review.model import DecisionKind, ReviewEntry, ReviewKind, decision_kind
from shanghaien.rules import N_, Place, parse_action
from shanghaien.web.core.errors import BadRequestError
from shanghaien.web.core.formats import points
from shanghaien.web.core.i18n import gettext
from shanghaien.web.reviews.puzzles.book import PuzzleBook, Solved
from shanghaien.web.reviews.step_views import StepView, solved_view
from shanghaien.web.reviews.views import GRADES
from shanghaien.web.site.forms import Fields
from shanghaien.web.site.preferences import Preferences
from shanghaien.web.standings.standing_words import kind_words
from shanghaien.web.tables.model import Viewer
from shanghaien.web.tables.pages.buttons import Button
from shanghaien.web.tables.pages.page import TablePage
from shanghaien.web.tables.pages.page import present as table_page
from shanghaien.web.tables.pages.seen_table import OpenChoice, SeenTable
from shanghaien.web.tables.records import table_of

# An attempt at a puzzle: how good it was, and with the solution why.


@dataclass(frozen=True, slots=True)
class Attempt:
    """The answers given so far."""

    tried: tuple[str, ...] = ()
    """In notation, the latest last."""
    give_up: bool = False
    """Whether the solution is asked for."""

    def right(self, puzzle: Puzzle) -> bool:
        return bool(self.tried) and self.tried[-1] == puzzle.choices[0].action and not self.give_up

    def over(self, puzzle: Puzzle) -> bool:
        """Whether there is nothing left to try."""
        return self.give_up or self.right(puzzle)


@dataclass(frozen=True, slots=True)
class GradedAttempt:
    """The grade of an attempt; the solution only where it may be seen."""

    right: bool
    sentence: str
    grade: tuple[str, str, str]
    """Key, sign and name."""
    step: StepView | None


def graded(seen: SeenTable, puzzle: Puzzle, attempt: Attempt) -> GradedAttempt:
    """The latest answer graded; with every choice and its value once nothing is left to try."""
    latest = attempt.tried[-1]
    loss, grade = puzzle.loss(latest), puzzle.grade(latest)
    assert loss is not None
    assert grade is not None
    key, name = GRADES[grade]
    step = solved_view(seen, _entry(seen, puzzle, latest)) if attempt.over(puzzle) else None
    sentence = _sentence(puzzle, attempt) % {"points": points(loss)}
    return GradedAttempt(attempt.right(puzzle), sentence, (key, grade.sign, gettext(name)), step)


def _sentence(puzzle: Puzzle, attempt: Attempt) -> str:
    if attempt.right(puzzle):
        return gettext("That is the best choice.")
    if attempt.give_up:
        return gettext("Your last try costs %(points)s percentage points of winning chance.")
    return gettext("That costs %(points)s percentage points of winning chance. There is something better.")


def _entry(seen: SeenTable, puzzle: Puzzle, latest: str) -> ReviewEntry:
    """The answer as an entry of a review."""
    best, seat = puzzle.choices[0].value, rules.to_move(seen.state)
    return ReviewEntry(0, ReviewKind.DECISION, seen.state.round, 0, seat, latest, best, best, puzzle.choices)


LONGEST_TRIED = 1000


def read_attempt(puzzle: Puzzle, fields: Fields) -> Attempt:
    """The answers in their order; each must be one of the choices."""
    tried = [text for text in fields.text("tried", "", longest=LONGEST_TRIED).split(",") if text]
    show = fields.flag("show") and bool(tried)
    latest = tried[-1] if show else fields.text("action")
    answers = (*(text for text in tried if text != latest), latest)
    if any(puzzle.loss(answer) is None for answer in answers):
        raise BadRequestError(N_("This choice is not one of those that the position allows."))
    return Attempt(answers, give_up=show)


# The question of a puzzle: as at the table, but without figures, and what was tried cannot be pressed again.


def without(page: TablePage, tried: tuple[str, ...]) -> TablePage:
    """The page without figures, and with the tried answers disabled."""
    ghosts = tuple(ghost for ghost in page.question.ghosts if ghost.action not in tried)
    spent = _spent(page.question, tried)
    row = tuple(replace(slot, ghost=slot.ghost if slot.ghost in ghosts else None) for slot in page.row)
    return replace(page.asking(replace(spent, ghosts=ghosts)), row=row)


def _spent(value: Any, tried: tuple[str, ...]) -> Any:
    """The same value with bare buttons, and with those disabled that play a tried answer."""
    if isinstance(value, Button):
        if value.action not in tried:
            return replace(value, worth=None)
        text, note = (value.text, gettext("tried")) if value.icon else (gettext("tried"), value.note)
        return replace(value, worth=None, action="", text=text, note=note)
    if isinstance(value, tuple):
        return tuple(_spent(each, tried) for each in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{field.name: _spent(getattr(value, field.name), tried) for field in fields(value)})
    return value


PLAIN = Preferences(confirm=False, guide=False)
"""An answer is no move: nothing is asked twice, and the guide says nothing."""
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

    A puzzle that is answered outside the book has an address of its own, and may have its own question.
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
    """The names of the solver and the other player: the colours of their dice (R42)."""
    return gettext("Red"), gettext("Blue")


def _asked(seen: SeenTable, puzzle: Puzzle, attempt: Attempt, text: str) -> TablePage:
    """The table with its usual question."""
    page = without(table_page(seen), attempt.tried)
    usual = gettext("One choice is clearly best; %(missed)s of 100 bot answers miss it.")
    question = replace(page.question, text=text or usual % {"missed": _of_a_hundred(puzzle)}, hint="")
    return replace(page.asking(question, address=""), address="")


def _told(puzzle: Puzzle, seen: SeenTable) -> TablePage:
    """The table when nothing is asked any more: the best die, if the best choice is one, lies on its card."""
    best = parse_action(puzzle.choices[0].action)
    state = rules.apply(seen.state, best).state if isinstance(best, Place) else seen.state
    return table_page(replace(seen, table=replace(seen.table, state=state, waits_for=None), address=""))


def _of_a_hundred(puzzle: Puzzle) -> int:
    return round(100 * puzzle.missed)


# All puzzles at a glance: how hard each is, what it asks, and which are solved.

DEGREES = ((N_("Easy"), 0.35), (N_("Medium"), 0.6), (N_("Hard"), 1.01))
"""Names of the degrees of hardness, each with the share of misses below which it ends."""

ASKS = {
    DecisionKind.CALL: N_("Roll or call?"),
    DecisionKind.PLACE: N_("Which die?"),
    DecisionKind.END: N_("Which die?"),
    DecisionKind.TRICK: N_("Die or trick?"),
    DecisionKind.ANSWER: N_("What to answer?"),
}
"""What is to be chosen."""


@dataclass(frozen=True, slots=True)
class Tile:
    """One puzzle in the overview."""

    number: int
    asks: str
    missed: int
    solved: bool


@dataclass(frozen=True, slots=True)
class Degree:
    """The puzzles of one hardness."""

    name: str
    tiles: tuple[Tile, ...]
    solved: int


@dataclass(frozen=True, slots=True)
class Overview:
    """All puzzles of a book."""

    degrees: tuple[Degree, ...]
    count: int
    solved: int
    on: int
    """The easiest one that is not solved yet."""
    kind: str = ""
    """The kind of decision to which the overview is confined; empty for all."""
    kinds: tuple[tuple[str, str], ...] = ()
    """The kinds there are: their keys and names."""


def overview(book: PuzzleBook, solved: Solved, kind: str = "") -> Overview:
    """The book with the solved puzzles; of one kind of decision if there are any of it."""
    kinds = [kind_of(puzzle) for puzzle in book]
    kind = kind if kind in kinds else ""
    numbered = [each for each in enumerate(book, start=1) if not kind or kinds[each[0] - 1] == kind]
    tiles = [
        (puzzle, Tile(number, asks(puzzle), _of_a_hundred(puzzle), puzzle in solved)) for number, puzzle in numbered
    ]
    degrees, above = list[Degree](), 0.0
    for name, below in DEGREES:
        held = tuple(tile for puzzle, tile in tiles if above <= puzzle.missed < below)
        degrees += [Degree(gettext(name), held, sum(tile.solved for tile in held))] if held else []
        above = below
    open_ones = [tile.number for _, tile in tiles if not tile.solved]
    on = next(iter(open_ones), tiles[0][1].number) if kind else book.after(0, solved)
    named = tuple((str(each), kind_words(each)) for each in DecisionKind if each in kinds)
    return Overview(tuple(degrees), len(tiles), sum(tile.solved for _, tile in tiles), on, kind, named)


def asks(puzzle: Puzzle) -> str:
    return gettext(ASKS[kind_of(puzzle)])


def kind_of(puzzle: Puzzle) -> DecisionKind:
    return decision_kind(choice.action for choice in puzzle.choices)
