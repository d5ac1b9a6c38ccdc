"""Setting up a table: the form, and what comes of it."""

from litestar import get, post
from litestar.di import NamedDependency
from litestar.response import Redirect, Template

from shanghaien.web.http.fields import read_fields
from shanghaien.web.http.person_cookie import PersonCookie
from shanghaien.web.http.places import place_of
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.http.site import site_of
from shanghaien.web.play.levels import DEFAULT_LEVEL, LEVELS
from shanghaien.web.play.tables import Tables
from shanghaien.web.workers.quotas import Quotas

from .form import read_setup
from .model import present


@get("/new", sync_to_thread=False)
def new(request: AnyRequest, tables: NamedDependency[Tables]) -> Template:
    """The form that sets up a table."""
    context = {"form": present(LEVELS, DEFAULT_LEVEL), "reservation": tables.reserve()}
    return Template("new_game/new.html", context={"site": site_of(request), **context})


@post("/new")
async def create(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    quotas: NamedDependency[Quotas],
    person_cookie: NamedDependency[PersonCookie],
) -> Redirect:
    """Set up a table, and go there."""
    fields = await read_fields(request)
    person, cookie = person_cookie.welcome(request)
    setup = read_setup(fields)
    created = quotas.created(setup.mode, person, place_of(request))
    table = await tables.create(setup, person, fields.text("reservation", ""))
    created(table.id)
    return Redirect(f"/t/{table.id}", status_code=303, cookies=[cookie])


ROUTES = [new, create]
