"""The hour of a day at which a person is told of everything that waits, in their time zone: once on each day."""

from datetime import date, datetime, time

from shanghaien.web.words.times import zone_of

MOST_DAYS = date.max.toordinal() - 2
"""Some days after it time zones could not be reckoned with."""


def hour_on(day: int, hour: int, zone: str) -> int:
    """When it is that hour on a day, in milliseconds since 1970.

    An hour that is left out when clocks are put forward comes with the hour after it, and of one that comes twice the
    first counts: so it comes once on each day.
    """
    local = datetime.combine(date.fromordinal(min(day, MOST_DAYS)), time(hour % 24), zone_of(zone))
    return int(local.timestamp()) * 1000


def day_of(at: int, zone: str) -> int:
    """The number of the day that it is at a time."""
    return datetime.fromtimestamp(at / 1000, zone_of(zone)).toordinal()


def next_day(after: int, hour: int, zone: str) -> int:
    """The number of the first day whose hour comes later than this."""
    day = day_of(after, zone) - 1
    while hour_on(day, hour, zone) <= after:
        day += 1
    return day
