"""Reporting somebody, from a table or from their page."""

from litestar import get, post
from litestar.di import NamedDependency
from litestar.response import Redirect, Template

from shanghaien.rules import N_
from shanghaien.web.http.fields import read_fields
from shanghaien.web.http.i18n import gettext
from shanghaien.web.http.places import place_of
from shanghaien.web.http.refusals import Refused, Unreadable
from shanghaien.web.http.site import site_of
from shanghaien.web.ids import GameId
from shanghaien.web.order.reasons import REASONS
from shanghaien.web.order.reporting import LONGEST_WORDS, Reported

from .visit import GuestsActAtTables, TalkVisit, whom_of

Visit = NamedDependency[TalkVisit]


@get("/report")
async def report_page(visit: Visit) -> Template:
    """The form: why, and a word about it."""
    name, game = whom_of(visit.request.query_params)
    return _form(visit, await _whom(visit, name, game), name)


@post("/report", status_code=200)
async def report(visit: Visit) -> Template | Redirect:
    """Report the other player of `game`, or whoever goes by `name`: `reason`, `words`, and `block` if wished."""
    fields = await read_fields(visit.request)
    name, words = fields.text("name", ""), fields.text("words", "", 4 * LONGEST_WORDS)
    whom = await _whom(visit, name, fields.text("game", ""))
    person, cookie = visit.welcome()
    try:
        await visit.reporting.report(person, whom, fields.text("reason", ""), words, place_of(visit.request))
    except Refused as refusal:
        return _form(visit, whom, name, refusal, words)
    if fields.flag("block"):
        away = visit.keeping_away
        table = whom.table
        await away.block(person, await (away.named(name) if table is None else away.opponent(table.id, person)))
    return Redirect("/talk?told=reported", status_code=303, cookies=[cookie])


def _form(visit: TalkVisit, whom: Reported, name: str, refusal: Refused | None = None, words: str = "") -> Template:
    context = {
        "site": site_of(visit.request, refusal.said(gettext) if refusal else ""),
        "whom": whom,
        "by_name": name,
        "reasons": [(key, gettext(text)) for key, text in REASONS.items()],
        "longest": LONGEST_WORDS,
        "words": words,
    }
    return Template("talk/report.html", context=context, status_code=refusal.status if refusal else 200)


async def _whom(visit: TalkVisit, name: str, game: str) -> Reported:
    if game:
        return await visit.reporting.opponent(GameId(game), visit.person)
    if not name:
        raise Unreadable(N_("Say whom it is about."))
    if visit.account is None:
        raise GuestsActAtTables(N_("You are not signed in. Sign in, and try again."))
    return await visit.reporting.named(name, visit.account.id)


REPORT_ROUTES = [report_page, report]
