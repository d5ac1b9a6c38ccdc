"""What is said at a table, how one wants to talk there, and notes to oneself."""

from litestar import Response, Router, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath
from litestar.response import Redirect

from shanghaien.web.core.errors import DomainError
from shanghaien.web.core.i18n import gettext
from shanghaien.web.core.ids import GameId
from shanghaien.web.people.preferences import PreferenceStore
from shanghaien.web.site.forms import Fields, read_fields
from shanghaien.web.site.problems import status_of
from shanghaien.web.site.templates import render, site_of
from shanghaien.web.tables.pages.visit import JSON, Answer, TableVisit, answered
from shanghaien.web.talk.routes import keep_talk_wishes
from shanghaien.web.talk.service import LONGEST_NOTE, TableTalk
from shanghaien.web.talk.views import Beside, said_line

Visit = NamedDependency[TableVisit]
LONGEST_TYPED = 1000
"""What is longer than that is no text of somebody who has seen the field."""


@post("/t/{game:str}/say", status_code=200)
async def say(visit: Visit, game: FromPath[GameId], beside: NamedDependency[Beside]) -> Answer:
    """Say a phrase by its key, `say`, or something in one's own words, `text`."""
    fields = await read_fields(visit.request)
    try:
        row = await _said(beside.talk, visit, game, fields)
    except DomainError as refusal:
        return await _refused(visit, game, refusal)
    brief = visit.request.headers.get("accept") == JSON
    return answered({"number": row}) if brief else Redirect(f"/t/{game}#log", status_code=303)


async def _said(talk: TableTalk, visit: TableVisit, game: GameId, fields: Fields) -> int:
    if "say" in fields:
        return (await talk.say(game, visit.person, fields.text("say"))).number
    return (await talk.write(game, visit.person, fields.text("text", longest=LONGEST_TYPED))).number


async def _refused(visit: TableVisit, game: GameId, refusal: DomainError) -> Answer:
    if visit.request.headers.get("accept") == JSON:
        return answered({"code": refusal.code, "sentence": refusal.said(gettext)}, status_of(refusal))
    return await visit.show(*await visit.tables.look(game, visit.person), refusal)


@get("/t/{game:str}/say")
async def talk_now(visit: Visit, game: FromPath[GameId], beside: NamedDependency[Beside]) -> Response[bytes]:
    """What can be said and what was, for the page's script when it has changed."""
    table, viewer = await visit.look(game)
    box = await beside.box(visit.request, visit.perspective(table, viewer).see(table), viewer)
    if not box.talks:
        return answered({"box": "", "lines": [str(said_line(line)) for line in box.lines]})
    html = render("talk/box.html", site_of(visit.request), talk=box)
    return answered({"box": html, "lines": [str(said_line(line)) for line in box.lines]})


@post("/t/{game:str}/talk", status_code=200)
async def wish(visit: Visit, game: FromPath[GameId], wishes: NamedDependency[PreferenceStore]) -> Answer:
    """How one wants to talk: `phrases`, `free`, `watchers`. It holds at all tables."""
    _, viewer = await visit.look(game)
    if viewer.person is not None:
        await keep_talk_wishes(wishes, viewer.person, await read_fields(visit.request))
    if viewer.seats:
        visit.tables.games.hub.publish_terms(game)
    return Redirect(f"/t/{game}", status_code=303)


@post("/t/{game:str}/notes", status_code=200)
async def keep_notes(visit: Visit, game: FromPath[GameId], beside: NamedDependency[Beside]) -> Answer:
    """Keep `text` as one's own notes about the game."""
    fields = await read_fields(visit.request)
    kept = await beside.notes.keep(game, visit.person, fields.text("text", "", 4 * LONGEST_NOTE))
    if visit.request.headers.get("accept") == JSON:
        return answered({"text": kept, "sentence": gettext("Saved.")})
    return Redirect(f"/t/{game}#notes", status_code=303)


TALK = [say, talk_now, wish, keep_notes]
ROUTES = [Router("/", route_handlers=TALK, dependencies={"visit": Provide(TableVisit, sync_to_thread=False)})]
