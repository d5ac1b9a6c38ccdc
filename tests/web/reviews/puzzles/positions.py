"""Puzzles whose values are made up, so that every number is known."""

from shanghaien import rules
from shanghaien.ai.puzzles import Puzzle
from shanghaien.ai.review.model import WeighedAction
from shanghaien.rules import First, Options, Record, action_text, parse_action, parse_outcome
from tests.web.tables.pages.positions import DEAL

TURNS = (
    *("roll", "1-2", "place 1 left", "roll", "1-4", "place 4"),
    *("roll", "2-5", "place 5", "roll", "1-3", "place 3"),
)
FIRST, SHORTER, WHOLE, CALL = 2, 5, 8, 12
"""After so many steps: where is number 1; Marta has to place a 1 or a 4; Anna a 2 or a 5; Anna may roll or call."""


def puzzle(count: int = WHOLE) -> Puzzle:
    """The position after so many steps; the choice that stands last by its name is best, by 20 of 100."""
    steps = [parse_outcome(text) if text[0].isdigit() else parse_action(text) for text in TURNS[:count]]
    record = Record(Options(first=First.SEAT_A), (*map(parse_outcome, DEAL), *steps))
    best = 0.7 if rules.to_move(record.final) == 0 else 0.3
    names = sorted(map(action_text, rules.legal_actions(record.final)), reverse=True)
    values = [best, *(0.5 for _ in names[1:])]
    return Puzzle(record, tuple(map(WeighedAction, names, values)), 0.75)
