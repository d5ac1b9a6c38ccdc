"""Days as people read them."""

from datetime import date

from shanghaien.web.http.i18n import language

PATTERNS = {"de": ("EEEE, d. MMMM", "d. MMMM"), "fr": ("EEEE d MMMM", "d MMMM"), "it": ("EEEE d MMMM", "d MMMM")}
USUAL = ("EEEE, d MMMM", "d MMMM")
"""Long and short, as each language writes a day without its year."""


def written(day: str, pattern: str) -> str:
    """A day in the reader's language, by a pattern of Unicode's locale data."""
    # Loaded with the first page that needs it: a server starts more quickly without.
    from babel.dates import format_date  # noqa: PLC0415 - see above

    return format_date(date.fromisoformat(day), pattern, locale=language())


def long_date(day: str) -> str:
    """Monday, 16 November."""
    return written(day, PATTERNS.get(language(), USUAL)[0])


def short_date(day: str) -> str:
    """16 November."""
    return written(day, PATTERNS.get(language(), USUAL)[1])


def month_name(day: str) -> str:
    """November 2026, of any day in it."""
    return written(day, "LLLL y").capitalize()


def weekday_letters() -> list[str]:
    """The names of the days of a week in short, Monday first."""
    from babel.dates import get_day_names  # noqa: PLC0415 - as above

    names = get_day_names("short", "stand-alone", language())
    return [names[number] for number in range(7)]


def weekday(day: str) -> str:
    """Mon."""
    return written(day, "EEE")
