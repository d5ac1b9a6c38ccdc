"""Browsers that take push notices: switched on and off by their script, and moved when their service moves them."""

from litestar import Response, get, post
from litestar.di import NamedDependency

from shanghaien.web.http.fields import Fields, read_fields
from shanghaien.web.http.i18n import gettext, language
from shanghaien.web.http.refusals import Refused
from shanghaien.web.http.site import site_of
from shanghaien.web.http.visitor import visitor_of
from shanghaien.web.notices.channels.push_addresses import LONGEST_ADDRESS
from shanghaien.web.notices.places import PushRow
from shanghaien.web.people.devices import device_label
from shanghaien.web.words.devices import device_name

from .marks import mark_of
from .views import NoticeVisit


@post("/notices/browsers", status_code=200)
async def switch_on(visit: NamedDependency[NoticeVisit]) -> Response[bytes]:
    """Send notices to this browser: `endpoint`, `p256dh` and `auth` of its subscription."""
    try:
        row = await _add(visit, await read_fields(visit.request))
    except Refused as refusal:
        return visit.answered({"code": refusal.code, "said": refusal.said(gettext)}, refusal.status)
    said = gettext("From now on you get notices in this browser.")
    return visit.answered({"mark": mark_of(row.endpoint), "said": said})


@post("/notices/browsers/off", status_code=200)
async def switch_off(visit: NamedDependency[NoticeVisit]) -> Response[bytes]:
    """Send nothing to the browser with this `endpoint` any more."""
    endpoint = _address(await read_fields(visit.request), "endpoint")
    await visit.desk.browsers.store.remove_endpoint(visit.person, endpoint)
    return visit.answered({"said": gettext("You get no more notices in this browser.")})


@get("/notices/key", media_type="text/plain")
async def key(visit: NamedDependency[NoticeVisit]) -> str:
    """What a browser subscribes with: the site's public key."""
    return (await visit.desk.keys.get()).public


@get("/notices/token", media_type="text/plain")
async def form_token(visit: NamedDependency[NoticeVisit]) -> str:
    """The token that forms send, for the service worker, which has no page that could hold one."""
    return site_of(visit.request).csrf


@post("/notices/moved", status_code=200)
async def moved(visit: NamedDependency[NoticeVisit]) -> Response[bytes]:
    """A browser has another address now, and knows its `old` one."""
    fields = await read_fields(visit.request)
    old = _address(fields, "old")
    if not any(row.endpoint == old for row in await visit.desk.browsers.store.of(visit.person)):
        return visit.answered({}, 409)
    await visit.desk.browsers.store.remove_endpoint(visit.person, old)
    await _add(visit, fields)
    return visit.answered({})


async def _add(visit: NoticeVisit, fields: Fields) -> PushRow:
    row = await visit.desk.browsers.add(
        visit.person,
        _address(fields, "endpoint"),
        fields.text("p256dh"),
        fields.text("auth"),
        label=device_name(device_label(visit.request.headers.get("user-agent", ""))),
        language=language(),
        session=visitor_of(visit.request).session,
    )
    await visit.desk.plan_anew(visit.person)
    return row


def _address(fields: Fields, name: str) -> str:
    return fields.text(name, longest=LONGEST_ADDRESS)


BROWSER_ROUTES = [switch_on, switch_off, key, form_token, moved]
