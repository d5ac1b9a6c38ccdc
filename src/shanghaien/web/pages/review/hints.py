"""Advice in casual games against a bot: the numbers of the review for the choice at hand; the record notes it."""

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect, Template

from shanghaien.web.http.fields import read_fields
from shanghaien.web.http.person_cookie import PersonCookie
from shanghaien.web.http.places import place_of
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.http.site import site_of
from shanghaien.web.ids import GameId
from shanghaien.web.pages.shared.change_form import read_change
from shanghaien.web.pages.shared.seen_table import SeenTable
from shanghaien.web.play.log import EntryKind
from shanghaien.web.play.table import Table, Viewer
from shanghaien.web.play.tables import Tables
from shanghaien.web.workers.advice import SOMEBODY, Advice
from shanghaien.web.workers.quotas import Quotas, Work

from .step import advice_view


@post("/hint/{game:str}")
async def ask(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    person_cookie: NamedDependency[PersonCookie],
    game: FromPath[GameId],
) -> Redirect:
    """Note that advice is asked for, then show it: `version` and `id`."""
    await tables.note_help(read_change(await read_fields(request), game, person_cookie.known(request)))
    return Redirect(f"/hint/{game}", status_code=303)


@get("/hint/{game:str}")
async def show(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    advice: NamedDependency[Advice],
    quotas: NamedDependency[Quotas],
    person_cookie: NamedDependency[PersonCookie],
    game: FromPath[GameId],
) -> Redirect | Template:
    """The advice, to whoever asked for it and as long as the choice is not made."""
    person = person_cookie.known(request)
    table, viewer = await tables.look(game, person)
    if not was_asked(table, viewer):
        return Redirect(f"/t/{game}", status_code=303)
    owner = SOMEBODY if advice.knows(table.state) else quotas.ask(Work.ADVICE, person, place_of(request))
    step = advice_view(SeenTable(table, viewer), await advice.weigh(table.state, owner))
    return Template("review/hint.html", context={"site": site_of(request), "game": game, "step": step})


def was_asked(table: Table, viewer: Viewer) -> bool:
    """Whether the viewer's last entry in the log is a request for advice about the choice that they now have."""
    told = [entry for entry in table.log if not entry.undone]
    asked = bool(told) and told[-1].kind is EntryKind.HELP and told[-1].seat in viewer.seats
    return asked and viewer.may_choose(table)


ROUTES = [ask, show]
