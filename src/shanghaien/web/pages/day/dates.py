"""Days as people read them."""

from datetime import date

from shanghaien.web.http.i18n import language


def written(day: str, pattern: str) -> str:
    """A day in the reader's language, by what is to be told of it: "EEEEdMMMM" is Monday, 16 November."""
    # Loaded with the first page that needs it: a server starts more quickly without.
    from babel.dates import format_skeleton  # noqa: PLC0415 - see above

    return format_skeleton(pattern, date.fromisoformat(day), locale=language())


def long_date(day: str) -> str:
    """Monday, 16 November."""
    return written(day, "EEEEdMMMM")


def short_date(day: str) -> str:
    """16 November."""
    return written(day, "dMMMM")


def month_name(day: str) -> str:
    """November 2026, of any day in it."""
    from babel.dates import format_date  # noqa: PLC0415 - as above

    return format_date(date.fromisoformat(day), "LLLL y", locale=language())


def weekday_letters() -> list[str]:
    """The names of the days of a week in short, Monday first."""
    from babel.dates import get_day_names  # noqa: PLC0415 - as above

    names = get_day_names("short", "stand-alone", language())
    return [names[number] for number in range(7)]


def weekday(day: str) -> str:
    """Mon."""
    return written(day, "EEE")
