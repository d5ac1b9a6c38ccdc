"""All puzzles at a glance: how hard each is, what it asks, and which are solved."""

from dataclasses import dataclass

from shanghaien.ai.puzzles import Puzzle
from shanghaien.ai.review.kinds import DecisionKind, decision_kind
from shanghaien.rules import N_
from shanghaien.web.http.i18n import gettext
from shanghaien.web.words.results import kind_words

from .book import PuzzleBook
from .solved import Solved

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
    """The book as somebody sees who has solved these; of one kind of decision if there is any of it."""
    kinds = [kind_of(puzzle) for puzzle in book]
    kind = kind if kind in kinds else ""
    numbered = [each for each in enumerate(book, start=1) if not kind or kinds[each[0] - 1] == kind]
    tiles = [(puzzle, _tile(number, puzzle, solved)) for number, puzzle in numbered]
    degrees, above = [], 0.0
    for name, below in DEGREES:
        degrees.append(_degree(name, [tile for puzzle, tile in tiles if above <= puzzle.missed < below]))
        above = below
    filled = tuple(degree for degree in degrees if degree.tiles)
    open_ones = [tile.number for _, tile in tiles if not tile.solved]
    on = next(iter(open_ones), tiles[0][1].number) if kind else book.after(0, solved)
    named = tuple((str(each), kind_words(each)) for each in DecisionKind if each in kinds)
    return Overview(filled, len(tiles), sum(tile.solved for _, tile in tiles), on, kind, named)


def _degree(name: str, tiles: list[Tile]) -> Degree:
    return Degree(gettext(name), tuple(tiles), sum(tile.solved for tile in tiles))


def _tile(number: int, puzzle: Puzzle, solved: Solved) -> Tile:
    return Tile(number, asks(puzzle), round(100 * puzzle.missed), puzzle in solved)


def asks(puzzle: Puzzle) -> str:
    """What has to be chosen, in a word or two."""
    return gettext(ASKS[kind_of(puzzle)])


def kind_of(puzzle: Puzzle) -> DecisionKind:
    """Which kind of decision a puzzle is."""
    return decision_kind(choice.action for choice in puzzle.choices)
