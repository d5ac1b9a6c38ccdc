"""What the guide says where somebody may roll or call Shanghai: about the round that begins, and about the row."""

from shanghaien.rules import ROUNDS, Call, Roll, legal_actions
from shanghaien.web.http.i18n import gettext
from shanghaien.web.pages.shared.seen_table import SeenTable

from .guide_journal import Remark


def last_round(seen: SeenTable) -> str:
    """What is different about round 8 (R21)."""
    if seen.state.round < ROUNDS or seen.state.mover.dice_on_cards:
        return ""
    return gettext(
        "The last round begins. Trick cards won in it can't be played any more; they only count one point each."
    )


def must_call(seen: SeenTable) -> str:
    """Too few dice are left to roll (R11)."""
    if Roll() in legal_actions(seen.state):
        return ""
    return gettext("You need two dice to roll, so now you have to call Shanghai. The small tabs show who wins what.")


def shared_out(seen: SeenTable) -> str:
    """How the row after a Shanghai is read (R44)."""
    if seen.state.last is None:
        return ""
    return gettext(
        "The numbers show how many dice each of you had on a card, the arrow shows who won it. No arrow: the card is "
        "out of the game. Whoever did not call starts the next round."
    )


def first_roll(seen: SeenTable) -> str:
    """How a turn goes (R9)."""
    if seen.state.mover.dice_on_cards:
        return ""
    return gettext(
        "Roll two dice. One of them goes on the card with its number, the other one comes back to you. "
        "You have six dice for the round."
    )


def trick_in_hand(seen: SeenTable) -> str:
    """A trick card has come into the hand (R15)."""
    if not seen.state.mover.hand or seen.state.round == ROUNDS:
        return ""
    return gettext("You hold a trick card. You may play it right after a roll, but only one in a round.")


def no_call_now(seen: SeenTable) -> str:
    """A card forbids calling (R32)."""
    if not _may_roll_and_could_call(seen) or Call() in legal_actions(seen.state):
        return ""
    return gettext("Nobody may call Shanghai right now, so roll on.")


def second_die(seen: SeenTable) -> str:
    """From when one may call (R11)."""
    if seen.state.mover.dice_on_cards != 1:
        return ""
    return gettext("Roll again. Once two of your dice are on cards, you may end the round by calling Shanghai.")


def last_chance(seen: SeenTable) -> str:
    """The opponent cannot roll any more (R11)."""
    if not _may_choose(seen) or seen.state.players[seen.above].supply >= 2:
        return ""
    return gettext("Your opponent has too few dice to roll again and must call Shanghai next. Use this turn well.")


def ahead(seen: SeenTable) -> str:
    """More of the row would be one's own."""
    if not _may_choose(seen) or _lead(seen) <= 0:
        return ""
    return gettext(
        "The small tabs show who would win each card right now. You are ahead: call Shanghai to keep it, or roll "
        "on and risk it for more."
    )


def may_call_first(seen: SeenTable) -> str:
    """One is not ahead, and the opponent may end the round."""
    if not _may_choose(seen) or _lead(seen) > 0 or seen.state.players[seen.above].dice_on_cards < 2:
        return ""
    return gettext(
        "The small tabs show who would win each card right now. A roll may change that, but your opponent may "
        "call Shanghai after it."
    )


def not_ahead(seen: SeenTable) -> str:
    """One is not ahead, and nothing presses."""
    if not _may_choose(seen) or _lead(seen) > 0 or seen.state.players[seen.above].dice_on_cards >= 2:
        return ""
    return gettext(
        "The small tabs show who would win each card right now. You are not ahead yet: a roll may change that."
    )


def tied_card(seen: SeenTable) -> str:
    """A card is decided by its neighbours (R12)."""
    tied = [taking for taking in seen.takings if taking.dice[0] == taking.dice[1] > 0 and not taking.out]
    if not tied or seen.state.last is not None:
        return ""
    card = tied[0]
    words = {
        "number": card.number,
        "mine": card.neighbours[seen.below],
        "theirs": card.neighbours[seen.above],
    }
    return (
        gettext(
            "Card %(number)s is tied, so your dice on the cards next to it are added up: you have %(mine)s there, "
            "your opponent has %(theirs)s."
        )
        % words
    )


def _may_roll_and_could_call(seen: SeenTable) -> bool:
    state = seen.state
    return Roll() in legal_actions(state) and state.mover.dice_on_cards >= 2 and state.last is None


def _may_choose(seen: SeenTable) -> bool:
    return _may_roll_and_could_call(seen) and Call() in legal_actions(seen.state)


def _lead(seen: SeenTable) -> int:
    """By how many cards one is ahead in the row."""
    takers = [taking.taker for taking in seen.takings]
    return takers.count(seen.below) - takers.count(seen.above)


ROUND: tuple[Remark, ...] = (last_round, must_call, shared_out, first_roll, trick_in_hand, no_call_now, second_die)
TURN: tuple[Remark, ...] = (last_chance, tied_card, ahead, may_call_first, not_ahead)
"""In the order in which they are thought of."""
