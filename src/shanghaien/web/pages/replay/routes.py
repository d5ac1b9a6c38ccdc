"""Games step by step: those played here, and from a record that somebody brings."""

from typing import Any

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Template

from shanghaien.rules import RulesError, load
from shanghaien.web.assembly import Services
from shanghaien.web.http.fields import read_fields
from shanghaien.web.http.guests import AnyRequest
from shanghaien.web.http.i18n import gettext
from shanghaien.web.http.site import site_of
from shanghaien.web.play.imported import table_of

from .model import replay

LONGEST_RECORD = 100_000
SIDES = {"a": 0, "b": 1}


@get("/replay/{game:str}")
async def replay_page(request: AnyRequest, services: NamedDependency[Services], game: FromPath[str]) -> Template:
    """A game step by step; each step has an address."""
    table, _ = await services.tables.look(game)
    side = SIDES.get(request.query_params.get("side", ""))
    shown = replay(table, _step(request.query_params.get("step", "")), side)
    return Template(
        "replay/replay.html", context={"site": site_of(request), "replay": shown, "page": shown.page, "record": ""}
    )


@get("/import", sync_to_thread=False)
def import_page(request: AnyRequest) -> Template:
    """The form for a record."""
    return Template("replay/import.html", context={"site": site_of(request), "record": ""})


@post("/import", status_code=200)
async def import_record(request: AnyRequest) -> Response[Any]:
    """Replay a record; it is kept nowhere, the page itself carries it from step to step."""
    fields = await read_fields(request)
    text = fields.text("record", longest=LONGEST_RECORD)
    try:
        table = table_of(load(text))
    except RulesError as error:
        notice = gettext("This record cannot be replayed: %(reason)s") % {"reason": error}
        context = {"site": site_of(request, notice), "record": text}
        return Template("replay/import.html", context=context, status_code=422)
    shown = replay(table, _step(fields.text("step", "")))
    context = {"site": site_of(request), "replay": shown, "page": shown.page, "record": text}
    return Template("replay/replay.html", context=context)


def _step(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None


REPLAYS = [replay_page, import_page, import_record]
