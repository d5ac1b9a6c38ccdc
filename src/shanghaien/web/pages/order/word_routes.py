"""The list of words, and the audit."""

from litestar import get, post
from litestar.di import NamedDependency
from litestar.response import Redirect, Template

from shanghaien.web.http.fields import read_fields
from shanghaien.web.http.refusals import Refused
from shanghaien.web.order.records import ON_A_PAGE
from shanghaien.web.order.word_desk import LONGEST_WORD, WordDesk

from .model import shown_deed
from .visit import OrderVisit

Visit = NamedDependency[OrderVisit]
Desk = NamedDependency[WordDesk]
TYPED = 4 * LONGEST_WORD


@get("/order/words")
async def words_page(visit: Visit, word_desk: Desk) -> Template:
    """Words that names and texts must not have."""
    return await _page(visit, word_desk)


async def _page(visit: OrderVisit, desk: WordDesk, refusal: Refused | None = None) -> Template:
    return visit.page("words.html", refusal, words=await desk.listed(), longest=LONGEST_WORD)


@post("/order/words", status_code=200)
async def add_word(visit: Visit, word_desk: Desk) -> Template | Redirect:
    """Add a `word`; `inside` if it must not stand inside a longer one either."""
    fields = await read_fields(visit.request)
    try:
        await word_desk.add(visit.keeper, fields.text("word", "", TYPED), inside=fields.flag("inside"))
    except Refused as refusal:
        return await _page(visit, word_desk, refusal)
    return visit.done("/order/words", "added")


@post("/order/words/off", status_code=200)
async def remove_word(visit: Visit, word_desk: Desk) -> Template | Redirect:
    """Take a `word` off the list."""
    fields = await read_fields(visit.request)
    try:
        await word_desk.remove(visit.keeper, fields.text("word", "", TYPED))
    except Refused as refusal:
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
