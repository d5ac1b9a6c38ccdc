"""Days and tries as pages and programs see them."""

from shanghaien.web.store.days import DayRow, TryRow

__all__ = ["DayRow", "TryRow"]
