"""The ends of players' time as a calendar (RFC 5545): one event for each game, which moves with its deadline."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from shanghaien.web.http.i18n import gettext
from shanghaien.web.notices.private_feeds import ListedPlay

if TYPE_CHECKING:
    from icalendar import Event

OFTEN = timedelta(hours=1)
"""How often a calendar is asked to look again."""


def calendar(plays: Sequence[ListedPlay], site: str) -> bytes:
    """The calendar of these games; those without a deadline are not in it."""
    from icalendar import Calendar  # noqa: PLC0415 - a server starts more quickly without

    made = Calendar()
    made.add("PRODID", "-//Shanghaien//EN")
    made.add("VERSION", "2.0")
    made.add("METHOD", "PUBLISH")
    made.add("X-WR-CALNAME", gettext("Shanghaien: time left"))
    made.add("REFRESH-INTERVAL", OFTEN, parameters={"VALUE": "DURATION"})
    made.add("X-PUBLISHED-TTL", "PT1H")
    for play in plays:
        if play.deadline is not None:
            made.add_component(_event(play, play.deadline, site))
    written: bytes = made.to_ical()
    return written


def _event(play: ListedPlay, deadline: int, site: str) -> "Event":
    from icalendar import Event  # noqa: PLC0415 - see above

    told = gettext("Your time against %(name)s ends") if play.asked else gettext("The time of %(name)s ends")
    event = Event()
    event.add("UID", f"{play.row.id}@shanghaien")
    event.add("SEQUENCE", play.row.version)
    event.add("DTSTAMP", _time(play.row.updated))
    event.add("LAST-MODIFIED", _time(play.row.updated))
    event.add("DTSTART", _time(deadline))
    event.add("DTEND", _time(deadline))
    event.add("SUMMARY", told % {"name": play.opponent})
    event.add("URL", f"{site}/t/{play.row.id}")
    event.add("TRANSP", "TRANSPARENT")
    return event


def _time(at: int) -> datetime:
    return datetime.fromtimestamp(at // 1000, UTC)
