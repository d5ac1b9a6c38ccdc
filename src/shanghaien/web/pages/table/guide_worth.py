"""What the guide says about the two cards that a roll reaches: what winning one would change in the score (R22)."""

from shanghaien.rules import Card, Sailor, nation_points
from shanghaien.web.http.i18n import gettext
from shanghaien.web.pages.shared.names import card_name
from shanghaien.web.pages.shared.seen_table import SeenTable


def what_cards_change(seen: SeenTable) -> str:
    """A sentence about the card of the roll that would change the score most, as the crews stand now."""
    state = seen.state.evolve(end=seen.state.end or seen.choice.end)
    cards = [state.card_numbered(die) for die in state.rolled]
    best = max(cards, key=lambda card: _gain(seen, card))
    if not isinstance(best, Sailor):
        return gettext("A trick card is worth one point at the end, or can rescue a roll before that.")
    own, other = _strengths(seen, best)
    now, then = nation_points(own, other), nation_points(own + best.value, other)
    words = {"card": card_name(best), "now": now[0], "then": then[0], "other_now": now[1], "other_then": then[1]}
    if now[:2] == then[:2]:
        return (
            gettext(
                "Even %(card)s would change nothing in the score now. A card may still be worth keeping from your "
                "opponent, or saving for later."
            )
            % words
        )
    return (
        gettext(
            "Winning %(card)s would change what its nation counts: for you from %(now)s to %(then)s, "
            "for the other from %(other_now)s to %(other_then)s."
        )
        % words
    )


def _strengths(seen: SeenTable, card: Sailor) -> tuple[int, int]:
    players = seen.state.players
    return players[seen.below].strength(card.nation), players[seen.above].strength(card.nation)


def _gain(seen: SeenTable, card: Card) -> int:
    """By how much winning a card moves the score one's own way; a trick card is worth its point (R23)."""
    if not isinstance(card, Sailor):
        return 1
    own, other = _strengths(seen, card)
    now, then = nation_points(own, other), nation_points(own + card.value, other)
    return then[0] - then[1] - now[0] + now[1]
