"""Where everything lies in the big array of a batch: one row per number of the base observation, one column per game.

Rows are contiguous, so that one NumPy call treats a number of all games at once. The own side is always that of the
seat that has to choose; when the turn passes, the two sides change places.
"""

import numpy as np
from numpy import typing as npt

from shanghaien.bridges.card_sets import BASE_TRICKS
from shanghaien.bridges.codes import ACTIONS, BASE_ACTIONS
from shanghaien.bridges.observation import BASE, BASE_PHASES
from shanghaien.rules import PILE_KINDS, Act, End, Phase, Place, Play, Sailor

Ints = npt.NDArray[np.int8]
Bools = npt.NDArray[np.bool_]
Index = npt.NDArray[np.intp]


def _row(name: str) -> int:
    return int(BASE.slices[name].start)


def _halves(name: str) -> tuple[slice, slice]:
    part = BASE.slices[name]
    middle = (part.start + part.stop) // 2
    return slice(part.start, middle), slice(middle, part.stop)


TURN, PLACE = (_row("phase") + BASE_PHASES.index(phase) for phase in (Phase.TURN, Phase.PLACE))
MY_TURN, ROUND, STARTED, ALTERNATES = map(_row, ("my turn", "round", "I started", "start alternates"))
END_LEFT, END_RIGHT = _row("card 1 at"), _row("card 1 at") + 1
SAILORS, TRICKS = BASE.slices["sailors in the tavern"], BASE.slices["tricks in the tavern"]
DICE, OTHER_DICE = _halves("dice on cards")
ROLLED = BASE.slices["rolled"]
HAND, OTHER_HAND = BASE.slices["hand"], BASE.slices["other hand"]
CREWS, OTHER_CREWS = _halves("crews")
USED, OTHER_USED = _row("trick used"), _row("trick used") + 1
PILE = BASE.slices["pile"]
SIDES = (
    (DICE, OTHER_DICE),
    (HAND, OTHER_HAND),
    (CREWS, OTHER_CREWS),
    (slice(USED, USED + 1), slice(OTHER_USED, OTHER_USED + 1)),
)
"""What belongs to a side, own and other."""

SAILOR_OF: Ints = np.zeros((len(PILE_KINDS), 8), np.int8)
TRICK_OF: Ints = np.zeros((len(PILE_KINDS), 3), np.int8)
for _kind, _card in enumerate(PILE_KINDS):
    if isinstance(_card, Sailor):
        SAILOR_OF[_kind, _card.nation] = _card.value
    else:
        TRICK_OF[_kind, _kind - 32] = 1

PLACED_DIE: Ints = np.array([a.die if isinstance(a, Place) else 0 for a in ACTIONS[:BASE_ACTIONS]], np.int8)
"""Per action the die it places, or 0."""

_ENDS = {None: 0, End.LEFT: 1, End.RIGHT: 2}
NAMED_END: Ints = np.array(
    [_ENDS[a.end] if isinstance(a, Place | Play) else 0 for a in ACTIONS[:BASE_ACTIONS]], np.int8
)
"""Per action the end it names: 0 for none, 1 left, 2 right (R10)."""

PLAYED: tuple[Play | None, ...] = tuple(a if isinstance(a, Play) else None for a in ACTIONS[:BASE_ACTIONS])


def _play_row(play: Play | None) -> tuple[int, int, int, int]:
    if play is None:
        return 0, 0, 0, 0
    die, step = play.die or 0, play.step or 0
    return BASE_TRICKS.index(play.card), play.nation or 0, die, die + step


PLAY_TABLES: tuple[Index, ...] = tuple(np.array([_play_row(play) for play in PLAYED], np.intp).T)
"""Per action: the place of its card in a hand, the nation it joins, the die it changes, what the die becomes."""


def codes_of(act: Act) -> tuple[int, int]:
    """The first code that plays a trick for this act, and the code after the last one."""
    codes = [code for code, play in enumerate(PLAYED) if play is not None and play.act == act]
    assert codes == list(range(codes[0], codes[-1] + 1))
    return codes[0], codes[-1] + 1
