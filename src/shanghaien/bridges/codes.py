"""Stable integer codes for every action and every chance outcome, in this file and nowhere else.

Nets, tensors and stored training data hold these numbers: new ones are only ever added at the end. What the base game
with base tricks (R4-R25) needs comes first, so its codes are `range(BASE_ACTIONS)` and `range(BASE_OUTCOMES)`. Then come
the other trick cards in the order of their numbers, each with its plays and then with the answers to its questions.
"""

from itertools import accumulate, combinations_with_replacement, pairwise, product

from shanghaien.rules import PILE_KINDS, Action, Call, End, Malformed, Options, Outcome, Place, Roll, Trick, TrickCard

from .card_sets import BASE_CARDS, LATER_CARDS, MORE_CARDS, is_base, later_cards

DICE = range(1, 7)
ENDS = (None, End.LEFT, End.RIGHT)

_PLACINGS: tuple[Action, ...] = tuple(Place(die, end) for end, die in product(ENDS, DICE))
_SHARED = [act for act in BASE_CARDS[0].acts if all(act in card.acts for card in BASE_CARDS)]
"""What all base cards can be played for: two sailors (R16)."""
_BASE: tuple[Action, ...] = (
    Roll(),
    Call(),
    *_PLACINGS,
    *(play for act in _SHARED for card in BASE_CARDS for play in act.every_play(card.key)),
    *(play for card in BASE_CARDS for act in card.acts if act not in _SHARED for play in act.every_play(card.key)),
)


def _actions_of(card: TrickCard) -> tuple[Action, ...]:
    plays = [play for act in card.acts for play in act.every_play(card.key)]
    return (*plays, *(answer for reply in card.replies for answer in reply.every_answer()))


_OTHERS = (*MORE_CARDS, *LATER_CARDS)
_ENDS_OF = tuple(accumulate((len(_actions_of(card)) for card in _OTHERS), initial=len(_BASE)))

ACTIONS: tuple[Action, ...] = (*_BASE, *(action for card in _OTHERS for action in _actions_of(card)))
"""Every action of the game with all expansions; an action's code is its place here."""

CODES_OF: dict[Trick, range] = {
    card.key: range(start, stop) for card, (start, stop) in zip(_OTHERS, pairwise(_ENDS_OF), strict=True)
}
"""The codes of every card beyond the base cards: its plays, then the answers to its questions."""

BASE_ACTIONS = len(_BASE)
"""How many codes the base game with base tricks uses."""

FULL_ACTIONS = _ENDS_OF[len(MORE_CARDS)]
"""How many codes a game with any mix of the first expansions uses."""


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
    if not 0 <= code < len(ACTIONS):
        raise Malformed("There is no action %(code)s; codes go from 0 to %(last)s.", code=code, last=len(ACTIONS) - 1)
    return ACTIONS[code]


def outcome_code(outcome: Outcome) -> int:
    """The code of a chance outcome; `outcome_of` gives the outcome back."""
    # With its type, because a sailor card equals the pair of dice with its nation's number and its value.
    return _OUTCOME_CODES[type(outcome), outcome]


def outcome_of(code: int) -> Outcome:
    if not 0 <= code < len(OUTCOMES):
        raise Malformed("There is no outcome %(code)s; codes go from 0 to %(last)s.", code=code, last=len(OUTCOMES) - 1)
    return OUTCOMES[code]


def action_count(options: Options) -> int:
    """How many action codes a game with these options needs: up to the last one of its latest card."""
    if is_base(options):
        return BASE_ACTIONS
    return max([FULL_ACTIONS, *(CODES_OF[card.key].stop for card in later_cards(options))])


def outcome_count(options: Options) -> int:
    """How many outcome codes a game with these options needs."""
    return BASE_OUTCOMES if is_base(options) else len(OUTCOMES)
