"""Taking a seat: by an invitation, or by the private link that carries one's own seat to another device."""

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect, Template

from shanghaien.web.http.fields import read_fields
from shanghaien.web.http.person_cookie import PersonCookie
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.http.site import site_of
from shanghaien.web.ids import GameId
from shanghaien.web.pages.shared.guest_promise import promise_to_guest
from shanghaien.web.pages.shared.own_dice import read_own_dice
from shanghaien.web.pages.shared.own_name import name_given, remember, remembered_name
from shanghaien.web.pages.shared.own_time import OwnTime
from shanghaien.web.pages.start.model import pictures
from shanghaien.web.people.wishes import WishStore
from shanghaien.web.play.refusals import SeatTaken
from shanghaien.web.play.seating import Seating
from shanghaien.web.play.table import SeatKind
from shanghaien.web.play.tables import Tables
from shanghaien.web.words.paces import pace_words

from .code import invitation_code
from .link_routes import LINK_ROUTES


@get("/join/{token:str}")
async def join_page(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    seating: NamedDependency[Seating],
    person_cookie: NamedDependency[PersonCookie],
    token: FromPath[str],
) -> Redirect | Template:
    """The invitation; looking at it takes no seat, since previews of links look too. A used one leads to the game."""
    table, viewer = await tables.look(seating.invited_to(token), person_cookie.known(request))
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
    return Template("seats/join.html", context={"site": site_of(request), **context})


@post("/join/{token:str}")
async def join(
    request: AnyRequest,
    seating: NamedDependency[Seating],
    person_cookie: NamedDependency[PersonCookie],
    tables: NamedDependency[Tables],
    wishes: NamedDependency[WishStore],
    token: FromPath[str],
) -> Redirect:
    """Take the seat that an invitation is for: `name`, and one's own part of the dice. Who comes too late watches."""
    fields = await read_fields(request)
    name = name_given(request, fields)
    person, cookie = person_cookie.welcome(request)
    try:
        table = await seating.join(token, person, name, read_own_dice(fields))
    except SeatTaken:
        return Redirect(watching_instead(seating.invited_to(token)), status_code=303)
    await OwnTime(request, tables, wishes).sit_down(table, person)
    return Redirect(f"/t/{table.id}", status_code=303, cookies=[cookie, remember(name)])


def watching_instead(game: GameId) -> str:
    """Where somebody watches whose seat another person has taken; the page says so."""
    return f"/watch/{game}?late=1"


@get("/seat/{token:str}", sync_to_thread=False)
def seat_page(request: AnyRequest, seating: NamedDependency[Seating], token: FromPath[str]) -> Template:
    """The private link that carries a seat to this device."""
    game, _ = seating.carried(token)
    return Template("seats/seat.html", context={"site": site_of(request), "token": token, "game": game})


@post("/seat/{token:str}")
async def carry(
    request: AnyRequest,
    seating: NamedDependency[Seating],
    person_cookie: NamedDependency[PersonCookie],
    token: FromPath[str],
) -> Redirect:
    """Take one's seat on another device."""
    person, cookie = person_cookie.welcome(request)
    table = await seating.carry(token, person)
    return Redirect(f"/t/{table.id}", status_code=303, cookies=[cookie])


ROUTES = [join_page, join, invitation_code, seat_page, carry, *LINK_ROUTES]
