"""The page on which people choose where and when they want notices, and about what."""

import logging
from typing import Any

import msgspec
from litestar import Response, Router, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath
from litestar.response import Redirect, Template
from msgspec.structs import replace

from shanghaien.rules import N_, Seat
from shanghaien.web.core.clock import now
from shanghaien.web.core.errors import DomainError
from shanghaien.web.core.i18n import gettext, language
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.core.parts import Parts
from shanghaien.web.notices.acts import LONGEST_PROOF, ProvenAct, read_act
from shanghaien.web.notices.channels.payload import push_payload
from shanghaien.web.notices.channels.push import LONGEST_ADDRESS
from shanghaien.web.notices.compose import NoticeReader, compose, compose_trial
from shanghaien.web.notices.model import SENT, Channel, Notice, Outcome, failed
from shanghaien.web.notices.pages.switches import mark_of
from shanghaien.web.notices.pages.views import NoticeVisit
from shanghaien.web.notices.place_store import PushRow
from shanghaien.web.notices.places import NoticePlaces, Senders, open_places
from shanghaien.web.notices.timing import turn_of
from shanghaien.web.people.attempts import HourlyLimit
from shanghaien.web.people.preferences import PersonPreferences, PreferenceStore
from shanghaien.web.people.sessions import device_label, device_name
from shanghaien.web.site.forms import AnyRequest, Fields, place_of, read_fields
from shanghaien.web.site.problems import STATUS, status_of
from shanghaien.web.site.templates import site_of
from shanghaien.web.tables.model import Table
from shanghaien.web.tables.pages.table_visit import JSON, answered
from shanghaien.web.tables.requests import TableRequest
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.words.players import names

# A notice on trial: sent at once to every place where the person wants notices, so that they see that it works.

log = logging.getLogger("shanghaien.notices")
MOST_AN_HOUR = 10


async def send_trial(places: NoticePlaces, person: PersonId) -> str:
    """Send it; "sent" if it left for at least one place, "unsent" if for none, "nowhere" if there is none."""
    await places.attempts.check(HourlyLimit("trial notice", person, MOST_AN_HOUR))
    preferences, notice = (
        (await places.preferences.of(person)).notices,
        compose_trial(NoticeReader(person, language(), now())),
    )
    wanted = [channel for channel in places.channels if getattr(preferences, channel.name)]
    outcomes = [await _sent(channel, place, notice) for channel in wanted for place in await channel.places(person)]
    if not outcomes:
        return "nowhere"
    return "sent" if SENT in outcomes else "unsent"


async def _sent(channel: Channel, place: str, notice: Notice) -> Outcome:
    try:
        return await channel.send(place, notice)
    except Exception:  # whatever it was, the answer is that nothing was sent
        log.exception("a notice on trial could not be sent")
        return failed()


SAID = {
    "saved": N_("Saved."),
    "sent": N_("Sent. It should be there in a moment."),
    "unsent": N_("It could not be sent. Try again in a few minutes."),
    "nowhere": N_("There is nowhere to send it. Switch something on first."),
    "new": N_("The old addresses no longer work. These are the new ones."),
}
"""What the page says after a press, by the word in its address."""


@get("/notices")
async def notices_page(visit: NamedDependency[NoticeVisit]) -> Template:
    said = SAID.get(visit.request.query_params.get("told", ""), "")
    return await visit.show(gettext(said) if said else "")


@post("/notices", status_code=200)
async def save(visit: NamedDependency[NoticeVisit]) -> Response[bytes] | Redirect:
    """Keep the whole form."""
    await visit.save(await read_fields(visit.request))
    return _told(visit, "saved")


@post("/notices/trial", status_code=200)
async def trial(visit: NamedDependency[NoticeVisit]) -> Response[bytes] | Redirect:
    """Keep the form, and send a notice to wherever the person wants them."""
    await visit.save(await read_fields(visit.request))
    return _told(visit, await send_trial(visit.places, visit.person))


@post("/notices/mute")
async def mute(visit: NamedDependency[NoticeVisit]) -> Redirect:
    """Send no notices of a game (`muted` is 1), or send them again (0)."""
    fields = await read_fields(visit.request)
    game, muted = GameId(fields.text("game", longest=40)), fields.flag("muted")
    await visit.mute(game, muted=muted)
    return Redirect(f"/notices?game={game}" if muted else "/notices?told=saved", status_code=303)


@post("/notices/addresses")
async def new_addresses(visit: NamedDependency[NoticeVisit]) -> Redirect:
    """Let the private addresses of feed and calendar end, and have new ones."""
    await visit.renew_addresses()
    return Redirect("/notices?told=new", status_code=303)


def _told(visit: NoticeVisit, word: str) -> Response[bytes] | Redirect:
    """The answer to our own script in a sentence; a browser without script is led back to the page."""
    if visit.request.headers.get("accept") == JSON:
        return answered({"said": gettext(SAID[word])})
    return Redirect(f"/notices?told={word}", status_code=303)


# Browsers that take push notices: switched on and off by their script, and moved when their service moves them.


@post("/notices/browsers", status_code=200)
async def switch_on(visit: NamedDependency[NoticeVisit]) -> Response[bytes]:
    """Send notices to this browser: `endpoint`, `p256dh` and `auth` of its subscription."""
    try:
        row = await _add(visit, await read_fields(visit.request))
    except DomainError as refusal:
        return answered({"code": refusal.code, "said": refusal.said(gettext)}, status_of(refusal))
    said = gettext("From now on you get notices in this browser.")
    return answered({"mark": mark_of(row.endpoint), "said": said})


@post("/notices/browsers/off", status_code=200)
async def switch_off(visit: NamedDependency[NoticeVisit]) -> Response[bytes]:
    endpoint = _address(await read_fields(visit.request), "endpoint")
    await visit.places.browsers.store.remove_endpoint(visit.person, endpoint)
    return answered({"said": gettext("You get no more notices in this browser.")})


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
        return answered({}, STATUS["stale"])
    await visit.places.browsers.store.remove_endpoint(visit.person, old)
    await _add(visit, fields)
    return answered({})


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
    return fields.text(name, longest=LONGEST_ADDRESS)


# A person's own address for notices: given and taken away; its secret is shown once.

LONGEST_WEBHOOK = 500
MOST_WEBHOOKS, FROM_ADDRESS = 20, 60
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
    await visit.places.attempts.check(here, HourlyLimit("webhook", visit.person, MOST_WEBHOOKS))
    address = (await read_fields(visit.request)).text("address", longest=LONGEST_WEBHOOK)
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


# A turn played from a notice: the service worker sends the proof that came with the button, and the person's cookie.


@post("/t/{game:str}/from-notice", status_code=200)
async def from_notice(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    game: FromPath[GameId],
) -> Response[bytes]:
    """Do what a button of a notice says: `id` is its proof. What can't be done from here is to be done at the table."""
    act = read_act(tables.signer, (await read_fields(request)).text("id", longest=LONGEST_PROOF))
    if act is None or act.game != game or act.person != request.user.person:
        return _at_the_table(game)
    try:
        table = await tables.act(TableRequest(act.game, act.person, act.version, act.request_id), act.text)
        return await _played(tables, act, table)
    except DomainError:
        return _at_the_table(game)


async def _played(tables: Tables, act: ProvenAct, table: Table) -> Response[bytes]:
    """The result in a sentence; where the dice wait for the person's own page, only the table can go on."""
    _, viewer = await tables.look(act.game, act.person)
    if table.opens in viewer.seats:
        return _at_the_table(act.game)
    told = {"said": sentence(table, viewer.seats), "version": table.version}
    return answered(told | _next(tables, act.person, table, viewer.seats))


def _next(tables: Tables, person: PersonId, table: Table, seats: frozenset[Seat]) -> dict[str, Any]:
    """The next notice where it is still the person's turn, as after a roll."""
    asked = turn_of(table)
    if asked is None or table.waits_for is None or asked.seat not in seats:
        return {}
    notice = compose(asked.news(), table, asked.seat, NoticeReader(person, language(), now()))
    return {"next": msgspec.json.decode(push_payload(notice, tables.signer))}


def sentence(table: Table, seats: frozenset[Seat]) -> str:
    if table.over:
        return gettext("Done. The game is over.")
    if table.waits_for in seats:
        return gettext("Done. It is still your turn.")
    return gettext("Done. It is %(name)s’s turn.") % {"name": names(table)[1 - min(seats)]}


def _at_the_table(game: GameId) -> Response[bytes]:
    return answered({"open": f"/t/{game}"}, STATUS["stale"])


PAGE_ROUTES = [notices_page, save, trial, mute, new_addresses]
BROWSER_ROUTES = [switch_on, switch_off, key, form_token, moved]
WEBHOOK_ROUTES = [set_webhook, end_webhook]


def open_parts(parts: Parts) -> None:
    """What pages ask about notices."""
    places = open_places(parts.settings, parts.database, parts.signer, parts[PreferenceStore], parts[Senders])
    parts.add(places)


ROUTES = [
    Router(
        "/",
        route_handlers=[*PAGE_ROUTES, *BROWSER_ROUTES, *WEBHOOK_ROUTES, from_notice],
        dependencies={"visit": Provide(NoticeVisit, sync_to_thread=False)},
    )
]
