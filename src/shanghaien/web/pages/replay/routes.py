"""Games step by step: those played here, and from a record that somebody brings."""

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Template

from shanghaien.rules import RulesError, load
from shanghaien.web.http.fields import read_fields
from shanghaien.web.http.i18n import gettext
from shanghaien.web.http.person_cookie import PersonCookie
from shanghaien.web.http.places import place_of
from shanghaien.web.http.requests import AnyRequest, side_in, step_in
from shanghaien.web.http.site import site_of
from shanghaien.web.ids import GameId
from shanghaien.web.pages.shared.told import told
from shanghaien.web.play.imported import table_of
from shanghaien.web.play.tables import Tables
from shanghaien.web.workers.quotas import Quotas, Work

from .model import replay

LONGEST_RECORD = 100_000


@get("/replay/{game:str}")
async def replay_page(request: AnyRequest, tables: NamedDependency[Tables], game: FromPath[GameId]) -> Template:
    """A game step by step; each step has an address."""
    table, _ = await tables.look(game)
    shown = replay(table, step_in(request.query_params.get("step", "")), side_in(request))
    return Template(
        "replay/replay.html", context={"site": site_of(request), "replay": shown, "page": shown.page, "record": ""}
    )


@get("/import", sync_to_thread=False)
def import_page(request: AnyRequest) -> Template:
    """The form for a record."""
    return Template("replay/import.html", context={"site": site_of(request), "record": ""})


@post("/import", status_code=200)
async def import_record(
    request: AnyRequest, quotas: NamedDependency[Quotas], person_cookie: NamedDependency[PersonCookie]
) -> Template:
    """Replay a record; it is kept nowhere, the page itself carries it from step to step."""
    quotas.ask(Work.IMPORTS, person_cookie.known(request), place_of(request))
    fields = await read_fields(request)
    text = fields.text("record", longest=LONGEST_RECORD)
    try:
        table = table_of(load(text))
    except RulesError as error:
        notice = gettext("This record cannot be replayed: %(reason)s") % {"reason": told(error)}
        context = {"site": site_of(request, notice), "record": text}
        return Template("replay/import.html", context=context, status_code=422)
    shown = replay(table, step_in(fields.text("step", "")))
    context = {"site": site_of(request), "replay": shown, "page": shown.page, "record": text}
    return Template("replay/replay.html", context=context)


ROUTES = [replay_page, import_page, import_record]
