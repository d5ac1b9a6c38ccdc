"""Every trick card of the game, one file each; a new card is a new file and one line here.

A trick never imports another trick (the act *two sailors*, which several cards show, is shared). They meet only at the
hooks below, which the flow of the game calls in this order.
"""

from shanghaien.rules.cards import Trick
from shanghaien.rules.hooks import TrickCard

from . import both_dice, crazy_captain, die_shift, double, extra_1, extra_2, roll_again, wild

TRICK_CARDS: tuple[TrickCard, ...] = (
    die_shift.CARD,
    roll_again.CARD,
    both_dice.CARD,
    wild.CARD,
    crazy_captain.CARD,
    extra_1.CARD,
    extra_2.CARD,
    double.CARD,
)

BY_TRICK: dict[Trick, TrickCard] = {card.card: card for card in TRICK_CARDS}
STEPS = {phase: step for card in TRICK_CARDS for phase, step in card.steps.items()}
AFTER_ROLL = tuple(card.after_roll for card in TRICK_CARDS if card.after_roll)
BEFORE = tuple(card.before for card in TRICK_CARDS if card.before)
MAY_CALL = tuple(card.may_call for card in TRICK_CARDS if card.may_call)
STAYS_OUT = tuple(card.stays_out for card in TRICK_CARDS if card.stays_out)
