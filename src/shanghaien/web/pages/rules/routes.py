"""Learning the game: the rules page, and a first game with a guide."""

from litestar import get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.response import Redirect, Template

from shanghaien.rules import Options
from shanghaien.web.http.fields import read_fields
from shanghaien.web.http.person_cookie import PersonCookie
from shanghaien.web.http.places import place_of
from shanghaien.web.http.preferences import ONE_YEAR
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.http.site import site_of
from shanghaien.web.pages.shared.own_dice import read_own_dice
from shanghaien.web.pages.shared.own_name import remembered_name
from shanghaien.web.play.levels import LEVELS
from shanghaien.web.play.setup import Setup
from shanghaien.web.play.table import Mode
from shanghaien.web.play.tables import Tables
from shanghaien.web.workers.quotas import Quotas

from .examples import example
from .model import present


@get("/rules", sync_to_thread=False)
def rules_page(request: AnyRequest) -> Template:
    """The rules with drawn examples, in the reader's language."""
    return Template("rules/page.html", context={"site": site_of(request), "rules": present(), "example": example})


@post("/guide")
async def guide(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    quotas: NamedDependency[Quotas],
    person_cookie: NamedDependency[PersonCookie],
) -> Redirect:
    """Start a base game against the easiest bot, with the guide's comments switched on."""
    fields = await read_fields(request)
    person, cookie = person_cookie.welcome(request)
    names = (remembered_name(request), "")
    setup = Setup(Mode.BOT, Options(), names, seat=0, levels=(LEVELS[0], LEVELS[0]), dice=read_own_dice(fields))
    created = quotas.created(setup.mode, person, place_of(request))
    table = await tables.create(setup, person, fields.text("reservation", ""), fields.text("id", ""))
    created(table.id)
    comments = Cookie(key="guide", value="1", max_age=ONE_YEAR, path="/", samesite="lax")
    return Redirect(f"/t/{table.id}", status_code=303, cookies=[cookie, comments])


ROUTES = [rules_page, guide]
