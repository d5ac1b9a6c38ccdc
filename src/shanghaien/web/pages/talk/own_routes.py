"""The page about one's own talk: the switches, whom one keeps away from, and what became of one's reports."""

from litestar import get, post
from litestar.di import NamedDependency, Provide
from litestar.response import Redirect, Template
from litestar.router import Router

from shanghaien.rules import N_
from shanghaien.web.http.fields import read_fields
from shanghaien.web.http.i18n import gettext
from shanghaien.web.http.preferences import preferences_of
from shanghaien.web.http.refusals import Unreadable
from shanghaien.web.http.site import site_of
from shanghaien.web.ids import GameId
from shanghaien.web.order.keeping_away import Somebody
from shanghaien.web.words.times import day_of

from .model import own_report
from .report_routes import REPORT_ROUTES
from .switches import keep_talk_wishes
from .visit import GuestsActAtTables, TalkVisit, whom_of

Visit = NamedDependency[TalkVisit]
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


async def _whom(visit: TalkVisit, name: str, game: str) -> Somebody:
    if game:
        return await visit.keeping_away.opponent(GameId(game), visit.person)
    if not name:
        raise Unreadable(N_("Say whom it is about."))
    if visit.account is None:
        raise GuestsActAtTables(N_("You are not signed in. Sign in, and try again."))
    return await visit.keeping_away.named(name)


ROUTES = [
    Router(
        "/",
        route_handlers=[talk_page, save, block_page, block, unblock, *REPORT_ROUTES],
        dependencies={"visit": Provide(TalkVisit, sync_to_thread=False)},
    )
]
