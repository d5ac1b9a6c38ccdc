"""What an observation adds in a game with a card that came later, behind all that was fixed before.

Nobody can tell beforehand what such a card will do with the other ones, so whatever the other blocks only sum up is told
in full here: which sailors a crew is made of, what has left the game, and what lies in the middle.
"""

from shanghaien.rules import PILE_KINDS, Card, Sailor, Seat, State, Trick, TrickCard

from .card_sets import FULL_CARDS
from .codes import CODES_OF, action_code
from .layout import Block, Reader, Values, one_hot, own_and_other
from .wording import flags, marked, names, number, sides

SAILORS = tuple(kind for kind in PILE_KINDS if isinstance(kind, Sailor))
TRICKS = tuple(card.key for card in FULL_CARDS)
KINDS: tuple[Card, ...] = (*SAILORS, *TRICKS)


def _crew_cards(state: State, seat: Seat) -> Values:
    return [state.players[seat].crews[sailor.nation].count(sailor.value) for sailor in SAILORS]


def _gone(kinds: tuple[Card, ...]) -> Reader:
    return lambda state, seat: [state.removed.count(kind) for kind in kinds]


def _lying(kinds: tuple[Trick, ...]) -> Reader:
    return lambda state, seat: [state.middle.count(kind) for kind in kinds]


ANYTHING_ELSE = (
    Block("sailors in crews", 2 * len(SAILORS), 2, own_and_other(_crew_cards), sides(names(SAILORS))),
    Block("out of the game", len(KINDS), 8, _gone(KINDS), names(KINDS)),
    Block("tricks in the middle", len(TRICKS), 8, _lying(TRICKS), names(TRICKS)),
)
"""What stands there once, whichever later cards take part."""


def blocks_of(card: TrickCard) -> tuple[Block, ...]:
    """Everything that a state tells about one later card; what it never has, has no block."""
    key, steps = card.key, tuple(card.steps)
    blocks = (
        Block(f"{key} in hands", 2, 1, own_and_other(_held(key)), sides(number)),
        Block(f"{key} in the middle", 1, 1, _lying((key,)), number),
        Block(f"{key} out of the game", 1, 2, _gone((key,)), number),
        Block(f"{key} in force", 2 * card.stays, 1, own_and_other(_in_force(key)), flags(("own", "other"))),
        Block(f"{key} remembers", int(card.remembers > 0), card.remembers, _remembered(key), number),
        Block(f"{key} step", len(steps), 1, lambda state, seat: one_hot(state.phase, steps), marked(steps)),
        Block(f"{key} refused", 1, 1, lambda state, seat: [int(state.refused == key)], flags(("yes",))),
        Block(f"{key} announced", len(CODES_OF[key]), 1, _announced(CODES_OF[key]), marked(CODES_OF[key])),
    )
    return tuple(block for block in blocks if block.size)


def _held(key: Trick) -> Reader:
    return lambda state, seat: [state.players[seat].hand.count(key)]


def _in_force(key: Trick) -> Reader:
    return lambda state, seat: [int(state.players[seat].in_force == key)]


def _remembered(key: Trick) -> Reader:
    return lambda state, seat: [state.remembered(key)]


def _announced(codes: range) -> Reader:
    return lambda state, seat: one_hot(None if state.announced is None else action_code(state.announced), codes)
