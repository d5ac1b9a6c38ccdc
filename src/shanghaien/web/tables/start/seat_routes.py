"""Taking a seat: by an invitation, or by the private link that carries one's own seat to another device."""

from functools import lru_cache
from io import BytesIO

import segno
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect, Template

from shanghaien.web.core.ids import GameId
from shanghaien.web.core.settings import Settings
from shanghaien.web.people.pages.remembered_name import name_given, remember, remembered_name
from shanghaien.web.people.preferences import PreferenceStore
from shanghaien.web.site.forms import AnyRequest, address_for_links, read_fields
from shanghaien.web.site.sessions import GuestCookie
from shanghaien.web.site.templates import site_of
from shanghaien.web.tables.errors import SeatTaken
from shanghaien.web.tables.model import SeatKind
from shanghaien.web.tables.pages.table_dice import promise_to_guest, read_own_dice
from shanghaien.web.tables.pages.table_visit import OwnTime
from shanghaien.web.tables.seating import LINK_MINUTES, Seating
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.words.drawings import pictures
from shanghaien.web.tables.words.players import pace_words

# An invitation as a square code, so that a phone on the other side of the table can open it.

A_DAY = "private, max-age=86400"
QUIET_ZONE = 3
"""Empty squares around the code; cameras find it by them."""
MOST_DRAWN = 200


@get("/join/{token:str}/code.svg", sync_to_thread=True)
def invitation_code(
    request: AnyRequest,
    seating: NamedDependency[Seating],
    settings: NamedDependency[Settings],
    token: FromPath[str],
) -> Response[bytes]:
    """The address of an invitation as a QR code; no other address is drawn."""
    seating.invited_to(token)
    address = f"{address_for_links(request, settings.public_url)}/join/{token}"
    return Response(drawn(address), media_type="image/svg+xml", headers={"Cache-Control": A_DAY})


@lru_cache(MOST_DRAWN)
def drawn(address: str) -> bytes:
    """An address as a QR code, black on white in every theme, since cameras want it so."""
    picture = BytesIO()
    code = segno.make(address, error="m", micro=False)
    code.save(picture, kind="svg", xmldecl=False, omitsize=True, border=QUIET_ZONE, light="#fff", svgclass=None)
    return picture.getvalue()


# Where one makes the private link that carries one's seat to another device, or withdraws it.


@get("/seat/of/{game:str}")
async def link_page(
    request: AnyRequest,
    seating: NamedDependency[Seating],
    game: FromPath[GameId],
) -> Template:
    """What a private link is for, the button that makes one, and whether there are any to withdraw."""
    return _page(request, game, unused=await seating.unused_links(game, request.user.person))


@post("/seat/of/{game:str}", status_code=200)
async def make_link(
    request: AnyRequest,
    seating: NamedDependency[Seating],
    settings: NamedDependency[Settings],
    game: FromPath[GameId],
) -> Template:
    """A new private link, shown this once."""
    person = request.user.person
    token = await seating.private_link(game, person)
    link, unused = f"{address_for_links(request, settings.public_url)}/seat/{token}", seating.unused_links(game, person)
    return _page(request, game, link=link, unused=await unused)


@post("/seat/of/{game:str}/withdraw", status_code=200)
async def withdraw_links(
    request: AnyRequest,
    seating: NamedDependency[Seating],
    game: FromPath[GameId],
) -> Template:
    """End the links that were not used yet."""
    await seating.withdraw_links(game, request.user.person)
    return _page(request, game, withdrawn=True)


def _page(request: AnyRequest, game: GameId, link: str = "", *, unused: int = 0, withdrawn: bool = False) -> Template:
    context = {"game": game, "link": link, "unused": unused, "withdrawn": withdrawn, "minutes": LINK_MINUTES}
    return Template("tables/seats/link.html", context={"site": site_of(request), **context})


LINK_ROUTES = [link_page, make_link, withdraw_links]


@get("/join/{token:str}")
async def join_page(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    seating: NamedDependency[Seating],
    token: FromPath[str],
) -> Redirect | Template:
    """The invitation; looking at it takes no seat, since previews of links look too. A used one leads to the game."""
    table, viewer = await tables.look(seating.invited_to(token), request.user.person)
    if table.started:
        return Redirect(f"/t/{table.id}" if viewer.seats else watching_instead(table.id), status_code=303)
    host = next((chair.name for chair in table.chairs if chair.kind is SeatKind.HUMAN), "")
    context = {
        "host": host,
        "own_name": remembered_name(request),
        "promise": await promise_to_guest(tables, table),
        "pictures": pictures(),
        "pace": pace_words(table.pace),
        "rated": table.rated,
    }
    return Template("tables/seats/join.html", context={"site": site_of(request), **context})


@post("/join/{token:str}")
async def join(
    request: AnyRequest,
    seating: NamedDependency[Seating],
    person_cookie: NamedDependency[GuestCookie],
    tables: NamedDependency[Tables],
    preferences: NamedDependency[PreferenceStore],
    token: FromPath[str],
) -> Redirect:
    """Take the invited seat: `name`, and the fields of the dice. A player who comes too late watches."""
    fields = await read_fields(request)
    name = name_given(request, fields)
    person, cookie = person_cookie.welcome(request)
    try:
        table = await seating.join(token, person, name, read_own_dice(fields))
    except SeatTaken:
        return Redirect(watching_instead(seating.invited_to(token)), status_code=303)
    await OwnTime(request, tables, preferences).sit_down(table, person)
    return Redirect(f"/t/{table.id}", status_code=303, cookies=[cookie, remember(name)])


def watching_instead(game: GameId) -> str:
    """Where a player watches whose seat was taken by another; the page says so."""
    return f"/watch/{game}?late=1"


@get("/seat/{token:str}", sync_to_thread=False)
def seat_page(request: AnyRequest, seating: NamedDependency[Seating], token: FromPath[str]) -> Template:
    """The page of a private link, with the button that takes the seat."""
    game, _ = seating.carried(token)
    return Template("tables/seats/seat.html", context={"site": site_of(request), "token": token, "game": game})


@post("/seat/{token:str}")
async def carry(
    request: AnyRequest,
    seating: NamedDependency[Seating],
    person_cookie: NamedDependency[GuestCookie],
    token: FromPath[str],
) -> Redirect:
    """Take a seat on another device."""
    person, cookie = person_cookie.welcome(request)
    table = await seating.carry(token, person)
    return Redirect(f"/t/{table.id}", status_code=303, cookies=[cookie])


ROUTES = [join_page, join, invitation_code, seat_page, carry, *LINK_ROUTES]
