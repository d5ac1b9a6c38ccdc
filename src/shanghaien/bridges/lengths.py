"""How long a game can get, for libraries that want to know beforehand; these are bounds, no rules."""

from shanghaien.rules import Options, TrickCard, cards_of

ROUND = 21
"""A round without tricks: ten rolls and placings (five dice each, R11) and the call."""

TRICKS_IN_PILE = 8
"""Each trick card of the pile can be played once (R4)."""


def most_decisions(options: Options) -> int:
    """The most decisions of a game; where a card sets no bound (R38), the most that is ever going to happen."""
    return 8 * ROUND + TRICKS_IN_PILE + sum(card.length.decisions for card in _expansions(options))


def most_chances(options: Options) -> int:
    """The most chance nodes of a game: who starts, 48 cards, and the rolls."""
    return 1 + 48 + 80 + TRICKS_IN_PILE + sum(card.length.chances for card in _expansions(options))


def _expansions(options: Options) -> list[TrickCard]:
    return [card for card in cards_of(options) if card.option is not None]
