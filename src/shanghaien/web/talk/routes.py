"""What is said at a table, how one wants to talk, and notes to oneself."""

import msgspec
from litestar import Response, Router, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath
from litestar.response import Redirect
from litestar.types import ControllerRouterHandler

from shanghaien.rules import N_
from shanghaien.web.core.errors import DomainError
from shanghaien.web.core.i18n import gettext
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.core.parts import Parts
from shanghaien.web.people.preferences import PreferenceStore, TalkPreferences
from shanghaien.web.site.forms import AnyRequest, Fields, read_fields
from shanghaien.web.site.page_panels import PagePanel, PeacePanels
from shanghaien.web.site.problems import status_of
from shanghaien.web.site.sessions import GuestCookie
from shanghaien.web.site.templates import confirmation, render, site_of
from shanghaien.web.tables.api.extensions import Extensions
from shanghaien.web.tables.log import TalkRecord
from shanghaien.web.tables.pages.table_panels import Panels
from shanghaien.web.tables.pages.table_visit import JSON, Answer, TableVisit, answered
from shanghaien.web.tables.service import Tables
from shanghaien.web.talk.api import extension
from shanghaien.web.talk.service import LONGEST_NOTE, PHRASES, OwnNotes, TableTalk
from shanghaien.web.talk.views import Beside, said_line

SAVED = {"saved": N_("Saved.")}
Visit = NamedDependency[TableVisit]
LONGEST_TYPED = 1000
"""Longer texts cannot come from the form."""


async def keep_talk_preferences(preferences: PreferenceStore, person: PersonId, fields: Fields) -> None:
    talk = TalkPreferences(*(fields.flag(name) for name in ("phrases", "free", "watchers")))
    await preferences.change(person, lambda kept: msgspec.structs.replace(kept, talk=talk))


@post("/talk")
async def save(
    request: AnyRequest, person_cookie: NamedDependency[GuestCookie], preferences: NamedDependency[PreferenceStore]
) -> Redirect:
    """Form: `phrases`, `free`, `watchers`."""
    person, cookie = person_cookie.welcome(request)
    await keep_talk_preferences(preferences, person, await read_fields(request))
    return Redirect("/talk?told=saved", status_code=303, cookies=[cookie])


def _switches(preferences: PreferenceStore) -> PagePanel:
    async def context(request: AnyRequest, person: PersonId | None) -> dict[str, object]:
        talk = TalkPreferences() if person is None else (await preferences.of(person)).talk
        told = confirmation(request, SAVED)
        return {"preferences": talk, **({"told": told} if told else {})}

    return PagePanel("talk/preferences.html", context)


def open_parts(parts: Parts) -> None:
    talk = parts.add(TableTalk(parts[Tables]), "talk")
    parts[TalkRecord].read, parts[TalkRecord].phrases = talk.record, PHRASES
    parts[Panels].all.append(parts.add(Beside(parts[Tables], talk, OwnNotes(parts[Tables])), "beside"))
    parts[PeacePanels].all.append(_switches(parts[PreferenceStore]))
    parts[Extensions].all.append(extension(talk))


@post("/t/{game:str}/say", status_code=200)
async def say(visit: Visit, game: FromPath[GameId], beside: NamedDependency[Beside]) -> Answer:
    """Form: the key of a phrase, `say`, or free `text`."""
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
    """For the page's script, after a change."""
    table, viewer = await visit.look(game)
    box = await beside.box(visit.request, visit.perspective(table, viewer).see(table), viewer)
    html = render("talk/box.html", site_of(visit.request), talk=box) if box.talks else ""
    return answered({"box": html, "lines": [str(said_line(line)) for line in box.lines]})


@post("/t/{game:str}/talk", status_code=200)
async def save_at_table(visit: Visit, game: FromPath[GameId], preferences: NamedDependency[PreferenceStore]) -> Answer:
    """Form: `phrases`, `free`, `watchers`. They hold at all tables."""
    _, viewer = await visit.look(game)
    if viewer.person is not None:
        await keep_talk_preferences(preferences, viewer.person, await read_fields(visit.request))
    if viewer.seats:
        visit.tables.games.hub.publish_terms(game)
    return Redirect(f"/t/{game}", status_code=303)


@post("/t/{game:str}/notes", status_code=200)
async def keep_notes(visit: Visit, game: FromPath[GameId], beside: NamedDependency[Beside]) -> Answer:
    """Form: `text`."""
    fields = await read_fields(visit.request)
    kept = await beside.notes.keep(game, visit.person, fields.text("text", "", 4 * LONGEST_NOTE))
    if visit.request.headers.get("accept") == JSON:
        return answered({"text": kept, "sentence": gettext("Saved.")})
    return Redirect(f"/t/{game}#notes", status_code=303)


AT_TABLE = [say, talk_now, save_at_table, keep_notes]
ROUTES: list[ControllerRouterHandler] = [
    save,
    Router("/", route_handlers=AT_TABLE, dependencies={"visit": Provide(TableVisit, sync_to_thread=False)}),
]
