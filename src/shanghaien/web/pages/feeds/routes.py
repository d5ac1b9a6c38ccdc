"""Private addresses: whoever has one reads a person's feed or calendar, until the person lets it end."""

import hashlib

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from shanghaien.web.http import i18n
from shanghaien.web.http.requests import AnyRequest, address_for_links
from shanghaien.web.ids import PersonId
from shanghaien.web.notices.private_feeds import PrivateFeeds, owner_of
from shanghaien.web.people.wishes import Wishes, WishStore
from shanghaien.web.play.tables import Tables
from shanghaien.web.settings import Settings

from .atom import atom
from .calendar import calendar
from .unsubscribe import UNSUBSCRIBE_ROUTES

FEED, CALENDAR = ".atom", ".ics"
PRIVATE = {"Cache-Control": "private, max-age=60", "X-Robots-Tag": "noindex, nofollow"}
WITHOUT_COOKIES = {"exclude_from_csrf": True}
"""Programs read them, which have no cookies and want none."""


@get("/feed/{name:str}", opt=WITHOUT_COOKIES)
async def feed(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    wishes: NamedDependency[WishStore],
    settings: NamedDependency[Settings],
    name: FromPath[str],
) -> Response[bytes]:
    """What waits for the person, and what has begun and ended, as an Atom feed."""
    person, wished = await _owner(tables, wishes, name, FEED)
    site = address_for_links(request, settings.public_url)
    events = await PrivateFeeds(tables).events(person, wished.time_zone)
    return _answered(request, atom(events, site, f"{site}/feed/{name}"), "application/atom+xml")


@get("/calendar/{name:str}", opt=WITHOUT_COOKIES)
async def deadlines(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    wishes: NamedDependency[WishStore],
    settings: NamedDependency[Settings],
    name: FromPath[str],
) -> Response[bytes]:
    """When the time of the person and of their opponents ends, as a calendar."""
    person, _ = await _owner(tables, wishes, name, CALENDAR)
    plays = await PrivateFeeds(tables).plays(person)
    return _answered(request, calendar(plays, address_for_links(request, settings.public_url)), "text/calendar")


async def _owner(tables: Tables, wishes: WishStore, name: str, kind: str) -> tuple[PersonId, Wishes]:
    """Whose address it is, and what they wish. One that has ended looks like one that never was."""
    owner = owner_of(tables.signer, name.removesuffix(kind)) if name.endswith(kind) else None
    wished = await wishes.of(owner[0]) if owner else Wishes()
    if owner is None or owner[1] != wished.feed_number:
        raise NotFoundException
    if wished.language:
        i18n.speak(wished.language)
    return owner[0], wished


def _answered(request: AnyRequest, body: bytes, kind: str) -> Response[bytes]:
    """The answer, or that nothing has changed since the program read it last."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = PRIVATE | {"ETag": tag}
    if tag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers)
    return Response(body, media_type=f"{kind}; charset=utf-8", headers=headers)


ROUTES = [feed, deadlines, *UNSUBSCRIBE_ROUTES]
