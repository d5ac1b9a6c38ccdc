"""What the page about one's own talk shows of a report."""

from dataclasses import dataclass

from shanghaien.web.http.i18n import gettext
from shanghaien.web.order.reasons import DISMISSED, REASONS
from shanghaien.web.order.told import ReportRow
from shanghaien.web.words.times import day_of


@dataclass(frozen=True, slots=True)
class OwnReport:
    """A report as whoever made it sees it."""

    name: str
    reason: str
    day: str
    state: str
    answer: str
    waits: bool


def own_report(row: ReportRow, zone: str) -> OwnReport:
    """What became of a report, for whoever made it."""
    reason = gettext(REASONS.get(row.reason, REASONS["other"]))
    return OwnReport(row.name, reason, day_of(row.at, zone), _state(row, zone), row.answer, row.closed is None)


def _state(row: ReportRow, zone: str) -> str:
    if row.closed is None:
        return gettext("A moderator will look at it.")
    day = {"day": day_of(row.closed, zone)}
    if row.outcome == DISMISSED:
        return gettext("A moderator looked at it on %(day)s and found nothing to do.") % day
    return gettext("A moderator dealt with it on %(day)s.") % day
