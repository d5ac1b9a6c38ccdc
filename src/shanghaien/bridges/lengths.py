"""How long a game can get, for libraries that want to know beforehand; these are bounds, no rules."""

from shanghaien.rules import Options

ROUND = 21
"""A round without tricks: ten rolls and placings (five dice each, R11) and the call."""

DOUBLES = 400
"""Allowance for R38: doubles can follow each other without end, but not in any game that will ever be played.

A game would need some 400 doubles more than the about 20 that are usual to get there.
"""


def most_decisions(options: Options) -> int:
    """The most decisions of a game; with the Double (R38) the most that is ever going to happen."""
    captain = 28 if options.crazy_captain else 0  # two rounds in which every act of five turns may be asked about
    return 8 * ROUND + _tricks(options) + captain + (DOUBLES if options.extra_3 else 0)


def most_chances(options: Options) -> int:
    """The most chance nodes of a game: who starts, 48 cards, and the rolls."""
    again = _tricks(options) + (20 if options.crazy_captain else 0)
    return 1 + 48 + 80 + again + (DOUBLES if options.extra_3 else 0)


def _tricks(options: Options) -> int:
    each = (options.extra_wild, options.crazy_captain, options.extra_1, options.extra_2)
    return 8 + 2 * sum(each)
