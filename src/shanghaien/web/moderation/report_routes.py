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
from shanghaien.web.moderation.actions import Moderation
from shanghaien.web.moderation.blocking import Blocking
from shanghaien.web.moderation.fair_play import FairPlay
from shanghaien.web.moderation.host import LONGEST_WORD, WordListEditing
from shanghaien.web.moderation.own_routes import peace_panel
from shanghaien.web.moderation.person_routes import PERSON_ROUTES
from shanghaien.web.moderation.reports import ON_A_PAGE, ModerationRecords, Reporting
from shanghaien.web.moderation.store import Key, ReportRow
from shanghaien.web.moderation.suspicion_routes import WATCH_ROUTES
from shanghaien.web.moderation.views import TYPED as VIEWS_TYPED
from shanghaien.web.moderation.views import OrderVisit, game_state, shown_deed, shown_report, snapshot_of, why_of
from shanghaien.web.people.account_names import AccountNaming
from shanghaien.web.people.credentials import CredentialServices
from shanghaien.web.people.sessions import Sessions
from shanghaien.web.people.tokens import Tokens
from shanghaien.web.site.forms import read_fields
from shanghaien.web.site.page_panels import PeacePanels
from shanghaien.web.standings.service import Standings
from shanghaien.web.standings.unrating import Unrating
from shanghaien.web.tables.log import TalkRecord
from shanghaien.web.tables.service import Tables

Visit = NamedDependency[OrderVisit]
Known = NamedDependency[Standings]


@get("/order")
async def queue(visit: Visit) -> Template:
    """Reports that wait, the oldest first; nobody sees what was reported about themselves."""
    after = _key(visit.request.query_params.get("after", ""))
    return _list(visit, await visit.records.queue(after), "waiting", "after")


@get("/order/closed")
async def closed(visit: Visit) -> Template:
    """Reports that were dealt with, the latest first."""
    before = _key(visit.request.query_params.get("before", ""))
    return _list(visit, await visit.records.closed(before), "closed", "before")


def _list(visit: OrderVisit, rows: list[ReportRow], tab: str, name: str) -> Template:
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
    """One report whole, with what was said and done."""
    return await _report(visit, standings, report)


async def _report(visit: OrderVisit, standings: Standings, report: str, refusal: DomainError | None = None) -> Template:
    row = await _found(visit, report)
    shown, kept = shown_report(row, visit.zone), snapshot_of(row, visit.zone, visit.phrases)
    of_game = await standings.results(row.game) if row.game else []
    state = game_state(of_game[0].unrated) if of_game else None
    guest = bool(row.about) and await visit.records.is_guest(row.about)
    context = {"waits": row.closed is None, "answer": row.answer, "state": state, "guest": guest}
    return visit.page("report.html", refusal, report=shown, kept=kept, **context)


async def _found(visit: OrderVisit, report: str) -> ReportRow:
    row = await visit.records.report(report)
    if row is None or row.about == visit.account.id:
        raise NotFoundException
    return row


@post("/order/reports/{report:str}/close", status_code=200)
async def close_report(visit: Visit, standings: Known, report: FromPath[str]) -> Template | Redirect:
    """Close a report: `outcome` done or dismissed, and an `answer` that its reporter reads."""
    fields = await read_fields(visit.request)
    close = visit.moderation.settle if fields.text("outcome", "") == "done" else visit.moderation.dismiss
    try:
        await close(visit.keeper, report, fields.text("answer", "", VIEWS_TYPED))
    except DomainError as refusal:
        return await _report(visit, standings, report, refusal)
    return visit.done("/order")


@post("/order/reports/{report:str}/{act:str}", status_code=200)
async def game_of_report(
    visit: Visit, standings: Known, report: FromPath[str], act: FromPath[str]
) -> Template | Redirect:
    """Let the game of a report not count (`game-off`), or count again (`game-on`): for a `reason`; that deals with it."""
    deeds = {"game-off": visit.fair_play.game_off, "game-on": visit.fair_play.game_on}
    row, fields = await _found(visit, report), await read_fields(visit.request)
    if act not in deeds or not row.game:
        raise NotFoundException
    try:
        await deeds[act](visit.keeper, row.about, row.game, replace(why_of(fields), report=row.id))
    except DomainError as refusal:
        return await _report(visit, standings, report, refusal)
    return visit.done(f"/order/reports/{row.id}")


QUEUE_ROUTES = [queue, closed, report_page, close_report, game_of_report]


# The list of words, and the audit.

Desk = NamedDependency[WordListEditing]
TYPED = 4 * LONGEST_WORD


@get("/order/words")
async def words_page(visit: Visit, word_desk: Desk) -> Template:
    """Words that names and texts must not have."""
    return await _page(visit, word_desk)


async def _page(visit: OrderVisit, desk: WordListEditing, refusal: DomainError | None = None) -> Template:
    return visit.page("words.html", refusal, words=await desk.listed(), longest=LONGEST_WORD)


@post("/order/words", status_code=200)
async def add_word(visit: Visit, word_desk: Desk) -> Template | Redirect:
    """Add a `word`; `inside` if it must not stand inside a longer one either."""
    fields = await read_fields(visit.request)
    try:
        await word_desk.add(visit.keeper, fields.text("word", "", TYPED), inside=fields.flag("inside"))
    except DomainError as refusal:
        return await _page(visit, word_desk, refusal)
    return visit.done("/order/words", "added")


@post("/order/words/off", status_code=200)
async def remove_word(visit: Visit, word_desk: Desk) -> Template | Redirect:
    """Take a `word` off the list."""
    fields = await read_fields(visit.request)
    try:
        await word_desk.remove(visit.keeper, fields.text("word", "", TYPED))
    except DomainError as refusal:
        return await _page(visit, word_desk, refusal)
    return visit.done("/order/words", "off")


@get("/order/audit")
async def audit_page(visit: Visit) -> Template:
    """Everything that those who keep order have done, the latest first."""
    text = visit.request.query_params.get("before", "")
    before = int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None
    rows = await visit.records.audit(before)
    further = f"/order/audit?before={rows[ON_A_PAGE - 1].number}" if len(rows) > ON_A_PAGE else ""
    deeds = [shown_deed(row, visit.zone) for row in rows[:ON_A_PAGE]]
    return visit.page("audit.html", deeds=deeds, further=further)


WORD_ROUTES = [words_page, add_word, remove_word, audit_page]


# The pages of those who keep order: moderators and administrators.


def open_parts(parts: Parts) -> None:
    """What pages ask about the keeping of order."""
    tables, database = parts[Tables], parts.database
    moderation = parts.add(Moderation(database), "moderation")
    moderation.after_change += [parts[Sessions].forget, parts[Tokens].forget]
    away = parts.add(Blocking(tables), "keeping_away")
    reporting = parts.add(Reporting(tables, parts[CredentialServices].attempts, parts[TalkRecord]), "reporting")
    parts[PeacePanels].all.append(peace_panel(away, reporting))
    parts.add(FairPlay(parts[Unrating]), "fair_play")
    parts.add(ModerationRecords(database), "records")
    parts.add(WordListEditing(database, [tables.words, parts[AccountNaming].words]), "word_desk")


ROUTES = [
    Router(
        "/",
        route_handlers=[*QUEUE_ROUTES, *PERSON_ROUTES, *WATCH_ROUTES, *WORD_ROUTES],
        dependencies={"visit": Provide(OrderVisit, sync_to_thread=False)},
    )
]
