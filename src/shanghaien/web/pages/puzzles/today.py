"""The puzzle of a day: the same for everybody, from easy on Monday to hard on Sunday."""

from dataclasses import dataclass
from datetime import date

from shanghaien.rules import N_

from .book import PuzzleBook

WEEK = 7
FIRST_MONDAY = date(2026, 1, 5)
HARDNESS = (N_("easy"), N_("easy"), N_("easy"), N_("middling"), N_("middling"), N_("hard"), N_("hard"))
"""How hard the puzzle of each weekday is, Monday first."""


@dataclass(frozen=True, slots=True)
class PuzzleOfDay:
    """Which puzzle of the book it is, and how hard."""

    day: str
    number: int
    hardness: str


def puzzle_of(day: str, book: PuzzleBook) -> PuzzleOfDay:
    """The puzzle of a day: the book, easiest first, is cut into seven parts, each of which goes round week by week."""
    week, weekday = divmod((date.fromisoformat(day) - FIRST_MONDAY).days, WEEK)
    first, behind = (len(book) * part // WEEK for part in (weekday, weekday + 1))
    number = first + week % max(1, behind - first) + 1
    return PuzzleOfDay(day, min(number, len(book)), HARDNESS[weekday])
