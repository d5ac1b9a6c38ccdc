"""Whole games played at random, one for each expansion."""

from functools import cache

from bench.load.random_tables import EVERYTHING, random_game
from shanghaien.rules import Options
from shanghaien.web.tables.model import Table

EXPANSIONS = {
    "base": Options(),
    "wild": Options(extra_wild=True),
    "captain": Options(crazy_captain=True),
    "extra 1": Options(extra_1=True),
    "extra 2": Options(extra_2=True),
    "extra 3": Options(extra_3=True),
    "everything": EVERYTHING,
}


@cache
def game_of(name: str) -> list[Table]:
    """The game of an expansion: the table before every choice, and at the end."""
    return random_game(name, EXPANSIONS[name])
