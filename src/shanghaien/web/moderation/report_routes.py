"""The queue of reports, one report whole, and closing it."""

from dataclasses import replace

from litestar import get, post
from litestar.di import NamedDependency, Provide
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect, Template
from litestar.router import Router

from shanghaien.web.core.errors import DomainError
from shanghaien.web.core.parts import Parts
from shanghaien.web.moderation.blocking import Blocking
from shanghaien.web.moderation.fair_play import FairPlay
from shanghaien.web.moderation.host import LONGEST_WORD, WordListEditing
from shanghaien.web.moderation.own_routes import PROFILE_PANEL, peace_panel
from shanghaien.web.moderation.person_routes import PERSON_ROUTES
from shanghaien.web.moderation.reports import DISMISSED, DONE, ON_A_PAGE, ModerationRecords, Reporting
from shanghaien.web.moderation.service import Moderation
from shanghaien.web.moderation.store import Key, ReportRow
from shanghaien.web.moderation.suspicion_routes import WATCH_ROUTES
from shanghaien.web.moderation.views import (
    TYPED,
    ModeratorVisit,
    game_state,
    shown_action,
    shown_report,
    snapshot_of,
    why_of,
)
from shanghaien.web.people.account_names import AccountNaming
from shanghaien.web.people.credentials import CredentialServices
from shanghaien.web.people.sessions import Sessions
from shanghaien.web.people.tokens import Tokens
from shanghaien.web.site.forms import read_fields
from shanghaien.web.site.page_panels import PeacePanels, ProfilePanels
from shanghaien.web.standings.service import Standings
from shanghaien.web.standings.unrating import Unrating
from shanghaien.web.tables.log import TalkRecord
from shanghaien.web.tables.service import Tables

Visit = NamedDependency[ModeratorVisit]
Known = NamedDependency[Standings]


@get("/order")
async def queue(visit: Visit) -> Template:
    """The oldest first; moderators do not see reports about themselves."""
    after = _key(visit.request.query_params.get("after", ""))
    return _list(visit, await visit.records.reports.waiting(after, ON_A_PAGE + 1), "waiting", "after")


@get("/order/closed")
async def closed(visit: Visit) -> Template:
    """The latest first."""
    before = _key(visit.request.query_params.get("before", ""))
    return _list(visit, await visit.records.reports.dealt_with(before, ON_A_PAGE + 1), "closed", "before")


def _list(visit: ModeratorVisit, rows: list[ReportRow], tab: str, name: str) -> Template:
    shown, more = rows[:ON_A_PAGE], len(rows) > ON_A_PAGE
    at = (shown[-1].closed or 0) if more and tab == "closed" else shown[-1].at if more else 0
    further = f"{visit.request.url.path}?{name}={at}-{shown[-1].id}" if more else ""
    reports = [shown_report(row, visit.zone) for row in shown if row.about != visit.account.id]
    return visit.page("queue.html", reports=reports, tab=tab, further=further)


def _key(text: str) -> Key | None:
    at, _, report = text.partition("-")
    return (int(at), report[:40]) if at.isascii() and at.isdigit() and len(at) <= 15 and report else None


@get("/order/reports/{report:str}")
async def report_page(visit: Visit, standings: Known, report: FromPath[str]) -> Template:
    return await _report(visit, standings, report)


async def _report(
    visit: ModeratorVisit, standings: Standings, report: str, refusal: DomainError | None = None
) -> Template:
    row = await _found(visit, report)
    shown, kept = shown_report(row, visit.zone), snapshot_of(row, visit.zone, visit.phrases)
    of_game = await standings.results(row.game) if row.game else []
    state = game_state(of_game[0].unrated) if of_game else None
    guest = bool(row.about) and await visit.records.is_guest(row.about)
    context = {"waits": row.closed is None, "answer": row.answer, "state": state, "guest": guest}
    return visit.page("report.html", refusal, report=shown, kept=kept, **context)


async def _found(visit: ModeratorVisit, report: str) -> ReportRow:
    row = await visit.records.reports.of(report)
    if row is None or row.about == visit.account.id:
        raise NotFoundException
    return row


@post("/order/reports/{report:str}/close", status_code=200)
async def close_report(visit: Visit, standings: Known, report: FromPath[str]) -> Template | Redirect:
    """Form: `outcome` (done or dismissed), and the `answer` for the reporter."""
    fields = await read_fields(visit.request)
    outcome = DONE if fields.text("outcome", "") == DONE else DISMISSED
    try:
        await visit.moderation.close_report(visit.moderator, report, outcome, fields.text("answer", "", TYPED))
    except DomainError as refusal:
        return await _report(visit, standings, report, refusal)
    return visit.done("/order")


@post("/order/reports/{report:str}/{act:str}", status_code=200)
async def game_of_report(
    visit: Visit, standings: Known, report: FromPath[str], act: FromPath[str]
) -> Template | Redirect:
    """Take the reported game out of the ratings (`game-off`) or back (`game-on`), and close the report; form: `reason`."""
    acts = {"game-off": visit.fair_play.game_off, "game-on": visit.fair_play.game_on}
    row, fields = await _found(visit, report), await read_fields(visit.request)
    if act not in acts or not row.game:
        raise NotFoundException
    try:
        await acts[act](visit.moderator, row.about, row.game, replace(why_of(fields), report=row.id))
    except DomainError as refusal:
        return await _report(visit, standings, report, refusal)
    return visit.done(f"/order/reports/{row.id}")


QUEUE_ROUTES = [queue, closed, report_page, close_report, game_of_report]


Editing = NamedDependency[WordListEditing]
TYPED_WORD = 4 * LONGEST_WORD


@get("/order/words")
async def words_page(visit: Visit, word_list: Editing) -> Template:
    return await _page(visit, word_list)


async def _page(visit: ModeratorVisit, word_list: WordListEditing, refusal: DomainError | None = None) -> Template:
    return visit.page("words.html", refusal, words=await word_list.listed(), longest=LONGEST_WORD)


@post("/order/words", status_code=200)
async def add_word(visit: Visit, word_list: Editing) -> Template | Redirect:
    """Form: `word`; `inside` if it must not stand inside longer words either."""
    fields = await read_fields(visit.request)
    try:
        await word_list.add(visit.moderator, fields.text("word", "", TYPED_WORD), inside=fields.flag("inside"))
    except DomainError as refusal:
        return await _page(visit, word_list, refusal)
    return visit.done("/order/words", "added")


@post("/order/words/off", status_code=200)
async def remove_word(visit: Visit, word_list: Editing) -> Template | Redirect:
    """Form: `word`."""
    fields = await read_fields(visit.request)
    try:
        await word_list.remove(visit.moderator, fields.text("word", "", TYPED_WORD))
    except DomainError as refusal:
        return await _page(visit, word_list, refusal)
    return visit.done("/order/words", "off")


@get("/order/audit")
async def audit_page(visit: Visit) -> Template:
    text = visit.request.query_params.get("before", "")
    before = int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None
    rows = await visit.records.audit.page(before, ON_A_PAGE + 1)
    further = f"/order/audit?before={rows[ON_A_PAGE - 1].number}" if len(rows) > ON_A_PAGE else ""
    actions = [shown_action(row, visit.zone) for row in rows[:ON_A_PAGE]]
    return visit.page("audit.html", actions=actions, further=further)


WORD_ROUTES = [words_page, add_word, remove_word, audit_page]


def open_parts(parts: Parts) -> None:
    tables, database = parts[Tables], parts.database
    moderation = parts.add(Moderation(database))
    moderation.after_change += [parts[Sessions].forget, parts[Tokens].forget]
    blocking = parts.add(Blocking(tables))
    reporting = parts.add(Reporting(tables, parts[CredentialServices].attempts, parts[TalkRecord]))
    parts[PeacePanels].all.append(peace_panel(blocking, reporting))
    parts[ProfilePanels].all.append(PROFILE_PANEL)
    parts.add(FairPlay(parts[Unrating]))
    parts.add(ModerationRecords(database))
    parts.add(WordListEditing(database, [tables.words, parts[AccountNaming].words]), "word_list")


ROUTES = [
    Router(
        "/",
        route_handlers=[*QUEUE_ROUTES, *PERSON_ROUTES, *WATCH_ROUTES, *WORD_ROUTES],
        dependencies={"visit": Provide(ModeratorVisit, sync_to_thread=False)},
    )
]
