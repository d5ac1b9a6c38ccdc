"""What the guide says about the cards that a roll reaches: what winning one would change in the score (R22)."""

from typing import NamedTuple

from shanghaien.rules import Card, Sailor, nation_points
from shanghaien.web.http.i18n import gettext
from shanghaien.web.pages.shared.names import with_article
from shanghaien.web.pages.shared.seen_table import SeenTable


class Swing(NamedTuple):
    """What winning a sailor would make of the points that its nation brings: one's own and the opponent's."""

    now: tuple[int, int]
    then: tuple[int, int]

    @property
    def gain(self) -> int:
        """By how much it moves the score one's own way."""
        return self.then[0] - self.then[1] - self.now[0] + self.now[1]


def changes_for_both(seen: SeenTable) -> str:
    """One gains what the opponent loses, or a part of it."""
    card, swing = best_card(seen)
    if swing is None or swing.now[0] == swing.then[0] or swing.now[1] == swing.then[1]:
        return ""
    return gettext(
        "Winning %(card)s would change this nation’s score: yours from %(now)s to %(then)s, your opponent’s from "
        "%(other_now)s to %(other_then)s."
    ) % _words(card, swing)


def changes_for_one(seen: SeenTable) -> str:
    """Only one of the two scores changes."""
    card, swing = best_card(seen)
    if swing is None or swing.gain <= 0 or changes_for_both(seen):
        return ""
    if swing.now[0] != swing.then[0]:
        return gettext(
            "Winning %(card)s would gain you points: this nation would count %(then)s for you, not %(now)s."
        ) % _words(card, swing)
    return gettext(
        "Winning %(card)s would cost your opponent points: this nation would count %(other_then)s for them, not "
        "%(other_now)s."
    ) % _words(card, swing)


def helps_the_opponent(seen: SeenTable) -> str:
    """A crew that stays the weaker one only earns more for the stronger."""
    card, swing = best_card(seen)
    if swing is None or swing.gain >= 0:
        return ""
    return gettext(
        "Careful: even with %(card)s your crew would stay the weaker one. It would count %(other_then)s for your "
        "opponent, not %(other_now)s."
    ) % _words(card, swing)


def trick_card_in_reach(seen: SeenTable) -> str:
    """A die leads to a trick card, and no sailor brings more than its point (R23)."""
    card, _ = best_card(seen)
    if card is None or isinstance(card, Sailor):
        return ""
    return gettext("A trick card is worth one point at the end, or can rescue a roll before that.")


def changes_nothing(seen: SeenTable) -> str:
    """Whatever the roll reaches, the score stays."""
    card, swing = best_card(seen)
    if swing is None or swing.now != swing.then:
        return ""
    return gettext(
        "Even %(card)s would change nothing in the score now. A card may still be worth keeping from your "
        "opponent, or saving for later."
    ) % {"card": with_article(card) if card else ""}


def best_card(seen: SeenTable) -> tuple[Card | None, Swing | None]:
    """The card of the roll that would move the score most, and how; a trick card moves it by its point."""
    state = seen.state
    if state.end is None or not state.rolled:
        return None, None
    card = max((state.card_numbered(die) for die in state.rolled), key=lambda card: _gain(seen, card))
    return card, _swing(seen, card)


def _swing(seen: SeenTable, card: Card) -> Swing | None:
    if not isinstance(card, Sailor):
        return None
    own, other = (seen.state.players[seat].strength(card.nation) for seat in (seen.below, seen.above))
    return Swing(nation_points(own, other)[:2], nation_points(own + card.value, other)[:2])


def _gain(seen: SeenTable, card: Card) -> int:
    swing = _swing(seen, card)
    return 1 if swing is None else swing.gain


def _words(card: Card | None, swing: Swing) -> dict[str, object]:
    return {
        "card": with_article(card) if card else "",
        "now": swing.now[0],
        "then": swing.then[0],
        "other_now": swing.now[1],
        "other_then": swing.then[1],
    }
