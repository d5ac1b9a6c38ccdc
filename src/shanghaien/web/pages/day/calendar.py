"""A month of days as lanterns: lit where the day itself was played, outlined in gold where it was played later."""

from calendar import monthrange
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date

from shanghaien.rules import N_
from shanghaien.web.daily.rows import TryRow
from shanghaien.web.http.i18n import gettext
from shanghaien.web.play.days import later

from .dates import month_name, short_date, weekday_letters

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
class Lantern:
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
    days: tuple[Lantern, ...]
    earlier: tuple[str, str] | None
    """The month before as an address and a name; None if there were no days yet."""
    later: tuple[str, str] | None


def month_of(day: str) -> tuple[str, str]:
    """The first and the last day of a day's month."""
    at = date.fromisoformat(day)
    last = monthrange(at.year, at.month)[1]
    return at.replace(day=1).isoformat(), at.replace(day=last).isoformat()


def calendar(shown: str, today: str, known: Collection[str], tries: Mapping[str, TryRow], first: str) -> MonthOfDays:
    """The month in which a day lies, as whoever has these tries sees it."""
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


def lantern(day: str, today: str, tried: TryRow | None, *, known: bool) -> Lantern:
    """One day as it hangs there."""
    state = _state(day, today, tried) if known or day > today else NONE
    words = f"{short_date(day)}, {gettext(WORDS[state])}"
    href = "" if state in {COMING, NONE} else "/day" if day == today else f"/day/{day}"
    return Lantern(int(day[-2:]), state, href, words, day == today)


def _state(day: str, today: str, tried: TryRow | None) -> str:
    if day > today:
        return COMING
    if tried is None or not tried.over:
        return NOW if day == today else MISSED
    return LIT if tried.ranked and tried.streak else LATE if tried.finished or not tried.ranked else LIT
