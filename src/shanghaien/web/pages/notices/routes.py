"""The page on which people say where, when and of what they want to be told."""

from litestar import Response, Router, get, post
from litestar.di import NamedDependency, Provide
from litestar.response import Redirect, Template

from shanghaien.rules import N_
from shanghaien.web.http.fields import read_fields
from shanghaien.web.http.i18n import gettext
from shanghaien.web.ids import GameId

from .browser_routes import BROWSER_ROUTES
from .played import PLAYED_ROUTES
from .trial import send_trial
from .views import JSON, NoticeVisit
from .webhook_routes import WEBHOOK_ROUTES

SAID = {
    "saved": N_("Saved."),
    "sent": N_("Sent. It should be there in a moment."),
    "unsent": N_("It could not be sent. Try again in a few minutes."),
    "nowhere": N_("There is nowhere to send it. Switch something on first."),
    "new": N_("The old addresses no longer work. These are the new ones."),
}
"""What is told after something was pressed, by the word in the address."""


@get("/notices")
async def notices_page(visit: NamedDependency[NoticeVisit]) -> Template:
    """Where, when and of what one is told; and what notices look like."""
    said = SAID.get(visit.request.query_params.get("told", ""), "")
    return await visit.show(gettext(said) if said else "")


@post("/notices", status_code=200)
async def save(visit: NamedDependency[NoticeVisit]) -> Response[bytes] | Redirect:
    """Keep the whole form."""
    await visit.save(await read_fields(visit.request))
    return _told(visit, "saved")


@post("/notices/trial", status_code=200)
async def trial(visit: NamedDependency[NoticeVisit]) -> Response[bytes] | Redirect:
    """Keep the form, and send a notice to wherever the person wants them."""
    await visit.save(await read_fields(visit.request))
    return _told(visit, await send_trial(visit.desk, visit.person))


@post("/notices/mute")
async def mute(visit: NamedDependency[NoticeVisit]) -> Redirect:
    """Send no notices of a game (`muted` is 1), or send them again (0)."""
    fields = await read_fields(visit.request)
    game, muted = GameId(fields.text("game", longest=40)), fields.flag("muted")
    await visit.mute(game, muted=muted)
    return Redirect(f"/notices?game={game}" if muted else "/notices?told=saved", status_code=303)


@post("/notices/addresses")
async def new_addresses(visit: NamedDependency[NoticeVisit]) -> Redirect:
    """Let the private addresses of feed and calendar end, and have new ones."""
    await visit.renew_addresses()
    return Redirect("/notices?told=new", status_code=303)


def _told(visit: NoticeVisit, word: str) -> Response[bytes] | Redirect:
    """The answer to our own script in a sentence; a browser without script is led back to the page."""
    if visit.request.headers.get("accept") == JSON:
        return visit.answered({"said": gettext(SAID[word])})
    return Redirect(f"/notices?told={word}", status_code=303)


PAGE_ROUTES = [notices_page, save, trial, mute, new_addresses, *BROWSER_ROUTES, *WEBHOOK_ROUTES, *PLAYED_ROUTES]
ROUTES = [Router("/", route_handlers=PAGE_ROUTES, dependencies={"visit": Provide(NoticeVisit, sync_to_thread=False)})]
