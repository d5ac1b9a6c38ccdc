"""Learning the game: the rules page, and a first game with a guide."""

from typing import Any

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.response import Redirect, Template

from shanghaien.rules import Options
from shanghaien.web.assembly import Services
from shanghaien.web.http.fields import read_fields
from shanghaien.web.http.guests import AnyRequest
from shanghaien.web.http.preferences import ONE_YEAR
from shanghaien.web.http.site import site_of
from shanghaien.web.play.levels import LEVELS
from shanghaien.web.play.table import Mode, Setup

from .examples import example, face_named, score_example


@get("/rules", sync_to_thread=False)
def rules_page(request: AnyRequest) -> Template:
    """The rules with drawn examples, in the visitor's language."""
    drawing = {"face_named": face_named, "example": example, "score_example": score_example}
    return Template("rules/page.html", context={"site": site_of(request), **drawing})


@post("/guide")
async def guide(request: AnyRequest, services: NamedDependency[Services]) -> Response[Any]:
    """Start a base game against the easiest bot, with the guide's comments switched on."""
    fields = await read_fields(request)
    visitor, cookie = services.guests.welcome(request)
    contribution = fields.text("contribution", "").strip()
    setup = Setup(Mode.BOT, Options(), seat=0, levels=(LEVELS[0], LEVELS[0]), contribution=contribution)
    table = await services.tables.create(setup, visitor, fields.text("reservation", ""))
    comments = Cookie(key="guide", value="1", max_age=ONE_YEAR, path="/", samesite="lax")
    return Redirect(f"/t/{table.id}", status_code=303, cookies=[cookie, comments])


LESSONS = [rules_page, guide]
