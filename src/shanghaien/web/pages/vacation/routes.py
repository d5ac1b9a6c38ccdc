"""Vacations are announced and ended, and the time zone and standing orders for new games are set."""

from collections.abc import Callable
from datetime import date
from zoneinfo import available_timezones

import msgspec
from litestar import get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.response import Redirect, Template

from shanghaien.rules import N_
from shanghaien.web.http.fields import Fields, read_fields
from shanghaien.web.http.i18n import gettext
from shanghaien.web.http.person_cookie import PersonCookie
from shanghaien.web.http.places import place_of
from shanghaien.web.http.preferences import ONE_YEAR, preferences_of
from shanghaien.web.http.refusals import Refused, Unreadable
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.http.site import site_of
from shanghaien.web.ids import PersonId
from shanghaien.web.people.wishes import Wishes, WishStore
from shanghaien.web.play.seating import Seating
from shanghaien.web.workers.quotas import Quotas, Work

from .model import ORDERS, time_page, zone_named

PAGE = "/vacation"


@get(PAGE)
async def vacation_page(
    request: AnyRequest, seating: NamedDependency[Seating], person_cookie: NamedDependency[PersonCookie]
) -> Template:
    """Vacations, the time zone, and standing orders for new games."""
    return await _shown(request, seating, person_cookie.known(request))


@post(PAGE)
async def announce(
    request: AnyRequest,
    seating: NamedDependency[Seating],
    quotas: NamedDependency[Quotas],
    person_cookie: NamedDependency[PersonCookie],
) -> Redirect | Template:
    """Announce a vacation: `first` and `last` day."""
    fields = await read_fields(request)
    person, cookie = person_cookie.welcome(request)
    try:
        first, last = _day(fields, "first"), _day(fields, "last")
        quotas.ask(Work.VACATIONS, person, place_of(request))
        await seating.vacations.announce(person, first, last, zone_named(preferences_of(request).zone))
    except Refused as refusal:
        return await _shown(request, seating, person, refusal)
    return Redirect(PAGE, status_code=303, cookies=[cookie])


@post(f"{PAGE}/end")
async def come_back(
    request: AnyRequest, seating: NamedDependency[Seating], person_cookie: NamedDependency[PersonCookie]
) -> Redirect:
    """End a vacation, which is named by when it `begins`; the day that has begun counts."""
    begins = (await read_fields(request)).text("begins", "")
    person = person_cookie.known(request)
    if person is not None and begins.isascii() and begins.isdigit():
        await seating.vacations.end(person, int(begins), zone_named(preferences_of(request).zone))
    return Redirect(PAGE, status_code=303)


@post(f"{PAGE}/wishes")
async def wish(
    request: AnyRequest, wishes: NamedDependency[WishStore], person_cookie: NamedDependency[PersonCookie]
) -> Redirect:
    """Set the time `zone`, and the standing `orders` for new games."""
    fields = await read_fields(request)
    person, cookie = person_cookie.welcome(request)
    zone, orders = fields.text("zone", ""), fields.text("orders", "")
    if zone not in available_timezones() or orders not in ORDERS:
        raise Unreadable(N_("Choose one of the time zones in the list."))
    await wishes.change(person, _wishing(zone, orders))
    kept = [_cookie("zone", zone), _cookie("orders", orders)]
    return Redirect(PAGE, status_code=303, cookies=[cookie, *kept])


def _wishing(zone: str, orders: str) -> Callable[[Wishes], Wishes]:
    return lambda kept: msgspec.structs.replace(kept, time_zone=zone, orders=orders)


async def _shown(
    request: AnyRequest, seating: Seating, person: PersonId | None, refusal: Refused | None = None
) -> Template:
    page = await time_page(seating.vacations, person, preferences_of(request))
    site = site_of(request, refusal.said(gettext) if refusal else "")
    status = refusal.status if refusal else 200
    return Template("vacation/page.html", context={"site": site, "time": page}, status_code=status)


def _day(fields: Fields, name: str) -> date:
    try:
        return date.fromisoformat(fields.text(name, ""))
    except ValueError:
        raise Unreadable(N_("Choose the first and the last day of your vacation.")) from None


def _cookie(name: str, value: str) -> Cookie:
    # Kept as long as it is set: a script looks at it to know whether the zone has been found out.
    return Cookie(key=name, value=value, max_age=ONE_YEAR, path="/", samesite="lax")


ROUTES = [vacation_page, announce, come_back, wish]
