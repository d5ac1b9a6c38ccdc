"""What a seat sees, as named blocks of small whole numbers; text and tensor are two prints of the same numbers.

Nothing is hidden in Shanghaien (R5), so both seats see the same table; a seat sees itself first. The blocks of the base
game come first and are a layout of their own (`BASE`); a game with expansions adds the rest (`FULL`), and a game with a
card that was added later adds blocks for that card behind them.
"""

from functools import cache

from shanghaien.rules import (
    PILE_KINDS,
    PILE_TRICKS,
    Card,
    End,
    Options,
    Phase,
    Sailor,
    Seat,
    SetOut,
    State,
    Trick,
    TrickCard,
    to_move,
)

from .card_sets import BASE_TRICKS, FULL_CARDS, MORE_CARDS, is_base, later_cards
from .codes import CODES_OF, DICE, FULL_ACTIONS, action_code
from .layout import (
    Block,
    Layout,
    Reader,
    Values,
    counts,
    flags,
    marked,
    names,
    number,
    one_hot,
    own_and_other,
    sailor_row,
    sides,
    tally,
    trick_row,
)

# A card that came later adds blocks behind all that was fixed before. What it will do with other cards is unknown, so what
# the other blocks only sum up stands here in full: which sailors a crew is made of, what has left the game, and what
# lies in the middle.

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
    """Everything in a state about one later card; what it never has, has no block."""
    key, steps, codes = card.key, tuple(card.steps), CODES_OF[card.key]

    def held(state: State, seat: Seat) -> Values:
        return [state.players[seat].hand.count(key)]

    def in_force(state: State, seat: Seat) -> Values:
        return [int(state.players[seat].in_force == key)]

    def remembered(state: State, seat: Seat) -> Values:
        return [state.remembered(key)]

    blocks = (
        Block(f"{key} in hands", 2, 1, own_and_other(held), sides(number)),
        Block(f"{key} in the middle", 1, 1, _lying((key,)), number),
        Block(f"{key} out of the game", 1, 2, _gone((key,)), number),
        Block(f"{key} in force", 2 * card.stays, 1, own_and_other(in_force), flags(("own", "other"))),
        Block(f"{key} remembers", int(card.remembers > 0), card.remembers, remembered, number),
        Block(f"{key} step", len(steps), 1, lambda state, seat: one_hot(state.phase, steps), marked(steps)),
        Block(f"{key} refused", 1, 1, lambda state, seat: [int(state.refused == key)], flags(("yes",))),
        Block(f"{key} announced", len(codes), 1, _announced(codes), marked(codes)),
    )
    return tuple(block for block in blocks if block.size)


def _announced(codes: range) -> Reader:
    return lambda state, seat: one_hot(None if state.announced is None else action_code(state.announced), codes)


BASE_PHASES = (Phase.WHO_STARTS, Phase.DEAL, Phase.TURN, Phase.ROLL, Phase.PLACE, Phase.OVER)
MORE_TRICKS = tuple(card.key for card in MORE_CARDS)
FOR_THE_ROUND = tuple(card.key for card in MORE_CARDS if card.stays)
IN_THE_MIDDLE = tuple(card.key for card in MORE_CARDS if card.set_out is SetOut.MIDDLE)
# By the keys of their cards: the order in which the steps stood when the numbers were fixed.
MORE_STEPS = tuple(step for card in sorted(MORE_CARDS, key=lambda card: card.key) for step in card.steps)


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
    return [int(card == kind) for card in _row(state) for kind in PILE_TRICKS]


def _hand(kinds: tuple[Trick, ...]) -> Reader:
    return lambda state, seat: [state.players[seat].hand.count(kind) for kind in kinds]


def _other_hand(kinds: tuple[Trick, ...]) -> Reader:
    return lambda state, seat: [state.players[1 - seat].hand.count(kind) for kind in kinds]


def _crews(state: State, seat: Seat) -> Values:
    return [state.players[seat].strength(nation) for nation in range(8)]


def _face_down(state: State, seat: Seat) -> Values:
    return [int(die in state.face_down) for die in DICE]


def _in_force(state: State, seat: Seat) -> Values:
    return one_hot(state.players[seat].in_force, FOR_THE_ROUND)


_BASE_BLOCKS = (
    Block("phase", 6, 1, lambda state, seat: one_hot(state.phase, BASE_PHASES), marked(BASE_PHASES)),
    Block("my turn", 1, 1, lambda state, seat: [int(state.turn == seat)], flags(("yes",))),
    Block("round", 1, 8, lambda state, seat: [state.round], number),
    Block("I started", 1, 1, lambda state, seat: [int(state.starter == seat)], flags(("yes",))),
    Block("start alternates", 1, 1, lambda state, seat: [int(state.options.starter == "alternate")], flags(("yes",))),
    Block("card 1 at", 2, 1, lambda state, seat: one_hot(state.end, tuple(End)), marked(tuple(End))),
    Block("sailors in the tavern", 48, 4, _sailors, sailor_row),
    Block("tricks in the tavern", 18, 1, _tricks, trick_row),
    Block("dice on cards", 12, 6, own_and_other(lambda state, seat: state.players[seat].dice), counts(6)),
    Block("rolled", 6, 6, lambda state, seat: [state.rolled.count(die) for die in DICE], tally),
    Block("hand", 4, 8, _hand(BASE_TRICKS), names(BASE_TRICKS)),
    Block("other hand", 4, 8, _other_hand(BASE_TRICKS), names(BASE_TRICKS)),
    Block("crews", 16, 13, own_and_other(_crews), counts(8)),
    Block(
        "trick used",
        2,
        1,
        own_and_other(lambda state, seat: [int(state.players[seat].trick_used)]),
        flags(("own", "other")),
    ),
    Block("pile", len(PILE_KINDS), 8, lambda state, seat: state.pile, names(PILE_KINDS)),
)

_MORE_BLOCKS = (
    Block("step", len(MORE_STEPS), 1, lambda state, seat: one_hot(state.phase, MORE_STEPS), marked(MORE_STEPS)),
    Block("I am asked", 1, 1, lambda state, seat: [int(to_move(state) == seat)], flags(("yes",))),
    Block("more in hand", len(MORE_TRICKS), 1, _hand(MORE_TRICKS), names(MORE_TRICKS)),
    Block("more in other hand", len(MORE_TRICKS), 1, _other_hand(MORE_TRICKS), names(MORE_TRICKS)),
    Block(
        "in the middle",
        len(IN_THE_MIDDLE),
        1,
        lambda state, seat: [state.middle.count(kind) for kind in IN_THE_MIDDLE],
        names(IN_THE_MIDDLE),
    ),
    Block("in force", 2 * len(FOR_THE_ROUND), 1, own_and_other(_in_force), counts(len(FOR_THE_ROUND))),
    Block("face down", 6, 1, _face_down, tally),
    Block("objected", 1, 1, lambda state, seat: [int(state.objected)], flags(("yes",))),
    Block("refused", len(TRICKS), 1, lambda state, seat: one_hot(state.refused, TRICKS), marked(TRICKS)),
    Block("must roll", 1, 1, lambda state, seat: [int(state.must_roll)], flags(("yes",))),
    Block("announced", FULL_ACTIONS, 1, _announced(range(FULL_ACTIONS)), marked(range(FULL_ACTIONS))),
)

BASE = Layout(_BASE_BLOCKS)
"""The base game with base tricks, with or without the extra wild card."""

FULL = Layout((*_BASE_BLOCKS, *_MORE_BLOCKS))
"""Any mix of the first expansions."""


@cache
def layout_for(options: Options) -> Layout:
    if is_base(options):
        return BASE
    later = later_cards(options)
    if not later:
        return FULL
    return Layout((*FULL.blocks, *ANYTHING_ELSE, *(block for card in later for block in blocks_of(card))))
