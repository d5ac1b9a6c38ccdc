"""Vacations are announced and ended, and the time zone and standing orders for new games are set."""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

import msgspec
from litestar import get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.response import Redirect, Template

from shanghaien.rules import N_
from shanghaien.web.bots.quotas import Quotas, Work
from shanghaien.web.core.clock import now
from shanghaien.web.core.errors import BadRequestError, DomainError
from shanghaien.web.core.formats import day_words
from shanghaien.web.core.i18n import gettext, ngettext
from shanghaien.web.core.ids import PersonId
from shanghaien.web.people.preferences import PreferenceStore
from shanghaien.web.site.forms import AnyRequest, Fields, place_of, read_fields
from shanghaien.web.site.preferences import Preferences, preferences_of
from shanghaien.web.site.problems import status_of
from shanghaien.web.site.sessions import ONE_YEAR, GuestCookie
from shanghaien.web.site.templates import site_of
from shanghaien.web.tables.clocks import Pause
from shanghaien.web.tables.seating import Seating
from shanghaien.web.tables.vacations import DAYS_A_YEAR, Vacations, days_between

# The page about a person's time as plain values.

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


async def time_page(vacations: Vacations, person: PersonId | None, preferences: Preferences) -> TimePage:
    """The page for a person; a guest on their first visit has no vacations yet."""
    zone = zone_named(preferences.zone)
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
        ordered=preferences.orders if preferences.orders in ORDERS else "",
    )


@cache
def zones() -> tuple[str, ...]:
    return ("UTC", *sorted(name for name in available_timezones() if "/" in name and not name.startswith("Etc/")))


def zone_named(name: str) -> ZoneInfo:
    """The time zone of this name, or UTC if there is none."""
    return ZoneInfo(name if name in available_timezones() else "UTC")


def day_in(zone: ZoneInfo) -> date:
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


PAGE = "/vacation"


@get(PAGE)
async def vacation_page(
    request: AnyRequest,
    seating: NamedDependency[Seating],
) -> Template:
    return await _shown(request, seating, request.user.person)


@post(PAGE)
async def announce(
    request: AnyRequest,
    seating: NamedDependency[Seating],
    quotas: NamedDependency[Quotas],
    person_cookie: NamedDependency[GuestCookie],
) -> Redirect | Template:
    """Announce a vacation: `first` and `last` day."""
    fields = await read_fields(request)
    person, cookie = person_cookie.welcome(request)
    try:
        first, last = _day(fields, "first"), _day(fields, "last")
        quotas.ask(Work.VACATIONS, person, place_of(request))
        await seating.vacations.announce(person, first, last, zone_named(preferences_of(request).zone))
    except DomainError as refusal:
        return await _shown(request, seating, person, refusal)
    return Redirect(PAGE, status_code=303, cookies=[cookie])


@post(f"{PAGE}/end")
async def come_back(
    request: AnyRequest,
    seating: NamedDependency[Seating],
) -> Redirect:
    """End a vacation, which is named by when it `begins`; the day that has begun counts."""
    begins = (await read_fields(request)).text("begins", "")
    person = request.user.person
    if person is not None and begins.isascii() and begins.isdigit():
        await seating.vacations.end(person, int(begins), zone_named(preferences_of(request).zone))
    return Redirect(PAGE, status_code=303)


@post(f"{PAGE}/wishes")
async def wish(
    request: AnyRequest, preferences: NamedDependency[PreferenceStore], person_cookie: NamedDependency[GuestCookie]
) -> Redirect:
    """Set the time `zone`, and the standing `orders` for new games."""
    fields = await read_fields(request)
    person, cookie = person_cookie.welcome(request)
    zone, orders = fields.text("zone", ""), fields.text("orders", "")
    if zone not in available_timezones() or orders not in ORDERS:
        raise BadRequestError(N_("Choose one of the time zones in the list."))
    await preferences.change(person, lambda kept: msgspec.structs.replace(kept, time_zone=zone, orders=orders))
    kept = [_cookie("zone", zone), _cookie("orders", orders)]
    return Redirect(PAGE, status_code=303, cookies=[cookie, *kept])


async def _shown(
    request: AnyRequest, seating: Seating, person: PersonId | None, refusal: DomainError | None = None
) -> Template:
    page = await time_page(seating.vacations, person, preferences_of(request))
    site = site_of(request, refusal.said(gettext) if refusal else "")
    return Template("tables/vacation/page.html", context={"site": site, "time": page}, status_code=status_of(refusal))


def _day(fields: Fields, name: str) -> date:
    try:
        return date.fromisoformat(fields.text(name, ""))
    except ValueError:
        raise BadRequestError(N_("Choose the first and the last day of your vacation.")) from None


def _cookie(name: str, value: str) -> Cookie:
    # Kept as long as it is set: a script looks at it to know whether the zone has been found out.
    return Cookie(key=name, value=value, max_age=ONE_YEAR, path="/", samesite="lax")


ROUTES = [vacation_page, announce, come_back, wish]
