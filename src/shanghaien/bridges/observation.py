"""What a seat sees, as named blocks of small whole numbers; text and tensor are two prints of the same numbers.

Nothing is hidden in Shanghaien (R5), so both seats see the same table; a seat sees itself first. The blocks of the base
game come first and are a layout of their own (`BASE`); a game with expansions adds the rest (`FULL`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from shanghaien.rules import PILE_KINDS, Card, End, Options, Phase, Sailor, Seat, State, Trick, to_move

from .codes import ACTIONS, DICE, action_code, is_base
from .wording import counts, flags, marked, names, number, sailor_row, tally, trick_row

Values = Sequence[int]

BASE_PHASES = (Phase.WHO_STARTS, Phase.DEAL, Phase.TURN, Phase.ROLL, Phase.PLACE, Phase.OVER)
MORE_PHASES = (Phase.OBJECTION, Phase.DOUBLE, Phase.ROLL_ONE, Phase.ROLL_ALL, Phase.KEEP)
PILE_TRICKS = (Trick.DIE_SHIFT, Trick.ROLL_AGAIN, Trick.BOTH_DICE)
BASE_TRICKS = (*PILE_TRICKS, Trick.WILD)
MORE_TRICKS = (Trick.CRAZY_CAPTAIN, Trick.EXTRA_1, Trick.EXTRA_2, Trick.DOUBLE)
FOR_THE_ROUND = (Trick.CRAZY_CAPTAIN, Trick.EXTRA_1)


@dataclass(frozen=True)
class Block:
    """One part of an observation."""

    name: str
    size: int
    scale: int
    """The tensor holds the numbers divided by this, which brings them to about 0 to 1."""
    read: Callable[[State, Seat], Values]
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
        """The observation of a seat as whole numbers from 0 to 117."""
        return [value for block in self.blocks for value in block.read(state, seat)]

    def text(self, numbers: Values) -> str:
        """The same observation for people, one block per line."""
        return "\n".join(f"{block.name}: {block.write(numbers[self.slices[block.name]])}" for block in self.blocks)


def layout_for(options: Options) -> Layout:
    """The layout of a game with these options."""
    return BASE if is_base(options) else FULL


def _one_hot(chosen: object, among: Sequence[object]) -> Values:
    return [int(other == chosen) for other in among]


def _row(state: State) -> tuple[Card | None, ...]:
    row = state.tavern if state.end is not End.RIGHT else state.tavern[::-1]
    return (*row, *(None,) * (6 - len(row)))


def _sailors(state: State, seat: Seat) -> Values:
    numbers = [0] * 48
    for place, card in enumerate(_row(state)):
        if isinstance(card, Sailor):
            numbers[8 * place + card.nation] = card.value
    return numbers


def _tricks(state: State, seat: Seat) -> Values:
    return [int(card is kind) for card in _row(state) for kind in PILE_TRICKS]


def _own(read: Callable[[State, Seat], Values]) -> Callable[[State, Seat], Values]:
    return lambda state, seat: [*read(state, seat), *read(state, 1 - seat)]


def _hand(kinds: tuple[Trick, ...]) -> Callable[[State, Seat], Values]:
    return lambda state, seat: [state.players[seat].hand.count(kind) for kind in kinds]


def _face_down(state: State, seat: Seat) -> Values:
    return [int(die in state.face_down) for die in DICE]


def _announced(state: State, seat: Seat) -> Values:
    return _one_hot(None if state.announced is None else action_code(state.announced), range(len(ACTIONS)))


_BASE_BLOCKS = (
    Block("phase", 6, 1, lambda state, seat: _one_hot(state.phase, BASE_PHASES), marked(BASE_PHASES)),
    Block("my turn", 1, 1, lambda state, seat: [int(state.turn == seat)], flags(("yes",))),
    Block("round", 1, 8, lambda state, seat: [state.round], number),
    Block("I started", 1, 1, lambda state, seat: [int(state.starter == seat)], flags(("yes",))),
    Block("start alternates", 1, 1, lambda state, seat: [int(state.options.starter == "alternate")], flags(("yes",))),
    Block("card 1 at", 2, 1, lambda state, seat: _one_hot(state.end, tuple(End)), marked(tuple(End))),
    Block("sailors in the tavern", 48, 4, _sailors, sailor_row),
    Block("tricks in the tavern", 18, 1, _tricks, trick_row),
    Block("dice on cards", 12, 6, _own(lambda state, seat: state.players[seat].dice), counts(6)),
    Block("rolled", 6, 6, lambda state, seat: [state.rolled.count(die) for die in DICE], tally),
    Block("hand", 4, 8, _hand(BASE_TRICKS), names(BASE_TRICKS)),
    Block("other hand", 4, 8, lambda state, seat: _hand(BASE_TRICKS)(state, 1 - seat), names(BASE_TRICKS)),
    Block("crews", 16, 13, _own(lambda state, seat: [state.players[seat].strength(n) for n in range(8)]), counts(8)),
    Block("trick used", 2, 1, _own(lambda state, seat: [int(state.players[seat].trick_used)]), flags(("own", "other"))),
    Block("pile", len(PILE_KINDS), 8, lambda state, seat: state.pile, names(PILE_KINDS)),
)

_MORE_BLOCKS = (
    Block("step", 5, 1, lambda state, seat: _one_hot(state.phase, MORE_PHASES), marked(MORE_PHASES)),
    Block("I am asked", 1, 1, lambda state, seat: [int(to_move(state) == seat)], flags(("yes",))),
    Block("more in hand", 4, 1, _hand(MORE_TRICKS), names(MORE_TRICKS)),
    Block("more in other hand", 4, 1, lambda state, seat: _hand(MORE_TRICKS)(state, 1 - seat), names(MORE_TRICKS)),
    Block("in the middle", 1, 1, lambda state, seat: [len(state.middle)], names((Trick.DOUBLE,))),
    Block("in force", 4, 1, _own(lambda state, seat: _one_hot(state.players[seat].in_force, FOR_THE_ROUND)), counts(2)),
    Block("face down", 6, 1, _face_down, tally),
    Block("objected", 1, 1, lambda state, seat: [int(state.objected)], flags(("yes",))),
    Block("refused", 8, 1, lambda state, seat: _one_hot(state.refused, tuple(Trick)), marked(tuple(Trick))),
    Block("must roll", 1, 1, lambda state, seat: [int(state.must_roll)], flags(("yes",))),
    Block("announced", len(ACTIONS), 1, _announced, marked(range(len(ACTIONS)))),
)

BASE = Layout(_BASE_BLOCKS)
"""The base game with base tricks, with or without the extra wild card."""

FULL = Layout((*_BASE_BLOCKS, *_MORE_BLOCKS))
"""Any mix of expansions."""
