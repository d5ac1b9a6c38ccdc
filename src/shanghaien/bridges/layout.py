"""The shape of an observation: named blocks of small whole numbers in a fixed order."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from shanghaien.rules import Seat, State

Values = Sequence[int]
Reader = Callable[[State, Seat], Values]
"""Reads the numbers of a block from the state, as the seat sees them."""


@dataclass(frozen=True)
class Block:
    """One part of an observation."""

    name: str
    size: int
    scale: int
    """The tensor holds the numbers divided by this, which brings them to about 0 to 1."""
    read: Reader
    """The numbers, from the state and the seat that looks."""
    write: Callable[[Values], str]
    """The same numbers for people."""


class Layout:
    """The blocks of an observation in order; `slices` tells where each one lies."""

    def __init__(self, blocks: tuple[Block, ...]) -> None:
        self.blocks = blocks
        self.slices: dict[str, slice] = {}
        start = 0
        for block in blocks:
            self.slices[block.name] = slice(start, start + block.size)
            start += block.size
        self.size = start
        self.scale = tuple(block.scale for block in blocks for _ in range(block.size))

    def numbers(self, state: State, seat: Seat) -> list[int]:
        """The observation of a seat as small whole numbers, none below 0."""
        return [value for block in self.blocks for value in block.read(state, seat)]

    def text(self, numbers: Values) -> str:
        """The same observation for people, one block per line."""
        return "\n".join(f"{block.name}: {block.write(numbers[self.slices[block.name]])}" for block in self.blocks)


def one_hot(chosen: object, among: Sequence[object]) -> Values:
    """A 1 at the place of what is chosen, 0 everywhere else."""
    return [int(other == chosen) for other in among]


def own_and_other(read: Reader) -> Reader:
    """What the seat has, then what the other one has."""
    return lambda state, seat: [*read(state, seat), *read(state, 1 - seat)]
