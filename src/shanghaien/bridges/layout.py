"""The shape of an observation: named blocks of small whole numbers in a fixed order."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from shanghaien.rules import PILE_KINDS, Card, Nation, Sailor, Seat, State, card_text

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
    """The blocks of an observation in order; `slices` has the place of each."""

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


# Writers: the numbers for people. Different numbers always give different texts.

Writer = Callable[[Values], str]


def number(values: Values) -> str:
    """One number as it is."""
    return str(values[0])


def marked(among: Sequence[object]) -> Writer:
    """The one thing that is marked, or a dash."""
    return lambda values: next((str(thing) for thing, mark in zip(among, values, strict=True) if mark), "-")


def flags(labels: tuple[str, ...]) -> Writer:
    """The labels that are set, or a dash."""
    return lambda values: " ".join(label for label, value in zip(labels, values, strict=True) if value) or "-"


def counts(half: int) -> Writer:
    """Own numbers and the other player's, side by side."""
    return lambda values: f"{_plain(values[:half])} | {_plain(values[half:])}"


def sides(write: Writer) -> Writer:
    """What is own, then what is the other player's, each in the same words."""
    return lambda values: f"{write(values[: len(values) // 2])} | {write(values[len(values) // 2 :])}"


def tally(values: Values) -> str:
    """Each number from 1 as often as it is there: `2 2 5`, or a dash."""
    return _plain([pips for pips, count in enumerate(values, 1) for _ in range(count)]) or "-"


def names(kinds: Sequence[Card]) -> Writer:
    """The kinds of card that are there, with how many there are of each if more than one."""
    return lambda values: (
        " ".join(_many(card_text(kind), count) for kind, count in zip(kinds, values, strict=True) if count) or "-"
    )


def sailor_row(values: Values) -> str:
    """The sailors of the row, 8 numbers each: the value at the place of the nation; a dash where there is none."""
    return _row(values, 8, lambda nation, value: Sailor(Nation(nation), value))


def trick_row(values: Values) -> str:
    """The trick cards of the row, 3 numbers each; a dash where there is none."""
    return _row(values, 3, lambda kind, _: PILE_KINDS[-3 + kind])


def _row(values: Values, size: int, card: Callable[[int, int], Card]) -> str:
    parts = [values[start : start + size] for start in range(0, len(values), size)]
    found = [next(((place, value) for place, value in enumerate(part) if value), None) for part in parts]
    return " ".join(card_text(card(*at)) if at else "-" for at in found)


def _many(name: str, count: int) -> str:
    return name if count == 1 else f"{count}x{name}"


def _plain(values: Values) -> str:
    return " ".join(map(str, values))
