"""What the guide of a first game says: one comment on what can be done now and why one might."""

from shanghaien.rules import ROUNDS, Call, Phase, Roll, legal_actions
from shanghaien.web.http.i18n import gettext
from shanghaien.web.pages.shared.seen_table import SeenTable

from .guide_worth import what_cards_change
from .placing import hand


def comment(seen: SeenTable) -> str:
    """One comment on the question in the tray."""
    state = seen.state
    if state.phase == Phase.TURN:
        return _turn(seen)
    if state.phase == Phase.PLACE:
        return _place(seen)
    return gettext("An expansion card asks. Its sentence tells what each answer does; both are allowed.")


def _turn(seen: SeenTable) -> str:
    state = seen.state
    if state.last is not None:
        return _next_round(seen)
    on_cards = state.mover.dice_on_cards
    if Roll() not in legal_actions(state):
        return gettext(
            "For another roll you would need two dice, so now you have to call. The tabs show what it brings."
        )
    if on_cards == 0:
        return gettext(
            "Roll two dice. One of them goes on the card with its number, the other one comes back to you. "
            "You have six dice for the round."
        )
    if on_cards < 2:
        return gettext("Roll again. From two dice on cards on you may end the round by calling Shanghai.")
    return _roll_or_call(seen)


def _next_round(seen: SeenTable) -> str:
    if seen.state.round == ROUNDS:
        return gettext(
            "The last round begins. Trick cards won in it can't be played any more; they only count one point each."
        )
    return gettext(
        "The numbers show the dice of both on each card, an arrow who took it. No arrow: the card left the game. "
        "Whoever did not call starts the next round."
    )


def _roll_or_call(seen: SeenTable) -> str:
    state = seen.state
    if Call() not in legal_actions(state):
        return gettext("Nobody may call at the moment, so roll on.")
    mine = sum(taking.taker == seen.below for taking in seen.takings)
    theirs = sum(taking.taker == seen.above for taking in seen.takings)
    if mine > theirs:
        return gettext(
            "The tabs say who would take each card now. You are ahead: calling Shanghai makes it final, "
            "rolling on risks it for more."
        )
    if state.players[seen.above].dice_on_cards >= 2:
        return gettext(
            "The tabs say who would take each card now. A roll may change that, but the other may call after it."
        )
    return gettext("The tabs say who would take each card now. You are not ahead yet: a roll may change that.")


def _place(seen: SeenTable) -> str:
    state = seen.state
    if state.end is None and seen.choice.end is None:
        return gettext(
            "You start the round, so you say from which end the cards are counted. "
            "Look which cards your two dice would then reach."
        )
    if hand(seen):
        return gettext(
            "More dice on a card take it; with equally many, the pips beside it decide. "
            "You may first play one trick card: press its upper or lower half."
        )
    if state.round > 1:
        return what_cards_change(seen)
    return gettext(
        "More dice on a card take it; with equally many, the pips on the neighbouring cards decide. "
        "Remember: at the end a stronger crew earns only what the weaker one is worth."
    )
