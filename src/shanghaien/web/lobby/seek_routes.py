"""Looking for an opponent: one press to begin, one to go to the table, one to stop."""

from dataclasses import asdict
from typing import Any

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.response import Redirect

from shanghaien.rules import N_, PRESETS, Options
from shanghaien.web.bots.quotas import Work
from shanghaien.web.core.errors import BadRequestError
from shanghaien.web.lobby.seeking import Search, SearchStage, SeekRequest
from shanghaien.web.lobby.views import COOKIE, SEEK_PACES, LobbyVisit, search_bar
from shanghaien.web.people.pages.remembered_name import name_given
from shanghaien.web.site.forms import Fields, read_fields
from shanghaien.web.tables.clocks import LIVE_PACES, Pace
from shanghaien.web.tables.model import Mode
from shanghaien.web.tables.pages.table_visit import answered

Visit = NamedDependency[LobbyVisit]
USUAL_PACE = LIVE_PACES[1]
A_QUARTER_OF_AN_HOUR = 15 * 60
POLLED_SECONDS = 20.0
"""For so long a page that asks how the search stands counts as open."""


@post("/seek")
async def seek(visit: Visit) -> Redirect:
    """Look for an opponent: `pace`, `preset`, and `rated` for people with an account; all of them may be missing."""
    fields = await read_fields(visit.request)
    person, cookie = visit.cookies.welcome(visit.request)
    name = name_given(visit.request, fields)
    visit.count(Work.SITTING, person)
    visit.here(person)
    created = visit.created(person, Work.GAMES)
    table = await visit.lobby.seeking.ask(await visit.asker(person), name, _wanted(fields, visit))
    created(table.id)
    waits = Cookie(COOKIE, value="1" if table.mode is Mode.BOT else "", max_age=A_QUARTER_OF_AN_HOUR, path="/")
    offered = table.mode is Mode.INVITE and not table.started
    return Redirect("/lobby?listed" if offered else f"/t/{table.id}", status_code=303, cookies=[cookie, _plain(waits)])


@get("/seek/state")
async def state(visit: Visit) -> Response[bytes]:
    """How the search stands, for the script of a page that waits; nothing changes by asking."""
    person = visit.request.user.person
    visit.here(person, POLLED_SECONDS)
    return _told(await visit.lobby.seeking.look(person))


@post("/seek/go", status_code=200)
async def go(visit: Visit) -> Redirect | Response[bytes]:
    person = visit.cookies.welcome(visit.request)[0]
    search = await visit.lobby.seeking.agree(person)
    return _told(search) if visit.by_script else _sent_on(search)


@post("/seek/stop", status_code=200)
async def stop(visit: Visit) -> Redirect | Response[bytes]:
    """Stop looking; a person who says so when both have said yes is led to the table."""
    search = await visit.lobby.seeking.stop(visit.cookies.welcome(visit.request)[0])
    answer = _told(search) if visit.by_script else _sent_on(search)
    if search.stage is SearchStage.NOT:
        answer.set_cookie(_plain(Cookie(COOKIE, value="", max_age=0, path="/")))
    return answer


def _wanted(fields: Fields, visit: LobbyVisit) -> SeekRequest:
    pace = Pace.read(fields.text("pace", str(USUAL_PACE)))
    if pace not in SEEK_PACES:  # the partner would have to sit there for hours: the slower pace of both is played
        raise BadRequestError(N_("This pace is not possible: choose more time, or less."))
    options = PRESETS.get(fields.text("preset", "base"), Options())
    return SeekRequest(pace, options, rated=fields.flag("rated") and visit.account is not None)


def _told(search: Search) -> Response[bytes]:
    bar = search_bar(search)
    values: dict[str, Any] = {"stage": str(search.stage)} | ({} if bar is None else asdict(bar))
    return answered(values)


def _sent_on(search: Search) -> Redirect:
    return Redirect(f"/t/{search.game}" if search.stage is SearchStage.TABLE else "/", status_code=303)


def _plain(cookie: Cookie) -> Cookie:
    cookie.samesite, cookie.httponly = "lax", True
    return cookie


SEEK_ROUTES = [seek, state, go, stop]
