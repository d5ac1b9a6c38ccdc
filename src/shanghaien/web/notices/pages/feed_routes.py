"""Private addresses of feeds and calendars, which work until their person ends them; and the way out of letters."""

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement, tostring

from litestar import Response, Router, get, post
from litestar.di import NamedDependency, Provide
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Template

from shanghaien.web.core import i18n
from shanghaien.web.core.i18n import gettext, language
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.settings import Settings
from shanghaien.web.notices.channels.mail import end_letters, letters_of
from shanghaien.web.notices.feeds import FeedEvent, ListedPlay, PrivateFeeds, owner_of
from shanghaien.web.people.preferences import PersonPreferences, PreferenceStore
from shanghaien.web.site.forms import AnyRequest, address_for_links
from shanghaien.web.site.sessions import WITHOUT_COOKIES
from shanghaien.web.site.templates import site_of
from shanghaien.web.tables.service import Tables

if TYPE_CHECKING:
    from icalendar import Event

# What happened in a person's games as an Atom feed (RFC 4287).

ATOM = "http://www.w3.org/2005/Atom"
NAME = "urn:shanghaien:game"
BEFORE_ALL = 0


def atom(events: Sequence[FeedEvent], site: str, address: str) -> bytes:
    """The feed of these events, the latest first; `address` is where it is read."""
    top = Element("feed", {"xmlns": ATOM, "xml:lang": language()})
    _say(top, "title", gettext("Shanghaien: your games"))
    _say(top, "id", address)
    _say(top, "updated", _time(events[0].at if events else BEFORE_ALL))
    _say(SubElement(top, "author"), "name", "Shanghaien")
    SubElement(top, "link", rel="self", href=address)
    SubElement(top, "link", rel="alternate", href=f"{site}/")
    for event in events:
        _entry(top, event, site)
    return ('<?xml version="1.0" encoding="utf-8"?>\n' + tostring(top, encoding="unicode")).encode()


def _entry(top: Element, event: FeedEvent, site: str) -> None:
    entry = SubElement(top, "entry")
    _say(entry, "title", event.title)
    _say(entry, "id", f"{NAME}:{event.game}:{event.kind}:{event.number}")
    _say(entry, "updated", _time(event.at))
    SubElement(entry, "link", rel="alternate", href=f"{site}/t/{event.game}")
    _say(entry, "content", event.line or event.title).set("type", "text")


def _say(parent: Element, name: str, text: str) -> Element:
    element = SubElement(parent, name)
    # XML has no way to write control characters.
    element.text = "".join(sign for sign in text if sign >= " ")
    return element


def _time(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


# The ends of players' time as a calendar (RFC 5545): one event for each game, which moves with its deadline.

OFTEN = timedelta(hours=1)
"""How often a calendar is asked to look again."""


def calendar(plays: Sequence[ListedPlay], site: str) -> bytes:
    """The calendar of these games; those without a deadline are not in it."""
    from icalendar import Calendar  # noqa: PLC0415 - a server starts more quickly without

    made = Calendar()
    made.add("PRODID", "-//Shanghaien//EN")
    made.add("VERSION", "2.0")
    made.add("METHOD", "PUBLISH")
    made.add("X-WR-CALNAME", gettext("Shanghaien: time left"))
    made.add("REFRESH-INTERVAL", OFTEN, parameters={"VALUE": "DURATION"})
    made.add("X-PUBLISHED-TTL", "PT1H")
    for play in plays:
        if play.deadline is not None:
            made.add_component(_event(play, play.deadline, site))
    written: bytes = made.to_ical()
    return written


def _event(play: ListedPlay, deadline: int, site: str) -> "Event":
    from icalendar import Event  # noqa: PLC0415 - see above

    told = gettext("Your time against %(name)s ends") if play.asked else gettext("The time of %(name)s ends")
    event = Event()
    event.add("UID", f"{play.row.id}@shanghaien")
    event.add("SEQUENCE", play.row.version)
    event.add("DTSTAMP", _calendar_time(play.row.updated))
    event.add("LAST-MODIFIED", _calendar_time(play.row.updated))
    event.add("DTSTART", _calendar_time(deadline))
    event.add("DTEND", _calendar_time(deadline))
    event.add("SUMMARY", told % {"name": play.opponent})
    event.add("URL", f"{site}/t/{play.row.id}")
    event.add("TRANSP", "TRANSPARENT")
    return event


def _calendar_time(at: int) -> datetime:
    return datetime.fromtimestamp(at // 1000, UTC)


# The way out of letters: looking at it changes nothing, a press ends them, without cookies or signing in (RFC
# 8058).

NOT_LISTED = {"X-Robots-Tag": "noindex, nofollow"}


class FeedVisit:
    """One request by a private address, with the parts that answer it; Litestar makes one for each."""

    def __init__(
        self,
        request: AnyRequest,
        tables: NamedDependency[Tables],
        preferences: NamedDependency[PreferenceStore],
        settings: NamedDependency[Settings],
    ) -> None:
        self.request, self.tables, self.preferences = request, tables, preferences
        self.site = address_for_links(request, settings.public_url)


Visit = NamedDependency[FeedVisit]


@get("/unsubscribe/{token:str}")
async def way_out(visit: Visit, token: FromPath[str]) -> Template:
    """The button that ends a person's letters. Programs that look at mail open links, so a GET must not do it."""
    preferences = await _spoken_to(visit.preferences, _reader(visit, token))
    return _page(visit.request, token, ended=not preferences)


@post("/unsubscribe/{token:str}", status_code=200, opt=WITHOUT_COOKIES)
async def unsubscribe(visit: Visit, token: FromPath[str]) -> Template:
    """End a person's letters about games.

    Mail programs press it, which have no cookies; the address itself proves that its letter was read.
    """
    person = _reader(visit, token)
    await end_letters(visit.preferences, person)
    await _spoken_to(visit.preferences, person)
    return _page(visit.request, token, ended=True)


def _reader(visit: FeedVisit, token: str) -> PersonId:
    person = letters_of(visit.tables.signer, token)
    if person is None:
        raise NotFoundException
    return person


async def _spoken_to(preferences: PreferenceStore, person: PersonId) -> bool:
    """Answer in the person's language; whether they get letters."""
    own = await preferences.of(person)
    if own.language:
        i18n.set_language(own.language)
    return own.notices.mail


def _page(request: AnyRequest, token: str, *, ended: bool) -> Template:
    context = {"site": site_of(request), "token": token, "ended": ended}
    return Template("notices/feeds/unsubscribe.html", context=context, headers=NOT_LISTED)


FEED, CALENDAR = ".atom", ".ics"
PRIVATE = {"Cache-Control": "private, max-age=60", "X-Robots-Tag": "noindex, nofollow"}


@get("/feed/{name:str}", opt=WITHOUT_COOKIES)
async def feed(visit: Visit, name: FromPath[str]) -> Response[bytes]:
    """What waits for the person, and what has begun and ended, as an Atom feed."""
    person, preferences = await _owner(visit, name, FEED)
    events = await PrivateFeeds(visit.tables).events(person, preferences.time_zone)
    return _answered(visit.request, atom(events, visit.site, f"{visit.site}/feed/{name}"), "application/atom+xml")


@get("/calendar/{name:str}", opt=WITHOUT_COOKIES)
async def deadlines(visit: Visit, name: FromPath[str]) -> Response[bytes]:
    """When the time of the person and of their opponents ends, as a calendar."""
    person, _ = await _owner(visit, name, CALENDAR)
    plays = await PrivateFeeds(visit.tables).plays(person)
    return _answered(visit.request, calendar(plays, visit.site), "text/calendar")


async def _owner(visit: FeedVisit, name: str, kind: str) -> tuple[PersonId, PersonPreferences]:
    """Whose address it is, and their preferences. One that has ended looks like one that never was."""
    owner = owner_of(visit.tables.signer, name.removesuffix(kind)) if name.endswith(kind) else None
    preferences = await visit.preferences.of(owner[0]) if owner else PersonPreferences()
    if owner is None or owner[1] != preferences.feed_number:
        raise NotFoundException
    if preferences.language:
        i18n.set_language(preferences.language)
    return owner[0], preferences


def _answered(request: AnyRequest, body: bytes, kind: str) -> Response[bytes]:
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = PRIVATE | {"ETag": tag}
    if tag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers)
    return Response(body, media_type=f"{kind}; charset=utf-8", headers=headers)


ROUTES = [
    Router(
        "/",
        route_handlers=[feed, deadlines, way_out, unsubscribe],
        dependencies={"visit": Provide(FeedVisit, sync_to_thread=False)},
    )
]
