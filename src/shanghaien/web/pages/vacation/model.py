"""The page about a person's time as plain values."""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from shanghaien.web.clock import now
from shanghaien.web.http.i18n import gettext, ngettext
from shanghaien.web.http.preferences import Preferences
from shanghaien.web.ids import PersonId
from shanghaien.web.play.pauses import Pause
from shanghaien.web.play.vacations import DAYS_A_YEAR, Vacations, days_between
from shanghaien.web.words.times import day_words

ORDERS = ("", "forced roll", "none")
"""What may be wished for new games: as the pace suggests, everything that may be, nothing."""


@dataclass(frozen=True, slots=True)
class VacationRow:
    """One vacation: announced, or under way."""

    begins: int
    words: str
    days: str
    begun: bool


@dataclass(frozen=True, slots=True)
class TimePage:
    """Everything that the page shows."""

    rows: tuple[VacationRow, ...]
    """Vacations that are not over."""
    left: str
    today: str
    """The first day that may be chosen, as forms write it."""
    zone: str
    zones: tuple[str, ...]
    orders: tuple[tuple[str, str], ...]
    ordered: str


async def time_page(vacations: Vacations, person: PersonId | None, wishes: Preferences) -> TimePage:
    """The page for a person; a guest on their first visit has no vacations yet."""
    zone = zone_named(wishes.zone)
    today = day_in(zone)
    taken = [] if person is None else await vacations.of(person)
    left = DAYS_A_YEAR if person is None else await vacations.left(person, today.year, zone)
    said = ngettext("%(num)d day is left in %(year)s.", "%(num)d days are left in %(year)s.", left)
    return TimePage(
        rows=tuple(_row(pause, zone) for pause in taken if pause.ends > now()),
        left=said % {"num": left, "year": today.year},
        today=today.isoformat(),
        zone=zone.key,
        zones=zones(),
        orders=tuple(
            zip(ORDERS, (gettext("Only in games over days"), gettext("Always"), gettext("Never")), strict=True)
        ),
        ordered=wishes.orders if wishes.orders in ORDERS else "",
    )


@cache
def zones() -> tuple[str, ...]:
    """All time zones by their names, the world's time first."""
    return ("UTC", *sorted(name for name in available_timezones() if "/" in name and not name.startswith("Etc/")))


def zone_named(name: str) -> ZoneInfo:
    """The time zone of this name; the world's time where it is none."""
    return ZoneInfo(name if name in available_timezones() else "UTC")


def day_in(zone: ZoneInfo) -> date:
    """What day it is there."""
    return datetime.fromtimestamp(now() / 1000, UTC).astimezone(zone).date()


def _row(pause: Pause, zone: ZoneInfo) -> VacationRow:
    days = days_between(pause.begins, pause.ends, zone)
    first, last = (day_words(datetime(day.year, day.month, day.day, tzinfo=zone)) for day in (days[0], days[-1]))
    return VacationRow(
        begins=pause.begins,
        words=first if len(days) == 1 else gettext("%(first)s to %(last)s") % {"first": first, "last": last},
        days=ngettext("%(num)d day", "%(num)d days", len(days)) % {"num": len(days)},
        begun=pause.begins <= now(),
    )
