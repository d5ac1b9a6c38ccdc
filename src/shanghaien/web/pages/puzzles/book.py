"""The puzzles that a server offers, by their numbers; the easiest first."""

from collections.abc import Callable, Iterator

from shanghaien.ai.puzzles import Puzzle, shipped_puzzles
from shanghaien.rules import N_
from shanghaien.web.http.refusals import NotThere

from .solved import Solved


class PuzzleBook:
    """Puzzles numbered from 1; they are read when the first one is asked for."""

    def __init__(self, puzzles: Callable[[], tuple[Puzzle, ...]] = shipped_puzzles) -> None:
        self._puzzles = puzzles

    def __len__(self) -> int:
        return len(self._puzzles())

    def __iter__(self) -> Iterator[Puzzle]:
        return iter(self._puzzles())

    def numbered(self, number: int) -> Puzzle:
        """The puzzle with this number."""
        if not 1 <= number <= len(self):
            raise NotThere(N_("There is no such puzzle."))
        return self._puzzles()[number - 1]

    def after(self, number: int, solved: Solved) -> int:
        """The number of the next one that is not solved yet; simply the next one if all are."""
        count = len(self)
        later = [(number + step) % count + 1 for step in range(count)]
        return next((each for each in later if self.numbered(each) not in solved), later[0])
