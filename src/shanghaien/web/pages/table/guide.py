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
    return gettext("An expansion card gives you a choice. The text above says what each answer does.")


def _turn(seen: SeenTable) -> str:
    state = seen.state
    if state.last is not None:
        return _next_round(seen)
    on_cards = state.mover.dice_on_cards
    if Roll() not in legal_actions(state):
        return gettext(
            "You need two dice to roll, so now you have to call Shanghai. The small tabs show who wins what."
        )
    if on_cards == 0:
        return gettext(
            "Roll two dice. One of them goes on the card with its number, the other one comes back to you. "
            "You have six dice for the round."
        )
    if on_cards < 2:
        return gettext("Roll again. Once two of your dice are on cards, you may end the round by calling Shanghai.")
    return _roll_or_call(seen)


def _next_round(seen: SeenTable) -> str:
    if seen.state.round == ROUNDS:
        return gettext(
            "The last round begins. Trick cards won in it can't be played any more; they only count one point each."
        )
    return gettext(
        "The numbers show how many dice each of you had on a card, the arrow shows who won it. No arrow: the card is "
        "out of the game. Whoever did not call starts the next round."
    )


def _roll_or_call(seen: SeenTable) -> str:
    state = seen.state
    if Call() not in legal_actions(state):
        return gettext("Nobody may call Shanghai right now, so roll on.")
    mine = sum(taking.taker == seen.below for taking in seen.takings)
    theirs = sum(taking.taker == seen.above for taking in seen.takings)
    if mine > theirs:
        return gettext(
            "The small tabs show who would win each card right now. You are ahead: call Shanghai to keep it, or roll "
            "on and risk it for more."
        )
    if state.players[seen.above].dice_on_cards >= 2:
        return gettext(
            "The small tabs show who would win each card right now. A roll may change that, but your opponent may "
            "call Shanghai after it."
        )
    return gettext(
        "The small tabs show who would win each card right now. You are not ahead yet: a roll may change that."
    )


def _place(seen: SeenTable) -> str:
    state = seen.state
    if state.end is None and seen.choice.end is None:
        return gettext(
            "You start the round, so you choose from which end the cards are counted. Look at which cards your two "
            "dice would go to."
        )
    if hand(seen):
        return gettext(
            "Most dice on a card wins it. If you are tied, add up your dice on the cards next to it: the higher "
            "total wins. You may first play one trick card: press its upper or lower half."
        )
    if state.round > 1:
        return what_cards_change(seen)
    return gettext(
        "Most dice on a card wins it. If you are tied, add up your dice on the cards next to it: the higher total "
        "wins. Remember: at the end a stronger crew scores only what the weaker one is worth."
    )
