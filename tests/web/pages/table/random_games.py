"""Whole games played at random, as the tables at which somebody is asked."""

import random
from dataclasses import replace
from functools import cache

from shanghaien import rules
from shanghaien.rules import Options, State, action_text, outcome_text
from shanghaien.web.ids import GameId, Version
from shanghaien.web.play.log import EntryKind
from shanghaien.web.play.table import Table, TableEntry
from tests.web.pages.table.positions import table

EXPANSIONS = {
    "base": Options(),
    "wild": Options(extra_wild=True),
    "captain": Options(crazy_captain=True),
    "extra 1": Options(extra_1=True),
    "extra 2": Options(extra_2=True),
    "extra 3": Options(extra_3=True),
    "everything": Options(extra_wild=True, crazy_captain=True, extra_1=True, extra_2=True, extra_3=True),
}


@cache
def game_of(name: str) -> list[Table]:
    """The game of an expansion: the table before every choice, and at the end."""
    return list(_played(name, EXPANSIONS[name]))


def _played(name: str, options: Options) -> list[Table]:
    dice, state, log, stops = random.Random(name), rules.new_game(options), list[TableEntry](), list[Table]()
    while not state.over:
        seat = rules.to_move(state)
        if seat is None:
            outcome = rules.draw(state, dice)
            kind, text, (state, events) = EntryKind.DRAW, outcome_text(outcome), rules.advance(state, outcome)
        else:
            stops.append(_table(name, state, log))
            action = dice.choice(rules.legal_actions(state))
            kind, text, (state, events) = EntryKind.ACT, action_text(action), rules.apply(state, action)
        log.append(TableEntry(len(log) + 1, kind, seat, text, 0, events))
    return [*stops, _table(name, state, log)]


def _table(name: str, state: State, log: list[TableEntry]) -> Table:
    return replace(table(state, log), id=GameId(f"random {name}"), version=Version(len(log)))
