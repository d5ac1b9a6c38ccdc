"""What one process does for the days: promises them, ranks them, keeps mistakes to be repeated."""

from shanghaien.web.core.parts import Parts
from shanghaien.web.daily.service import Daily
from shanghaien.web.daily.tables import DayTables
from shanghaien.web.reviews.jobs import ReviewedDuty, ReviewRunner
from shanghaien.web.tables.open_games import GameWriter
from shanghaien.web.tables.service import Tables


def open_parts(parts: Parts) -> None:
    """Open it; nothing is promised yet."""
    games = parts[GameWriter]
    days = parts.add(DayTables(games, parts.signer))
    parts[Tables].guards.append(days.check_open)
    daily = parts.add(Daily.of(days, games, parts.luck))
    daily.results.wake = parts[ReviewRunner].wake
    parts[ReviewedDuty].after_review.append(daily.reviewed)
    parts.jobs |= daily.handlers()
    parts.starting.append(daily.start)
