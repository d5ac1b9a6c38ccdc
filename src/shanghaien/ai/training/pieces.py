"""Work cut into pieces that are stored as soon as they are done, so that a run can be stopped and taken up again."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Piece:
    """A function call whose result is kept in a file of its own."""

    path: Path
    work: Callable[..., Array]
    arguments: tuple[Any, ...]

    @property
    def done(self) -> bool:
        return self.path.exists()

    def result(self) -> Array:
        stored: Array = np.load(self.path, allow_pickle=False)
        return stored

    def keep(self, result: Array) -> None:
        """Store the result; a half-written file never gets the final name."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        draft = self.path.with_suffix(".part")
        with draft.open("wb") as file:
            np.save(file, result, allow_pickle=False)
        draft.replace(self.path)


def work_off(pieces: list[Piece], executor: Executor) -> Iterator[int]:
    """Does what is not done yet, in any order; yields the number of pieces done so far, old ones at once."""
    waiting: dict[Future[Array], Piece] = {
        executor.submit(piece.work, *piece.arguments): piece for piece in pieces if not piece.done
    }
    done = len(pieces) - len(waiting)
    yield done
    for future in as_completed(waiting):
        waiting[future].keep(future.result())
        done += 1
        yield done
