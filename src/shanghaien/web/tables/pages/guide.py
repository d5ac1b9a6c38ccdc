"""What the guide of a first game says: one remark on what is asked now, each kind of remark once in a game."""

from shanghaien.rules import ROUNDS, Call, Phase, Place, Play, Roll, Seat, apply, legal_actions, takings_now
from shanghaien.web.core.i18n import gettext
from shanghaien.web.tables.pages.guide_remarks import (
    CREWS,
    Remark,
    changes_for_both,
    changes_for_one,
    changes_nothing,
    helps_the_opponent,
    remarked,
    trick_card_in_reach,
)
from shanghaien.web.tables.pages.seen_table import OpenChoice, SeenTable

# What the guide says after a roll: where number 1 is, what takes a card, tricks, and what the dice would change.


def choose_end(seen: SeenTable) -> str:
    if seen.state.end is not None:
        return ""
    return gettext(
        "You start the round, so you choose from which end the cards are counted. Look at which cards your two "
        "dice would go to."
    )


def what_wins_a_card(seen: SeenTable) -> str:
    if seen.state.end is None:
        return ""
    return gettext(
        "Most dice on a card wins it. If you are tied, add up your dice on the cards next to it: the higher total "
        "wins. Remember: at the end a stronger crew scores only what the weaker one is worth."
    )


def a_trick_first(seen: SeenTable) -> str:
    if not any(isinstance(action, Play) for action in legal_actions(seen.state)):
        return ""
    return gettext("You may play one trick card before you place a die: press its upper or lower half.")


def settles_a_neighbour(seen: SeenTable) -> str:
    for action in legal_actions(seen.state):
        won = _won_beside(seen, action) if isinstance(action, Place) and seen.state.end else None
        if won is not None:
            return gettext(
                "The %(die)s also counts beside card %(number)s, which is tied: with it that card would be yours."
            ) % {"die": won[0], "number": won[1]}
    return ""


def _won_beside(seen: SeenTable, place: Place) -> tuple[int, int] | None:
    """The die, and the tied card beside its own that it would win."""
    before, after = _takers(seen, None), _takers(seen, place)
    for number in (place.die - 1, place.die + 1):
        if number in after and before[number] != seen.below == after[number]:
            return place.die, number
    return None


def _takers(seen: SeenTable, place: Place | None) -> dict[int, Seat | None]:
    state = seen.state if place is None else apply(seen.state, place).state
    return {taking.number: taking.taker for taking in takings_now(state)}


def a_double(seen: SeenTable) -> str:
    if len(set(seen.state.rolled)) > 1 or seen.state.end is None:
        return ""
    return gettext("Both dice show the same number, so there is only one card to place on this time.")


PLACING: tuple[Remark, ...] = (
    *(choose_end, what_wins_a_card, a_trick_first, settles_a_neighbour),
    *(changes_for_both, changes_for_one, helps_the_opponent, trick_card_in_reach, a_double, changes_nothing),
)
"""In the order in which they are thought of."""


# What the guide says where a player may roll or call Shanghai: about the round that begins, and about the row.


def last_round(seen: SeenTable) -> str:
    if seen.state.round < ROUNDS or seen.state.mover.dice_on_cards:
        return ""
    return gettext(
        "The last round begins. Trick cards won in it can’t be played any more; they only count one point each."
    )


def must_call(seen: SeenTable) -> str:
    if Roll() in legal_actions(seen.state):
        return ""
    return gettext("You need two dice to roll, so now you have to call Shanghai. The small tabs show who wins what.")


def shared_out(seen: SeenTable) -> str:
    if seen.state.last is None:
        return ""
    return gettext(
        "The numbers show how many dice each of you had on a card, the arrow shows who won it. No arrow: the card is "
        "out of the game. Whoever did not call starts the next round."
    )


def first_roll(seen: SeenTable) -> str:
    if seen.state.mover.dice_on_cards:
        return ""
    return gettext(
        "Roll two dice. One of them goes on the card with its number, the other one comes back to you. "
        "You have six dice for the round."
    )


def trick_in_hand(seen: SeenTable) -> str:
    if not seen.state.mover.hand or seen.state.round == ROUNDS:
        return ""
    return gettext("You hold a trick card. You may play it right after a roll, but only one in a round.")


def no_call_now(seen: SeenTable) -> str:
    if not _may_roll_and_could_call(seen) or Call() in legal_actions(seen.state):
        return ""
    return gettext("Nobody may call Shanghai right now, so roll on.")


def second_die(seen: SeenTable) -> str:
    if seen.state.mover.dice_on_cards != 1:
        return ""
    return gettext("Roll again. Once two of your dice are on cards, you may end the round by calling Shanghai.")


def last_chance(seen: SeenTable) -> str:
    if not _may_choose(seen) or seen.state.players[seen.above].supply >= 2:
        return ""
    return gettext("Your opponent has too few dice to roll again and must call Shanghai next. Use this turn well.")


def ahead(seen: SeenTable) -> str:
    if not _may_choose(seen) or _lead(seen) <= 0:
        return ""
    return gettext(
        "The small tabs show who would win each card right now. You are ahead: call Shanghai to keep it, or roll "
        "on and risk it for more."
    )


def may_call_first(seen: SeenTable) -> str:
    if not _may_choose(seen) or _lead(seen) > 0 or seen.state.players[seen.above].dice_on_cards < 2:
        return ""
    return gettext(
        "The small tabs show who would win each card right now. A roll may change that, but your opponent may "
        "call Shanghai after it."
    )


def not_ahead(seen: SeenTable) -> str:
    if not _may_choose(seen) or _lead(seen) > 0 or seen.state.players[seen.above].dice_on_cards >= 2:
        return ""
    return gettext(
        "The small tabs show who would win each card right now. You are not ahead yet: a roll may change that."
    )


def tied_card(seen: SeenTable) -> str:
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
    takers = [taking.taker for taking in seen.takings]
    return takers.count(seen.below) - takers.count(seen.above)


ROUND: tuple[Remark, ...] = (last_round, must_call, shared_out, first_roll, trick_in_hand, no_call_now, second_die)
TURN: tuple[Remark, ...] = (last_chance, tied_card, ahead, may_call_first, not_ahead)
"""In the order in which they are thought of."""

ON_TURN = (*ROUND, *TURN, *CREWS)
"""The remarks on rolling or calling, the most fitting first."""


def comment(seen: SeenTable) -> str:
    """The most fitting remark that was not made before in this game; empty if there is none, or a choice is half made."""
    if seen.choice != OpenChoice():
        return ""
    remark = fitting(seen, remarked(seen, fitting))
    return remark(seen) if remark else ""


def fitting(seen: SeenTable, made: frozenset[Remark]) -> Remark | None:
    """The first remark that fits this table and was not made before."""
    kinds: dict[str, tuple[Remark, ...]] = {Phase.TURN: ON_TURN, Phase.PLACE: PLACING}
    remarks = kinds.get(seen.state.phase, (a_card_asks,))
    return next((remark for remark in remarks if remark not in made and remark(seen)), None)


def a_card_asks(seen: SeenTable) -> str:
    return gettext("An expansion card gives you a choice. The text above says what each answer does.")
