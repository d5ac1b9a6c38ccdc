"""The page about one's own talk: the switches, whom one keeps away from, and what became of one's reports."""

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec
from litestar import get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency, Provide
from litestar.response import Redirect, Template
from litestar.router import Router

from shanghaien.rules import N_
from shanghaien.web.core.errors import BadRequestError, DomainError, SignInFirst
from shanghaien.web.core.formats import day_of
from shanghaien.web.core.i18n import gettext
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.core.parts import Parts
from shanghaien.web.core.visitor import visitor_of
from shanghaien.web.moderation.blocking import Blocking, BlockTarget
from shanghaien.web.moderation.reports import DISMISSED, LONGEST_WORDS, REASONS, Reported, Reporting
from shanghaien.web.moderation.store import ReportRow
from shanghaien.web.people.preferences import PreferenceStore, TalkPreferences
from shanghaien.web.site.forms import AnyRequest, Fields, place_of, read_fields
from shanghaien.web.site.preferences import preferences_of
from shanghaien.web.site.problems import status_of
from shanghaien.web.site.sessions import GuestCookie
from shanghaien.web.site.templates import site_of
from shanghaien.web.tables.api.extensions import Extensions
from shanghaien.web.tables.pages.panels import Panels
from shanghaien.web.tables.service import Tables
from shanghaien.web.talk.api import extension
from shanghaien.web.talk.service import OwnNotes, TableTalk
from shanghaien.web.talk.views import Beside

# What the page about one's own talk shows of a report.


@dataclass(frozen=True, slots=True)
class OwnReport:
    """A report as whoever made it sees it."""

    name: str
    reason: str
    day: str
    state: str
    answer: str
    waits: bool


def own_report(row: ReportRow, zone: str) -> OwnReport:
    """What became of a report, for whoever made it."""
    reason = gettext(REASONS.get(row.reason, REASONS["other"]))
    return OwnReport(row.name, reason, day_of(row.at, zone), _state(row, zone), row.answer, row.closed is None)


def _state(row: ReportRow, zone: str) -> str:
    if row.closed is None:
        return gettext("A moderator will look at it.")
    day = {"day": day_of(row.closed, zone)}
    if row.outcome == DISMISSED:
        return gettext("A moderator looked at it on %(day)s and found nothing to do.") % day
    return gettext("A moderator dealt with it on %(day)s.") % day


# A request about talk: who asks, and the parts of the server that answer it.


class TalkVisit:
    """One request; Litestar makes one for each."""

    def __init__(
        self,
        request: AnyRequest,
        person_cookie: NamedDependency[GuestCookie],
        wishes: NamedDependency[PreferenceStore],
        keeping_away: NamedDependency[Blocking],
        reporting: NamedDependency[Reporting],
    ) -> None:
        self.request, self.wishes = request, wishes
        self.keeping_away, self.reporting = keeping_away, reporting
        self._cookie = person_cookie
        self.person = person_cookie.known(request)
        self.account = visitor_of(request).account

    def welcome(self) -> tuple[PersonId, Cookie]:
        """The person, a new guest if need be, and the cookie that remembers them."""
        return self._cookie.welcome(self.request)

    async def wished(self) -> TalkPreferences:
        """How the person wants to talk."""
        return TalkPreferences() if self.person is None else (await self.wishes.of(self.person)).talk


def whom_of(query: Mapping[str, str]) -> tuple[str, str]:
    """The name and the game that an address names; what is far too long is nobody's."""
    name, game = query.get("name", ""), query.get("game", "")
    return name[:80], game if len(game) <= 40 and game.replace("-", "").replace("_", "").isalnum() else ""


# Reporting somebody, from a table or from their page.

Visit = NamedDependency[TalkVisit]


@get("/report")
async def report_page(visit: Visit) -> Template:
    """The form: why, and a word about it."""
    name, game = whom_of(visit.request.query_params)
    return _form(visit, await _report_routes_whom(visit, name, game), name)


@post("/report", status_code=200)
async def report(visit: Visit) -> Template | Redirect:
    """Report the other player of `game`, or whoever goes by `name`: `reason`, `words`, and `block` if wished."""
    fields = await read_fields(visit.request)
    name, words = fields.text("name", ""), fields.text("words", "", 4 * LONGEST_WORDS)
    whom = await _report_routes_whom(visit, name, fields.text("game", ""))
    person, cookie = visit.welcome()
    try:
        await visit.reporting.report(person, whom, fields.text("reason", ""), words, place_of(visit.request))
    except DomainError as refusal:
        return _form(visit, whom, name, refusal, words)
    if fields.flag("block"):
        away = visit.keeping_away
        table = whom.table
        await away.block(person, await (away.named(name) if table is None else away.opponent(table.id, person)))
    return Redirect("/talk?told=reported", status_code=303, cookies=[cookie])


def _form(visit: TalkVisit, whom: Reported, name: str, refusal: DomainError | None = None, words: str = "") -> Template:
    context = {
        "site": site_of(visit.request, refusal.said(gettext) if refusal else ""),
        "whom": whom,
        "by_name": name,
        "reasons": [(key, gettext(text)) for key, text in REASONS.items()],
        "longest": LONGEST_WORDS,
        "words": words,
    }
    return Template("talk/report.html", context=context, status_code=status_of(refusal))


async def _report_routes_whom(visit: TalkVisit, name: str, game: str) -> Reported:
    if game:
        return await visit.reporting.opponent(GameId(game), visit.person)
    if not name:
        raise BadRequestError(N_("Say whom it is about."))
    if visit.account is None:
        raise SignInFirst(N_("You are not signed in. Sign in, and try again."))
    return await visit.reporting.named(name, visit.account.id)


REPORT_ROUTES = [report_page, report]


# How somebody wants to talk, read from a form and kept.


async def keep_talk_wishes(wishes: PreferenceStore, person: PersonId, fields: Fields) -> None:
    """Keep the three switches as the form has them."""
    talk = TalkPreferences(*(fields.flag(name) for name in ("phrases", "free", "watchers")))
    await wishes.change(person, lambda kept: msgspec.structs.replace(kept, talk=talk))


TOLD = {
    "saved": N_("Saved."),
    "blocked": N_("Blocked. You see nothing of each other any more."),
    "unblocked": N_("Taken off the list."),
    "reported": N_("Thank you for telling us. A moderator will look at it; here you see what became of it."),
}
"""What is told after something was pressed, by the word in the address."""


@get("/talk")
async def talk_page(visit: Visit) -> Template:
    """How one wants to talk, whom one has blocked, and what one has reported."""
    person, zone = visit.person, preferences_of(visit.request).zone
    blocked = await visit.keeping_away.list_of(person) if person else []
    reports = await visit.reporting.by(person) if person else []
    word = visit.request.query_params.get("told", "")
    context = {
        "site": site_of(visit.request),
        "wished": await visit.wished(),
        "blocked": [(row.handle, row.name, day_of(row.at, zone)) for row in blocked],
        "reports": [own_report(row, zone) for row in reports],
        "told": gettext(TOLD[word]) if word in TOLD else "",
    }
    return Template("talk/page.html", context=context)


@post("/talk")
async def save(visit: Visit) -> Redirect:
    """Keep the switches: `phrases`, `free`, `watchers`."""
    person, cookie = visit.welcome()
    await keep_talk_wishes(visit.wishes, person, await read_fields(visit.request))
    return Redirect("/talk?told=saved", status_code=303, cookies=[cookie])


@get("/block")
async def block_page(visit: Visit) -> Template:
    """Asks once before somebody is blocked, and says what follows."""
    name, game = whom_of(visit.request.query_params)
    whom = await _whom(visit, name, game)
    return Template("talk/block.html", context={"site": site_of(visit.request), "whom": whom, "by_name": name})


@post("/block")
async def block(visit: Visit) -> Redirect:
    """Block the other player of `game`, or whoever goes by `name`."""
    fields = await read_fields(visit.request)
    whom = await _whom(visit, fields.text("name", ""), fields.text("game", ""))
    person, cookie = visit.welcome()
    await visit.keeping_away.block(person, whom)
    return Redirect("/talk?told=blocked", status_code=303, cookies=[cookie])


@post("/unblock")
async def unblock(visit: Visit) -> Redirect:
    """Take somebody off one's list, by their `handle` there."""
    handle = (await read_fields(visit.request)).text("handle")
    if visit.person is not None:
        await visit.keeping_away.unblock(visit.person, handle)
    return Redirect("/talk?told=unblocked", status_code=303)


async def _whom(visit: TalkVisit, name: str, game: str) -> BlockTarget:
    if game:
        return await visit.keeping_away.opponent(GameId(game), visit.person)
    if not name:
        raise BadRequestError(N_("Say whom it is about."))
    if visit.account is None:
        raise SignInFirst(N_("You are not signed in. Sign in, and try again."))
    return await visit.keeping_away.named(name)


def open_parts(parts: Parts) -> None:
    """What pages and programs ask about talk."""
    talk = parts.add(TableTalk(parts[Tables]), "talk")
    parts[Panels].all.append(parts.add(Beside(parts[Tables], talk, OwnNotes(parts[Tables])), "beside"))
    parts[Extensions].all.append(extension(talk))


ROUTES = [
    Router(
        "/",
        route_handlers=[talk_page, save, block_page, block, unblock, *REPORT_ROUTES],
        dependencies={"visit": Provide(TalkVisit, sync_to_thread=False)},
    )
]
