"""Advice in casual games against a bot: the numbers of the review for the choice at hand; the record notes it."""

from typing import Any

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect, Template

from shanghaien.web.assembly import Services
from shanghaien.web.http.fields import read_fields
from shanghaien.web.http.guests import AnyRequest
from shanghaien.web.http.problems import wants_json
from shanghaien.web.http.site import site_of
from shanghaien.web.pages.shared.seen_table import SeenTable
from shanghaien.web.play.log import EntryKind
from shanghaien.web.play.table import Table, Viewer
from shanghaien.web.play.tables import TableRequest

from .step import advice_view

LONGEST_MOVE_ID = 64


@post("/hint/{game:str}")
async def ask(request: AnyRequest, services: NamedDependency[Services], game: FromPath[str]) -> Redirect:
    """Note that advice is asked for, then show it: `version` and `id`."""
    fields = await read_fields(request)
    guest = services.guests.known(request)
    asked = TableRequest(game, guest, fields.number("version"), fields.text("id", longest=LONGEST_MOVE_ID))
    await services.tables.note_help(asked)
    return Redirect(f"/hint/{game}", status_code=303)


@get("/hint/{game:str}")
async def advice(request: AnyRequest, services: NamedDependency[Services], game: FromPath[str]) -> Response[Any]:
    """The advice, to whoever asked for it and as long as the choice is not made."""
    table, viewer = await services.tables.look(game, services.guests.known(request))
    if not was_asked(table, viewer):
        return Redirect(f"/t/{game}", status_code=303)
    choices = await services.reviews.weigh(table.state)
    if wants_json(request):
        return Response({"choices": [[choice.action, choice.value] for choice in choices]})
    step = advice_view(SeenTable(table, viewer), choices)
    return Template("review/hint.html", context={"site": site_of(request), "game": game, "step": step})


def was_asked(table: Table, viewer: Viewer) -> bool:
    """Whether the viewer's last entry in the log is a request for advice about the choice that he now has."""
    told = [entry for entry in table.log if not entry.undone]
    asked = bool(told) and told[-1].kind is EntryKind.HELP and told[-1].seat in viewer.seats
    return asked and viewer.may_choose(table)


ROUTES = [ask, advice]
