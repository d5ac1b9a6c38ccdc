"""How long bots take for each step, so that whoever plays against them can read it; each number is a part of one pause.

With the usual pause of 0.7 seconds a bot thinks for half a second after a die has come to its card, and 0.7 seconds lie
between dice that rest and the one that it takes. Two bots play on for nobody: their pages show it as a film.
"""

from shanghaien.web.play.table import Mode, Table

THINKS = 2.0
"""A die of the other player flies to its card, and then the bot thinks."""
ROLLED = 2.3
"""Dice roll and come to rest, and are looked at."""
SHARED_OUT = 6.0
"""Cards of a round are shared out one by one, and remain to be seen (R44)."""
SHOW = 0.2
"""Between two bots, whatever they do."""


def pauses(table: Table) -> float:
    """How many pauses a bot that is asked at this table makes before it acts."""
    if table.mode is Mode.BOTS:
        return SHOW
    if table.state.last is not None:
        return SHARED_OUT
    return ROLLED if table.state.rolled else THINKS
