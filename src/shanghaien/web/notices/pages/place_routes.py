"""Browsers that take push notices: switched on and off by their script, and moved when their service moves them."""

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.response import Redirect, Template
from msgspec.structs import replace

from shanghaien.rules import N_
from shanghaien.web.core.errors import DomainError
from shanghaien.web.core.i18n import gettext, language
from shanghaien.web.notices.channels.push import LONGEST_ADDRESS as PUSH_BROWSERS_LONGEST_ADDRESS
from shanghaien.web.notices.pages.switches import mark_of
from shanghaien.web.notices.pages.views import NoticeVisit
from shanghaien.web.notices.place_store import PushRow
from shanghaien.web.people.attempts import HourlyLimit
from shanghaien.web.people.preferences import PersonPreferences
from shanghaien.web.people.sessions import device_label, device_name
from shanghaien.web.site.forms import Fields, place_of, read_fields
from shanghaien.web.site.problems import STATUS, status_of
from shanghaien.web.site.templates import site_of


@post("/notices/browsers", status_code=200)
async def switch_on(visit: NamedDependency[NoticeVisit]) -> Response[bytes]:
    """Send notices to this browser: `endpoint`, `p256dh` and `auth` of its subscription."""
    try:
        row = await _add(visit, await read_fields(visit.request))
    except DomainError as refusal:
        return visit.answered({"code": refusal.code, "said": refusal.said(gettext)}, status_of(refusal))
    said = gettext("From now on you get notices in this browser.")
    return visit.answered({"mark": mark_of(row.endpoint), "said": said})


@post("/notices/browsers/off", status_code=200)
async def switch_off(visit: NamedDependency[NoticeVisit]) -> Response[bytes]:
    endpoint = _address(await read_fields(visit.request), "endpoint")
    await visit.places.browsers.store.remove_endpoint(visit.person, endpoint)
    return visit.answered({"said": gettext("You get no more notices in this browser.")})


@get("/notices/key", media_type="text/plain")
async def key(visit: NamedDependency[NoticeVisit]) -> str:
    """What a browser subscribes with: the site's public key."""
    return (await visit.places.keys.get()).public


@get("/notices/token", media_type="text/plain")
async def form_token(visit: NamedDependency[NoticeVisit]) -> str:
    """The CSRF token, for the service worker, which has no page that could hold one."""
    return site_of(visit.request).csrf


@post("/notices/moved", status_code=200)
async def moved(visit: NamedDependency[NoticeVisit]) -> Response[bytes]:
    """A browser has another address now, and knows its `old` one."""
    fields = await read_fields(visit.request)
    old = _address(fields, "old")
    if not any(row.endpoint == old for row in await visit.places.browsers.store.of(visit.person)):
        return visit.answered({}, STATUS["stale"])
    await visit.places.browsers.store.remove_endpoint(visit.person, old)
    await _add(visit, fields)
    return visit.answered({})


async def _add(visit: NoticeVisit, fields: Fields) -> PushRow:
    row = await visit.places.browsers.add(
        visit.person,
        _address(fields, "endpoint"),
        fields.text("p256dh"),
        fields.text("auth"),
        label=device_name(device_label(visit.request.headers.get("user-agent", ""))),
        language=language(),
        session=visit.request.user.session,
    )
    await visit.places.plan_anew(visit.person)
    return row


def _address(fields: Fields, name: str) -> str:
    return fields.text(name, longest=PUSH_BROWSERS_LONGEST_ADDRESS)


BROWSER_ROUTES = [switch_on, switch_off, key, form_token, moved]


# A person's own address for notices: given and taken away; its secret is shown once.

LONGEST_ADDRESS = 500
MOST_AN_HOUR, FROM_ADDRESS = 20, 60
"""How many webhooks may be set within an hour: by one person, and from one address, where guests come and go."""


class NoWebhooks(DomainError):
    """The host does not let notices go to addresses of people's own."""

    code = "no-webhooks"


@post("/notices/webhook", status_code=200)
async def set_webhook(visit: NamedDependency[NoticeVisit]) -> Template:
    """Send notices to `address` too; the page shows the secret that signs them, this once."""
    if not visit.places.set_up.webhooks:
        raise NoWebhooks(N_("This site calls no webhooks. Choose another way."))
    here = HourlyLimit("webhook from", place_of(visit.request), FROM_ADDRESS)
    await visit.places.attempts.check(here, HourlyLimit("webhook", visit.person, MOST_AN_HOUR))
    address = (await read_fields(visit.request)).text("address", longest=LONGEST_ADDRESS)
    try:
        secret = await visit.places.webhooks.set(visit.person, address.strip())
    except DomainError as refusal:
        return await visit.show(refusal.said(gettext), status=status_of(refusal))
    await visit.places.preferences.change(visit.person, lambda preferences: _with_webhook(preferences, on=True))
    await visit.places.plan_anew(visit.person)
    return await visit.show(gettext("Saved."), secret)


@post("/notices/webhook/off")
async def end_webhook(visit: NamedDependency[NoticeVisit]) -> Redirect:
    await visit.places.webhooks.store.remove(visit.person)
    await visit.places.preferences.change(visit.person, lambda preferences: _with_webhook(preferences, on=False))
    return Redirect("/notices?told=saved", status_code=303)


def _with_webhook(preferences: PersonPreferences, *, on: bool) -> PersonPreferences:
    return replace(preferences, notices=replace(preferences.notices, webhook=on))


WEBHOOK_ROUTES = [set_webhook, end_webhook]
