"""The queue of reports, one report whole, and closing it."""

from litestar import get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect, Template

from shanghaien.web.http.fields import read_fields
from shanghaien.web.http.refusals import Refused
from shanghaien.web.order.records import ON_A_PAGE
from shanghaien.web.order.told import Key, ReportRow

from .model import shown_report, snapshot_of
from .visit import TYPED, OrderVisit

Visit = NamedDependency[OrderVisit]


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
    further = f"?{name}={at}-{shown[-1].id}" if more else ""
    reports = [shown_report(row, visit.zone) for row in shown if row.about != visit.account.id]
    return visit.page("queue.html", reports=reports, tab=tab, further=further)


def _key(text: str) -> Key | None:
    at, _, report = text.partition("-")
    return (int(at), report[:40]) if at.isascii() and at.isdigit() and len(at) <= 15 and report else None


@get("/order/reports/{report:str}")
async def report_page(visit: Visit, report: FromPath[str]) -> Template:
    """One report whole, with what was said and done."""
    return await _report(visit, report)


async def _report(visit: OrderVisit, report: str, refusal: Refused | None = None) -> Template:
    row = await visit.records.report(report)
    if row is None or row.about == visit.account.id:
        raise NotFoundException
    shown, kept = shown_report(row, visit.zone), snapshot_of(row, visit.zone)
    return visit.page("report.html", refusal, report=shown, kept=kept, waits=row.closed is None, answer=row.answer)


@post("/order/reports/{report:str}/close", status_code=200)
async def close_report(visit: Visit, report: FromPath[str]) -> Template | Redirect:
    """Close a report: `outcome` done or dismissed, and an `answer` that its reporter reads."""
    fields = await read_fields(visit.request)
    close = visit.moderation.settle if fields.text("outcome", "") == "done" else visit.moderation.dismiss
    try:
        await close(visit.keeper, report, fields.text("answer", "", TYPED))
    except Refused as refusal:
        return await _report(visit, report, refusal)
    return visit.done("/order")


QUEUE_ROUTES = [queue, closed, report_page, close_report]
