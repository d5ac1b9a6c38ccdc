"""What one process does for the days: promises them, ranks them, keeps mistakes to be repeated."""

from shanghaien.web.core.parts import Parts
from shanghaien.web.daily.service import Daily
from shanghaien.web.reviews.jobs import ReviewedDuty, ReviewRunner
from shanghaien.web.tables.service import Tables


def open_parts(parts: Parts) -> None:
    """Open it; nothing is promised yet."""
    daily = parts.add(Daily.of(parts[Tables], parts.luck))
    daily.results.poke = parts[ReviewRunner].poke
    parts[ReviewedDuty].after_review.append(daily.reviewed)
    parts.jobs |= daily.handlers()
    parts.starting.append(daily.start)
