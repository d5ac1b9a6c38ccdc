"""Stable integer codes for every action and every chance outcome, in this file and nowhere else.

Nets, tensors and stored training data hold these numbers: new ones are only ever added at the end. What the base game
with base tricks (R4-R25) needs comes first, so its codes are `range(BASE_ACTIONS)` and `range(BASE_OUTCOMES)`.
"""

from itertools import combinations_with_replacement, product

from shanghaien.rules import (
    PILE_KINDS,
    Act,
    Action,
    Allow,
    Call,
    End,
    Keep,
    Malformed,
    Nation,
    Object,
    Options,
    Outcome,
    Place,
    Play,
    Roll,
    RollOne,
    TakeDouble,
    Trick,
)

DICE = range(1, 7)
ENDS = (None, End.LEFT, End.RIGHT)

_PLACINGS: tuple[Action, ...] = tuple(Place(die, end) for end, die in product(ENDS, DICE))
_SAILORS: tuple[Action, ...] = tuple(
    Play(card, Act.TWO_SAILORS, nation=nation)
    for card, nation in product((Trick.DIE_SHIFT, Trick.ROLL_AGAIN, Trick.BOTH_DICE, Trick.WILD), Nation)
)
_SHIFTS: tuple[Action, ...] = tuple(
    Play(Trick.DIE_SHIFT, Act.DIE_SHIFT, die=die, step=step)
    for die, step in product(DICE, (-1, 1))
    if die + step in DICE
)
_BASE: tuple[Action, ...] = (
    Roll(),
    Call(),
    *_PLACINGS,
    *_SAILORS,
    *_SHIFTS,
    Play(Trick.ROLL_AGAIN, Act.ROLL_AGAIN),
    *(Play(Trick.BOTH_DICE, Act.BOTH_DICE, end=end) for end in ENDS),
)
_EXPANSIONS: tuple[Action, ...] = (
    Play(Trick.CRAZY_CAPTAIN, Act.CRAZY_CAPTAIN),
    Object(),
    Allow(),
    Play(Trick.EXTRA_1, Act.NO_SHANGHAI),
    Play(Trick.EXTRA_1, Act.ROLL_ALL),
    *(Keep(die, end) for end, die in product(ENDS, DICE)),
    *(Play(Trick.EXTRA_2, Act.SHARKS, die=die, end=end) for end, die in product(ENDS, DICE)),
    *(Play(Trick.EXTRA_2, Act.EXCHANGE, die=die) for die in DICE),
    Play(Trick.DOUBLE, Act.DOUBLE),
    RollOne(),
    *(TakeDouble(end) for end in ENDS),
)

ACTIONS: tuple[Action, ...] = (*_BASE, *_EXPANSIONS)
"""Every action of the game with all expansions; an action's code is its place here."""

BASE_ACTIONS = len(_BASE)
"""How many codes the base game with base tricks uses."""


def _rolls(count: int) -> tuple[Outcome, ...]:
    return tuple(combinations_with_replacement(DICE, count))


OUTCOMES: tuple[Outcome, ...] = (
    0,
    1,
    *PILE_KINDS,
    *_rolls(2),
    *_rolls(1),
    *(roll for count in (3, 4, 5, 6) for roll in _rolls(count)),
)
"""Every chance outcome: who starts, which kind of card is dealt, which multiset of dice falls."""

BASE_OUTCOMES = 2 + len(PILE_KINDS) + len(_rolls(2))
"""How many outcome codes the base game with base tricks uses."""

_ACTION_CODES = {action: code for code, action in enumerate(ACTIONS)}
_OUTCOME_CODES = {(type(outcome), outcome): code for code, outcome in enumerate(OUTCOMES)}


def action_code(action: Action) -> int:
    """The code of an action; `action_of` gives the action back."""
    return _ACTION_CODES[action]


def action_of(code: int) -> Action:
    """The action with this code."""
    if not 0 <= code < len(ACTIONS):
        raise Malformed(f"There is no action {code}; codes go from 0 to {len(ACTIONS) - 1}.")
    return ACTIONS[code]


def outcome_code(outcome: Outcome) -> int:
    """The code of a chance outcome; `outcome_of` gives the outcome back."""
    # With its type, because a sailor card equals the pair of dice with its nation's number and its value.
    return _OUTCOME_CODES[type(outcome), outcome]


def outcome_of(code: int) -> Outcome:
    """The chance outcome with this code."""
    if not 0 <= code < len(OUTCOMES):
        raise Malformed(f"There is no outcome {code}; codes go from 0 to {len(OUTCOMES) - 1}.")
    return OUTCOMES[code]


def is_base(options: Options) -> bool:
    """Whether a game with these options stays within the base codes: no expansion beyond the extra wild card."""
    return not (options.crazy_captain or options.extra_1 or options.extra_2 or options.extra_3)


def action_count(options: Options) -> int:
    """How many action codes a game with these options needs."""
    return BASE_ACTIONS if is_base(options) else len(ACTIONS)


def outcome_count(options: Options) -> int:
    """How many outcome codes a game with these options needs."""
    return BASE_OUTCOMES if is_base(options) else len(OUTCOMES)
