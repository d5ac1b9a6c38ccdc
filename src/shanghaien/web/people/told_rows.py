"""What is told of people, as plain values: pages and programs read them here, and know nothing of the store."""

from shanghaien.web.store.people import PersonRow
from shanghaien.web.store.result_lists import LOOKED_AT, ListedResult, ResultPage, ResultPlace, WantedResults
from shanghaien.web.store.rows import SeatRow
from shanghaien.web.store.strengths import HabitRow, StrengthRow

__all__ = [
    "LOOKED_AT",
    "HabitRow",
    "ListedResult",
    "PersonRow",
    "ResultPage",
    "ResultPlace",
    "SeatRow",
    "StrengthRow",
    "WantedResults",
]
