"""The dice of a day: one deal and one stream of rolls per seat, the same for everybody who plays that day.

commitment(day, seed)                        # published days before, while nobody plays
dice = DayDice("2026-11-17", seed)
outcome = dice.outcome(state, rolled)        # rolled: how often the seat has rolled in this round so far
verify_day(DayProof.from_tags(tags), record) # after the day, when the seed is open
"""

from .dice import DayDice, RollCount
from .messages import PROTOCOL, DayError, checked_day, commitment, log_name
from .proof import DayProof
from .verify import DayDraw, DayReport, verify_day

__all__ = [
    "PROTOCOL",
    "DayDice",
    "DayDraw",
    "DayError",
    "DayProof",
    "DayReport",
    "RollCount",
    "checked_day",
    "commitment",
    "log_name",
    "verify_day",
]
