"""What the guide says after a roll: where number 1 is, what takes a card, tricks, and what the dice would change."""

from shanghaien.rules import Place, Play, Seat, apply, legal_actions, takings_now
from shanghaien.web.http.i18n import gettext
from shanghaien.web.pages.shared.seen_table import SeenTable

from .guide_journal import Remark
from .guide_worth import (
    changes_for_both,
    changes_for_one,
    changes_nothing,
    helps_the_opponent,
    trick_card_in_reach,
)


def choose_end(seen: SeenTable) -> str:
    """Whoever starts says where number 1 is (R10)."""
    if seen.state.end is not None:
        return ""
    return gettext(
        "You start the round, so you choose from which end the cards are counted. Look at which cards your two "
        "dice would go to."
    )


def what_wins_a_card(seen: SeenTable) -> str:
    """The rule that decides about every card (R12)."""
    if seen.state.end is None:
        return ""
    return gettext(
        "Most dice on a card wins it. If you are tied, add up your dice on the cards next to it: the higher total "
        "wins. Remember: at the end a stronger crew scores only what the weaker one is worth."
    )


def a_trick_first(seen: SeenTable) -> str:
    """A trick card can be played now (R15, R45)."""
    if not any(isinstance(action, Play) for action in legal_actions(seen.state)):
        return ""
    return gettext("You may play one trick card before you place a die: press its upper or lower half.")


def settles_a_neighbour(seen: SeenTable) -> str:
    """A die would decide about a tied card beside its own (R12)."""
    for action in legal_actions(seen.state):
        won = _won_beside(seen, action) if isinstance(action, Place) and seen.state.end else None
        if won is not None:
            return gettext(
                "The %(die)s also counts beside card %(number)s, which is tied: with it that card would be yours."
            ) % {"die": won[0], "number": won[1]}
    return ""


def _won_beside(seen: SeenTable, place: Place) -> tuple[int, int] | None:
    """The die and the tied card beside its own that it would win, if there is one."""
    before, after = _takers(seen, None), _takers(seen, place)
    for number in (place.die - 1, place.die + 1):
        if number in after and before[number] != seen.below == after[number]:
            return place.die, number
    return None


def _takers(seen: SeenTable, place: Place | None) -> dict[int, Seat | None]:
    state = seen.state if place is None else apply(seen.state, place).state
    return {taking.number: taking.taker for taking in takings_now(state)}


def a_double(seen: SeenTable) -> str:
    """Both dice lead to one card."""
    if len(set(seen.state.rolled)) > 1 or seen.state.end is None:
        return ""
    return gettext("Both dice show the same number, so there is only one card to place on this time.")


PLACING: tuple[Remark, ...] = (
    *(choose_end, what_wins_a_card, a_trick_first, settles_a_neighbour),
    *(changes_for_both, changes_for_one, helps_the_opponent, trick_card_in_reach, a_double, changes_nothing),
)
"""In the order in which they are thought of."""
