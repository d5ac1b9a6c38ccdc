"""Setting up a table: the form, what the server commits to for it, and what comes of it."""

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.response import Redirect, Template

from shanghaien.web.http.fields import Fields, read_fields
from shanghaien.web.http.person_cookie import PersonCookie
from shanghaien.web.http.places import place_of
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.http.site import site_of
from shanghaien.web.pages.shared.own_name import name_given, remember, remembered_name
from shanghaien.web.pages.shared.own_time import OwnTime
from shanghaien.web.people.wishes import WishStore
from shanghaien.web.play.fixing import check_word
from shanghaien.web.play.levels import DEFAULT_LEVEL, LEVELS
from shanghaien.web.play.setup import Setup
from shanghaien.web.play.tables import Tables
from shanghaien.web.workers.quotas import Quotas, Work

from .form import read_setup, sent_again
from .model import present


@get("/new", sync_to_thread=False)
def new(request: AnyRequest) -> Template:
    """The form that sets up a table."""
    form, own_name = present(LEVELS, DEFAULT_LEVEL), remembered_name(request)
    context = {"site": site_of(request), "form": form, "own_name": own_name}
    return Template("new_game/new.html", context=context)


@post("/reserve", status_code=200)
async def reserve(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    quotas: NamedDependency[Quotas],
    person_cookie: NamedDependency[PersonCookie],
) -> Response[bytes]:
    """What the server commits to for a game that may be set up, for the script of a form: seen before it adds anything."""
    quotas.ask(Work.RESERVATIONS, person_cookie.known(request), place_of(request))
    made = await tables.reserve()
    chains = {
        "server": made.chains.server,
        "creatorHeld": made.chains.creator_held,
        "guestHeld": made.chains.guest_held,
    }
    told = {"game": made.id, "token": made.token, **chains, "receipt": made.receipt, "key": made.key}
    return Response(msgspec.json.encode(told), media_type="application/json")


@post("/new")
async def create(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    quotas: NamedDependency[Quotas],
    person_cookie: NamedDependency[PersonCookie],
    wishes: NamedDependency[WishStore],
) -> Redirect | Template:
    """Set up a table, and go there; whoever typed a word sees first what the server commits to."""
    fields = await read_fields(request)
    person, cookie = person_cookie.welcome(request)
    name = name_given(request, fields)
    setup, reservation = read_setup(fields, name), fields.text("reservation", "")
    if _has_to_see(setup, reservation):
        check_word(setup.dice.word)
        quotas.ask(Work.RESERVATIONS, person, place_of(request))
        return await _confirm(request, tables, fields)
    created = quotas.created(setup.mode, person, place_of(request))
    table = await tables.create(setup, person, reservation, fields.text("id", ""))
    created(table.id)
    await OwnTime(request, tables, wishes).sit_down(table, person)
    return Redirect(f"/t/{table.id}", status_code=303, cookies=[cookie, remember(name)])


def _has_to_see(setup: Setup, reservation: str) -> bool:
    """Whether something is added to dice to which the server has not committed itself yet, as by a page without script."""
    return bool(setup.dice.word) and not reservation and not setup.mode.adds_nothing


async def _confirm(request: AnyRequest, tables: Tables, fields: Fields) -> Template:
    context = {"fields": sent_again(fields), "reservation": await tables.reserve()}
    return Template("new_game/confirm.html", context={"site": site_of(request), **context}, status_code=200)


ROUTES = [new, create, reserve]
