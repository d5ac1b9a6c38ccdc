"""Time in words: how much is left on a clock, how long something takes, and until when."""

from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

from shanghaien.web.core.i18n import language, ngettext, pgettext

SECOND, MINUTE, HOUR, DAY = 1000, 60_000, 3_600_000, 86_400_000
"""In milliseconds."""
TENTHS_BELOW = 20 * SECOND
"""A live clock shows tenths of a second when so little is left."""


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
    return day_words(datetime.fromtimestamp(at / 1000, zone_of(zone)))


# Numbers as the language of the page writes them: points of winning chance, of 100, and chances in per cent.

MINUS = "−"


def points(value: float) -> str:
    """A share as points of 100 with one decimal: 0.186 is 18.6, or 18,6."""
    return _written(round(100 * value, 1) + 0.0, language())


def signed(value: float) -> str:
    """The same with its sign; nothing has none."""
    shown = round(100 * value, 1) + 0.0
    return ("+" if shown > 0 else "") + _written(shown, language())


def percent(value: float, decimals: int = 1) -> str:
    """A chance in per cent, with the sign where the language has it."""
    return _percentage(round(100 * value, decimals) + 0.0, decimals, language())


@lru_cache(4096)
def _written(number: float, code: str) -> str:
    # Loaded with the first page that needs it: a server starts more quickly without.
    from babel.numbers import format_decimal  # noqa: PLC0415 - see above

    return format_decimal(number, "0.0", locale=code).replace("-", MINUS)


@lru_cache(4096)
def _percentage(number: float, decimals: int, code: str) -> str:
    from babel import Locale  # noqa: PLC0415 - as above
    from babel.numbers import format_decimal  # noqa: PLC0415 - as above

    written = format_decimal(number, "0." + "0" * decimals if decimals else "0", locale=code)
    pattern: str = Locale(code).percent_formats[None].pattern
    return pattern.replace("#,##0", written).replace("-", MINUS)
