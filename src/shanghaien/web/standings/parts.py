"""What one process does about results and standings."""

from shanghaien.web.core.parts import Parts
from shanghaien.web.reviews.jobs import ReviewedDuty, ReviewRunner
from shanghaien.web.standings.jobs import standing_duties
from shanghaien.web.tables.open_games import GameWriter


def open_parts(parts: Parts) -> None:
    """Open it; nothing is read yet."""
    duties = parts.add(standing_duties(parts[GameWriter]))
    parts.add(duties.desk)
    duties.requests.wake = parts[ReviewRunner].wake
    parts[ReviewedDuty].after_review.append(duties.intake.reviewed)
    parts.jobs |= duties.handlers()
    parts.starting.append(duties.start)
