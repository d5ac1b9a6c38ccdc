"""Where marks of time stand below a drawing, and what they are called in the language of the page."""

from datetime import UTC, datetime

from shanghaien.web.http.i18n import language

MONTH = 31 * 86_400_000
STEPS = (1, 2, 3, 6, 12, 24, 60)
"""From one mark to the next, in months."""


def day(at: int) -> datetime:
    """A time in milliseconds, by the world's clock."""
    return datetime.fromtimestamp(at / 1000, UTC)


def month_words(at: int, *, with_year: bool = False) -> str:
    """A month, short: Aug, or Aug 2026."""
    from babel.dates import format_skeleton  # noqa: PLC0415 - a server starts more quickly without

    return format_skeleton("yMMM" if with_year else "MMM", day(at), tzinfo=None, locale=_locale())


def date_words(at: int) -> str:
    """A day with its year: 20 Nov 2026."""
    from babel.dates import format_skeleton  # noqa: PLC0415 - as above

    return format_skeleton("yMMMd", day(at), tzinfo=None, locale=_locale())


def marks(first: int, last: int, most: int) -> list[tuple[int, str]]:
    """At most so many times between two, each with its words: days within two months, else firsts of months."""
    if last - first < 2 * MONTH:
        return _days(first, last, most)
    months = (day(last).year - day(first).year) * 12 + day(last).month - day(first).month + 1
    step = next((step for step in STEPS if months <= step * most), STEPS[-1])
    years = day(first).year != day(last).year
    return [(at, month_words(at, with_year=years)) for at in _firsts(first, last, step)]


def _days(first: int, last: int, most: int) -> list[tuple[int, str]]:
    from babel.dates import format_skeleton  # noqa: PLC0415 - as above

    times = [first + (last - first) * number // max(1, most - 1) for number in range(most)] if last > first else [first]
    named = {format_skeleton("MMMd", day(at), tzinfo=None, locale=_locale()): at for at in reversed(times)}
    return sorted((at, words) for words, at in named.items())


def _firsts(first: int, last: int, step: int) -> list[int]:
    """The firsts of every so many months that lie between two times."""
    start, end = day(first), day(last)
    months = range(start.year * 12 + start.month - 1, end.year * 12 + end.month)
    times = [round(datetime(each // 12, each % 12 + 1, 1, tzinfo=UTC).timestamp() * 1000) for each in months]
    return [at for at, month in zip(times, months, strict=True) if first <= at <= last and month % step == 0]


def _locale() -> str:
    return "en_GB" if language() == "en" else language()
