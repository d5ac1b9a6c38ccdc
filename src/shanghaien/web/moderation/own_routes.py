"""Blocking and reporting people, from a table or from their page; and what became of the reports."""

from collections.abc import Mapping

from litestar import get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency, Provide
from litestar.response import Redirect, Template
from litestar.router import Router

from shanghaien.rules import N_
from shanghaien.web.core.errors import BadRequestError, DomainError
from shanghaien.web.core.formats import day_of
from shanghaien.web.core.i18n import gettext
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.core.parts import Parts
from shanghaien.web.moderation.blocking import Blocking, BlockTarget
from shanghaien.web.moderation.reports import DISMISSED, LONGEST_WORDS, REASONS, Reported, Reporting
from shanghaien.web.moderation.store import ReportRow
from shanghaien.web.site.forms import AnyRequest, place_of, read_fields
from shanghaien.web.site.page_panels import PagePanel
from shanghaien.web.site.preferences import preferences_of
from shanghaien.web.site.problems import status_of
from shanghaien.web.site.sessions import GuestCookie
from shanghaien.web.site.templates import confirmation, site_of


class OwnVisit:
    """A request to block or report a person; Litestar makes one for each request."""

    def __init__(self, request: AnyRequest, parts: NamedDependency[Parts]) -> None:
        self.request, self.blocking, self.reporting = request, parts[Blocking], parts[Reporting]
        self._cookie = parts[GuestCookie]
        self.person = request.user.person
        self.account = request.user.account

    def welcome(self) -> tuple[PersonId, Cookie]:
        """The person, or a new guest, and their cookie."""
        return self._cookie.welcome(self.request)


Visit = NamedDependency[OwnVisit]


def target_in(query: Mapping[str, str]) -> tuple[str, str]:
    """The name and the game in the address; empty if they are far too long."""
    name, game = query.get("name", ""), query.get("game", "")
    return name[:80], game if len(game) <= 40 and game.replace("-", "").replace("_", "").isalnum() else ""


@get("/report")
async def report_page(visit: Visit) -> Template:
    name, game = target_in(visit.request.query_params)
    return _form(visit, await _reported(visit, name, game), name)


@post("/report", status_code=200)
async def report(visit: Visit) -> Template | Redirect:
    """Form: `game` (its other player) or `name`; `reason`, `words`, and `block` to block them too."""
    fields = await read_fields(visit.request)
    name, words = fields.text("name", ""), fields.text("words", "", 4 * LONGEST_WORDS)
    whom = await _reported(visit, name, fields.text("game", ""))
    person, cookie = visit.welcome()
    try:
        await visit.reporting.report(person, whom, fields.text("reason", ""), words, place_of(visit.request))
    except DomainError as refusal:
        return _form(visit, whom, name, refusal, words)
    if fields.flag("block"):
        blocking, table = visit.blocking, whom.table
        await blocking.block(
            person, await (blocking.named(name) if table is None else blocking.opponent(table.id, person))
        )
    return Redirect("/talk?told=reported", status_code=303, cookies=[cookie])


def _form(visit: OwnVisit, whom: Reported, name: str, refusal: DomainError | None = None, words: str = "") -> Template:
    context = {
        "site": site_of(visit.request, refusal.said(gettext) if refusal else ""),
        "whom": whom,
        "by_name": name,
        "reasons": [(key, gettext(text)) for key, text in REASONS.items()],
        "longest": LONGEST_WORDS,
        "words": words,
    }
    return Template("moderation/own/report.html", context=context, status_code=status_of(refusal))


async def _reported(visit: OwnVisit, name: str, game: str) -> Reported:
    if game:
        return await visit.reporting.opponent(GameId(game), visit.person)
    if not name:
        raise BadRequestError(N_("Say whom it is about."))
    return await visit.reporting.named(name, visit.request.user.require_account().id)


@get("/block")
async def block_page(visit: Visit) -> Template:
    name, game = target_in(visit.request.query_params)
    whom = await _whom(visit, name, game)
    return Template(
        "moderation/own/block.html", context={"site": site_of(visit.request), "whom": whom, "by_name": name}
    )


@post("/block")
async def block(visit: Visit) -> Redirect:
    """Form: `game` (its other player) or `name`."""
    fields = await read_fields(visit.request)
    whom = await _whom(visit, fields.text("name", ""), fields.text("game", ""))
    person, cookie = visit.welcome()
    await visit.blocking.block(person, whom)
    return Redirect("/talk?told=blocked", status_code=303, cookies=[cookie])


@post("/unblock")
async def unblock(visit: Visit) -> Redirect:
    """Form: the `handle` from the person's own list."""
    handle = (await read_fields(visit.request)).text("handle")
    if visit.person is not None:
        await visit.blocking.unblock(visit.person, handle)
    return Redirect("/talk?told=unblocked", status_code=303)


async def _whom(visit: OwnVisit, name: str, game: str) -> BlockTarget:
    if game:
        return await visit.blocking.opponent(GameId(game), visit.person)
    if not name:
        raise BadRequestError(N_("Say whom it is about."))
    visit.request.user.require_account()
    return await visit.blocking.named(name)


ROUTES = [
    Router(
        "/",
        route_handlers=[report_page, report, block_page, block, unblock],
        dependencies={"visit": Provide(OwnVisit, sync_to_thread=False)},
    )
]

TOLD = {
    "blocked": N_("Blocked. You see nothing of each other any more."),
    "unblocked": N_("Taken off the list."),
    "reported": N_("Thank you for telling us. A moderator will look at it; here you see what became of it."),
}
"""Confirmations by the word in the address."""


def own_report(row: ReportRow, zone: str) -> dict[str, object]:
    """A report as its reporter sees it."""
    return {
        "name": row.name,
        "reason": gettext(REASONS.get(row.reason, REASONS["other"])),
        "day": day_of(row.at, zone),
        "state": _state(row, zone),
        "answer": row.answer,
        "waits": row.closed is None,
    }


def _state(row: ReportRow, zone: str) -> str:
    if row.closed is None:
        return gettext("A moderator will look at it.")
    day = {"day": day_of(row.closed, zone)}
    if row.outcome == DISMISSED:
        return gettext("A moderator looked at it on %(day)s and found no reason to act.") % day
    return gettext("A moderator dealt with it on %(day)s.") % day


def peace_panel(blocking: Blocking, reporting: Reporting) -> PagePanel:
    async def context(request: AnyRequest, person: PersonId | None) -> dict[str, object]:
        zone, told = preferences_of(request).zone, confirmation(request, TOLD)
        blocked = await blocking.list_of(person) if person else []
        reports = await reporting.by(person) if person else []
        return {
            "blocked": [(row.handle, row.name, day_of(row.at, zone)) for row in blocked],
            "reports": [own_report(row, zone) for row in reports],
            **({"told": told} if told else {}),
        }

    return PagePanel("moderation/own/section.html", context)


async def _nothing_more(request: AnyRequest, person: PersonId | None) -> dict[str, object]:
    return {}


PROFILE_PANEL = PagePanel("moderation/own/block_button.html", _nothing_more)
"""On the page of a person, for another: blocking and reporting them."""
