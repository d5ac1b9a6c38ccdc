"""The reviews of one process: who makes them, and who is told when one is there."""

from shanghaien.web.core.parts import Parts
from shanghaien.web.reviews.jobs import ReviewedDuty, ReviewRunner
from shanghaien.web.reviews.store import ReviewStore


def open_parts(parts: Parts) -> None:
    """Open them; nothing is read yet."""
    runner = parts.add(ReviewRunner(parts.add(ReviewStore(parts.database)), parts.reviewers, parts.bus))
    parts.jobs |= parts.add(ReviewedDuty()).handlers()
    parts.starting.append(runner.start)
    parts.closing.append(runner.close)
