"""The puzzles that a server offers, by their numbers."""

from collections.abc import Callable

from shanghaien.ai.puzzles import Puzzle, shipped_puzzles
from shanghaien.rules import N_
from shanghaien.web.http.refusals import NotThere


class PuzzleBook:
    """Puzzles numbered from 1; they are read when the first one is asked for."""

    def __init__(self, puzzles: Callable[[], tuple[Puzzle, ...]] = shipped_puzzles) -> None:
        self._puzzles = puzzles

    def __len__(self) -> int:
        return len(self._puzzles())

    def numbered(self, number: int) -> Puzzle:
        """The puzzle with this number."""
        if not 1 <= number <= len(self):
            raise NotThere(N_("There is no such puzzle."))
        return self._puzzles()[number - 1]
