"""Time in words: how much is left on a clock, how long something takes, and until when."""

from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo

from shanghaien.web.http.i18n import language, ngettext, pgettext

SECOND, MINUTE, HOUR, DAY = 1000, 60_000, 3_600_000, 86_400_000
"""In milliseconds."""
TENTHS_BELOW = 20 * SECOND
"""A live clock tells tenths of a second when so little is left."""


def clock_text(left: int, *, days: bool) -> str:
    """What a clock shows with so many milliseconds left: 6:08, 0:19.4, or over days 2 d 4 h and 5 h 10."""
    left = max(0, left)
    if days and left >= HOUR:
        return _long(left)
    shown = f"{left // MINUTE}:{left // SECOND % 60:02}"
    if days or left >= TENTHS_BELOW or left == 0:
        return shown
    return f"{shown}{decimal_point()}{left // 100 % 10}"


def _long(left: int) -> str:
    if left >= DAY:
        return clock_days() % {"days": left // DAY, "hours": left // HOUR % 24}
    return clock_hours() % {"hours": left // HOUR, "minutes": f"{left // MINUTE % 60:02}"}


def clock_days() -> str:
    """How a clock writes days and hours."""
    return pgettext("clock", "%(days)s d %(hours)s h")


def clock_hours() -> str:
    """How a clock writes hours and minutes."""
    return pgettext("clock", "%(hours)s h %(minutes)s")


def decimal_point() -> str:
    """What stands before tenths in the language of the page."""
    return "." if language() == "en" else ","


def duration(seconds: int) -> str:
    """A length of time in words, in the two largest units that it has: 3 days, 1 minute 30 seconds."""
    (minutes, rest), (hours, more), days = divmod(seconds, 60), divmod(seconds // 60, 60), seconds // 86_400
    words = (
        ngettext("%(num)d day", "%(num)d days", days) % {"num": days} if days else "",
        ngettext("%(num)d hour", "%(num)d hours", hours % 24) % {"num": hours % 24} if hours % 24 else "",
        ngettext("%(num)d minute", "%(num)d minutes", more) % {"num": more} if more else "",
        ngettext("%(num)d second", "%(num)d seconds", rest) % {"num": rest} if rest or not minutes else "",
    )
    return " ".join([word for word in words if word][:2])


def zone_of(name: str) -> tzinfo:
    """The time zone of this name; the world's time where it is none."""
    try:
        return ZoneInfo(name) if name else UTC
    except (KeyError, OSError, ValueError):
        return UTC


def moment(at: int, zone: str = "") -> str:
    """A time in words, as the clocks of a zone show it: 20 November, 18:42; in the world's time that is said."""
    then = datetime.fromtimestamp(at / 1000, zone_of(zone))
    said = f"{day_words(then)}, {then:%H:%M}"
    return f"{said} UTC" if then.tzinfo is UTC else said


def day_words(then: datetime) -> str:
    """A day without its year: 20 November."""
    from babel.dates import format_skeleton  # noqa: PLC0415 - a server starts more quickly without

    return format_skeleton("MMMMd", then, tzinfo=None, locale="en_GB" if language() == "en" else language())


def day_of(at: int, zone: str = "") -> str:
    """The day of a time in words."""
    return day_words(datetime.fromtimestamp(at / 1000, zone_of(zone)))
