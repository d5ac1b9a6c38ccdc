"""A month of days as lanterns: lit where the day itself was played, outlined in gold where it was played later."""

from calendar import monthrange
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date

from shanghaien.rules import N_
from shanghaien.web.core.i18n import gettext, language
from shanghaien.web.daily.store import TryRow
from shanghaien.web.tables.dice.daily_dice import later

# Days as people read them.

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


LIT, LATE, MISSED, COMING, NOW, NONE = "on", "late", "no", "to", "now", "none"
WORDS = {
    LIT: N_("played"),
    LATE: N_("played later, not ranked"),
    MISSED: N_("not played"),
    COMING: N_("to come"),
    NOW: N_("today, still to play"),
    NONE: N_("no deal"),
}


@dataclass(frozen=True, slots=True)
class CalendarDay:
    """One day: how it shines, where it leads, and both in words."""

    number: int
    state: str
    href: str
    words: str
    today: bool


@dataclass(frozen=True, slots=True)
class MonthOfDays:
    """A month of lanterns, Monday first, with the ways to its neighbours."""

    name: str
    weekdays: tuple[str, ...]
    empty: int
    """How many places stay free before the first."""
    days: tuple[CalendarDay, ...]
    earlier: tuple[str, str] | None
    """The month before as an address and a name; None if there were no days yet."""
    later: tuple[str, str] | None


def month_of(day: str) -> tuple[str, str]:
    at = date.fromisoformat(day)
    last = monthrange(at.year, at.month)[1]
    return at.replace(day=1).isoformat(), at.replace(day=last).isoformat()


def calendar(shown: str, today: str, known: Collection[str], tries: Mapping[str, TryRow], first: str) -> MonthOfDays:
    """The month of a day, as the person with these tries sees it."""
    begin, end = month_of(shown)
    days = [later(begin, number) for number in range(date.fromisoformat(end).day)]
    before, after = later(begin, -1), later(end, 1)
    return MonthOfDays(
        month_name(shown),
        tuple(weekday_letters()),
        date.fromisoformat(begin).weekday(),
        tuple(lantern(day, today, tries.get(day), known=day in known) for day in days),
        (f"/day?month={before[:7]}", month_name(before)) if first and month_of(first)[0] <= before else None,
        (f"/day?month={after[:7]}", month_name(after)) if after <= today else None,
    )


def lantern(day: str, today: str, tried: TryRow | None, *, known: bool) -> CalendarDay:
    state = _state(day, today, tried) if known or day > today else NONE
    words = f"{short_date(day)}, {gettext(WORDS[state])}"
    href = "" if state in {COMING, NONE} else "/day" if day == today else f"/day/{day}"
    return CalendarDay(int(day[-2:]), state, href, words, day == today)


def _state(day: str, today: str, tried: TryRow | None) -> str:
    if day > today:
        return COMING
    if tried is None or not tried.over:
        return NOW if day == today else MISSED
    return LIT if tried.ranked and tried.streak else LATE if tried.finished or not tried.ranked else LIT
