"""The sets of trick cards that codes and observations are made of, derived from the registry of cards.

* base: the cards of the pile, and those right behind them that show nothing but acts of the pile;
* full: the cards for which the numbers of codes and observations were fixed first;
* later: every card added since. Its codes and numbers come behind all others, and only its own games have them.
"""

from itertools import takewhile

from shanghaien.rules import PILE_TRICKS, TRICK_CARDS, Act, Asks, Options, SetOut, Trick, TrickCard, cards_of

FIRST_CARDS = 8
"""How many cards there were when codes and observations were fixed; nets and stored data rely on it, so it stays."""

_PILE_ACTS = {act.key for card in TRICK_CARDS if card.key in PILE_TRICKS for act in card.acts}


def _shows_nothing_new(card: TrickCard) -> bool:
    hooks = (card.after_roll, card.before, card.may_call, card.stays_out)
    meets_the_flow = bool(card.steps) or any(hook is not None for hook in hooks)
    plain = card.set_out is not SetOut.MIDDLE and not card.stays and not card.remembers and not meets_the_flow
    return plain and {act.key for act in card.acts} <= _PILE_ACTS


# A card like these that is added one day is a later card all the same: its codes can't go between the old ones.
BASE_CARDS = tuple(takewhile(_shows_nothing_new, TRICK_CARDS))
"""The cards of the base game with base tricks."""
FULL_CARDS = tuple(card for card in TRICK_CARDS if card.number <= FIRST_CARDS)
MORE_CARDS = FULL_CARDS[len(BASE_CARDS) :]
"""The cards of the full set that are not in the base set."""
LATER_CARDS = TRICK_CARDS[len(FULL_CARDS) :]

BASE_TRICKS: tuple[Trick, ...] = tuple(card.key for card in BASE_CARDS)
BASE_EXPANSIONS = frozenset(card.option for card in BASE_CARDS if card.option)


def is_base(options: Options) -> bool:
    """Whether every card of a game with these options is a base card, so that it stays within the base codes."""
    return options.expansions <= BASE_EXPANSIONS


def later_cards(options: Options) -> tuple[TrickCard, ...]:
    """The later cards that take part in a game with these options."""
    return tuple(card for card in cards_of(options) if card in LATER_CARDS)


# What the acts of the base cards do. `batch` and `playout` play the base game on arrays and plain lists, for speed: they
# carry the rules R16 to R19 in themselves, so they must know which act is which. An act is recognised by what it asks for;
# tests compare both with the rules, step by step.


def _act_that_asks(*asks: Asks) -> Act:
    (found,) = {act.key for card in BASE_CARDS for act in card.acts if act.asks == asks}
    return found


JOIN_CREW = _act_that_asks(Asks.CREW)
"""Two sailors (R16)."""
SHIFT_DIE = _act_that_asks(Asks.SHIFT)
"""Die ±1 (R17)."""
PLACE_BOTH = _act_that_asks(Asks.END)
"""Both dice (R18)."""
ROLL_AGAIN = _act_that_asks()
"""Roll again (R19)."""


def card_for(act: Act) -> Trick:
    (found,) = [card.key for card in BASE_CARDS if act in {shown.key for shown in card.acts}]
    return found
