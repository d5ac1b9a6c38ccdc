"""Puzzles whose values are made up, so that every number is known."""

from shanghaien.ai.puzzles import Puzzle
from shanghaien.ai.review.model import WeighedAction
from shanghaien.rules import First, Options, Record, parse_action, parse_outcome
from tests.web.pages.table.positions import DEAL

TURNS = ("roll", "1-2", "place 1 left", "roll", "1-4", "place 4", "roll", "2-5")


def puzzle(count: int = len(TURNS)) -> Puzzle:
    """Anna has to place a 2 or a 5, or after five steps Marta a 1 or a 4; the higher die is best."""
    steps = [parse_outcome(text) if text[0].isdigit() else parse_action(text) for text in TURNS[:count]]
    record = Record(Options(first=First.SEAT_A), (*map(parse_outcome, DEAL), *steps))
    high, low = (5, 2) if count == len(TURNS) else (4, 1)
    values = (0.7, 0.5) if count == len(TURNS) else (0.3, 0.5)
    return Puzzle(record, (WeighedAction(f"place {high}", values[0]), WeighedAction(f"place {low}", values[1])), 0.75)
