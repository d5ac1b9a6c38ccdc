"""The list of those whose play looks too perfect for a person."""

import math

from litestar import get
from litestar.di import NamedDependency
from litestar.response import Template

from shanghaien.web.ids import PersonId
from shanghaien.web.order.records import ON_A_PAGE
from shanghaien.web.standings.unrating import Key

from .visit import OrderVisit
from .watching import WORTH_SHOWING, line_words, shown_suspicion


@get("/order/watch")
async def watch_page(visit: NamedDependency[OrderVisit]) -> Template:
    """Everybody whose play is worth a look, the strongest evidence first; nobody sees themselves here."""
    after = _key(visit.request.query_params.get("after", ""))
    rows = await visit.unrating.suspicions(ON_A_PAGE + 1, WORTH_SHOWING, after)
    further = _address(rows[ON_A_PAGE - 1].key) if len(rows) > ON_A_PAGE else ""
    people = [shown_suspicion(row) for row in rows[:ON_A_PAGE] if row.person != visit.account.id]
    return visit.page("watch.html", None, people=people, further=further, **line_words())


def _address(key: Key) -> str:
    return f"/order/watch?after={key[0]!r}-{key[1]}"


def _key(text: str) -> Key | None:
    evidence, _, person = text.partition("-")
    try:
        found = float(evidence[:40])
    except ValueError:
        return None
    return (found, PersonId(person[:40])) if person and math.isfinite(found) else None


WATCH_ROUTES = [watch_page]
