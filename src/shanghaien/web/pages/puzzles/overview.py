"""All puzzles at a glance: how hard each is, what it asks, and which are solved."""

from dataclasses import dataclass

from shanghaien.ai.puzzles import Puzzle
from shanghaien.rules import N_, Phase, Play, parse_action
from shanghaien.web.http.i18n import gettext

from .book import PuzzleBook
from .solved import Solved

DEGREES = ((N_("Easy"), 0.35), (N_("Medium"), 0.6), (N_("Hard"), 1.01))
"""Names of the degrees of hardness, each with the share of misses below which it ends."""

ASKS = {str(Phase.TURN): N_("Roll or call?"), str(Phase.PLACE): N_("Which die?")}
"""What is to be chosen in a phase of the game."""
ASKS_ELSE = N_("What to answer?")
"""The same where a trick card has put a question."""


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


def overview(book: PuzzleBook, solved: Solved) -> Overview:
    """The book as somebody sees who has solved these."""
    tiles = [(puzzle, _tile(number, puzzle, solved)) for number, puzzle in enumerate(book, start=1)]
    degrees, above = [], 0.0
    for name, below in DEGREES:
        degrees.append(_degree(name, [tile for puzzle, tile in tiles if above <= puzzle.missed < below]))
        above = below
    filled = tuple(degree for degree in degrees if degree.tiles)
    return Overview(filled, len(tiles), solved.among(book), book.after(0, solved))


def _degree(name: str, tiles: list[Tile]) -> Degree:
    return Degree(gettext(name), tuple(tiles), sum(tile.solved for tile in tiles))


def _tile(number: int, puzzle: Puzzle, solved: Solved) -> Tile:
    return Tile(number, asks(puzzle), round(100 * puzzle.missed), puzzle in solved)


def asks(puzzle: Puzzle) -> str:
    """What has to be chosen, in a word or two."""
    if any(isinstance(parse_action(choice.action), Play) for choice in puzzle.choices):
        return gettext("Die or trick?")
    return gettext(ASKS.get(puzzle.state.phase, ASKS_ELSE))
