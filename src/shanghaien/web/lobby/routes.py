"""The lobby: what is offered, offering a table, sitting down, and taking an offer back."""

import asyncio
from collections.abc import AsyncIterator, Collection
from dataclasses import asdict
from time import monotonic
from typing import Any

import msgspec
from litestar import Response, Router, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Stream, Template
from markupsafe import Markup

from shanghaien.rules import N_
from shanghaien.web.bots.quotas import Work
from shanghaien.web.core.errors import BadRequestError, DomainError
from shanghaien.web.core.i18n import gettext
from shanghaien.web.core.ids import GameId
from shanghaien.web.core.parts import Parts
from shanghaien.web.lobby.offer_list import LOBBY, OFFERS_ON_A_PAGE, Asker
from shanghaien.web.lobby.offers import OfferGone, WantedOpponent
from shanghaien.web.lobby.seek_routes import SEEK_ROUTES
from shanghaien.web.lobby.service import Lobby
from shanghaien.web.lobby.table_panel import LobbyPanel
from shanghaien.web.lobby.views import (
    LobbyVisit,
    OfferList,
    here_words,
    home_panel,
    json_refusal,
    offer_list,
)
from shanghaien.web.people.pages.remembered_name import name_given, remember, remembered_name
from shanghaien.web.site.forms import Fields, read_fields
from shanghaien.web.site.page_panels import HomePanels
from shanghaien.web.site.problems import status_of
from shanghaien.web.site.templates import part, site_of
from shanghaien.web.tables.clocks import PaceKind
from shanghaien.web.tables.hub import Heard
from shanghaien.web.tables.model import DEFAULT_LEVEL, LEVELS, Mode
from shanghaien.web.tables.pages.table_dice import promise_to_guest, read_own_dice
from shanghaien.web.tables.pages.table_panels import Panels
from shanghaien.web.tables.pages.table_visit import OwnTime, answered
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.setup import Setup, SetupRequest
from shanghaien.web.tables.start.new_game_routes import read_options
from shanghaien.web.tables.start.new_game_views import present, read_pace

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""Nothing may be kept, nor held back by a proxy."""
ALIVE_EVERY = 15.0
GATHERING_SECONDS = 0.5
"""Seconds in which changes are gathered: else the list would flicker."""
ASKED_AGAIN = 30.0
"""Seconds after which a person's strength and blocks are read again."""
RETRY = b"retry: 1000\n\n"
ALIVE = b"event: alive\ndata: {}\n\n"
COME_BACK = b"event: come-back\ndata: {}\n\n"


class ShownOffers:
    """What stands on one page, so that only differences are sent."""

    def __init__(self, known: Collection[GameId]) -> None:
        self._rows: dict[str, int | None] = dict.fromkeys(known)
        self._rest: tuple[str, dict[str, str]] | None = None

    def news(self, offers: OfferList, rest: dict[str, str]) -> dict[str, Any] | None:
        rows = {line.id: part("lobby/offers.html", "offer_row", line) for line in offers.lines}
        gone = [game for game in self._rows if game not in rows]
        fresh = [html for game, html in rows.items() if game not in self._rows]
        changed = {game: html for game, html in rows.items() if self._differs(game, html)}
        same = not (gone or fresh or changed) and self._rest == (offers.said, rest)
        self._rows = {game: hash(html) for game, html in rows.items()}
        self._rest = (offers.said, rest)
        if same:
            return None
        told = {"gone": gone, "fresh": fresh, "changed": changed, "order": list(rows)}
        return told | {"said": offers.said, "rest": rest}

    def _differs(self, game: str, html: Markup) -> bool:
        known = self._rows.get(game)
        return known is not None and known != hash(html)


async def live_offers(visit: LobbyVisit, known: Collection[GameId], most: int) -> AsyncIterator[bytes]:
    """The offers that a person sees, at once and whenever they change."""
    shown, asker, asked = ShownOffers(known), await visit.asker(), monotonic()
    yield RETRY
    here = visit.lobby.here
    with visit.tables.games.hub.listen(LOBBY) as listener, here.enter(asker.person, visit.name):
        while True:
            news = shown.news(await _listed(visit, asker, most), {"here": here_words(here.count())})
            yield ALIVE if news is None else _event(news)
            heard = await listener.hear(ALIVE_EVERY)
            if heard is Heard.END:
                break
            if heard is Heard.NEWS:
                await asyncio.sleep(GATHERING_SECONDS)
            if monotonic() - asked > ASKED_AGAIN:
                asker, asked = await visit.asker(), monotonic()
    yield COME_BACK


async def _listed(visit: LobbyVisit, asker: Asker, most: int) -> OfferList:
    return offer_list(await visit.lobby.offers.seen_by(asker), most=most)


def _event(news: dict[str, Any]) -> bytes:
    return b"event: offers\ndata: " + msgspec.json.encode(news, enc_hook=str) + b"\n\n"


# The form that offers a table, read into a set-up and the opponent wanted.

DELAYS = (0, 60, 120, 300, 900)
"""By how many seconds watchers may be behind; the first one is usual."""


def read_offer(fields: Fields, name: str) -> tuple[Setup, WantedOpponent]:
    """What the form asks for: preset or options, pace, rated, delay, low, high, word, and one's own part of the dice."""
    asked = SetupRequest(
        mode=Mode.INVITE,
        options=read_options(fields),
        name=name,
        dice=read_own_dice(fields),
        pace=read_pace(fields, Mode.INVITE),
        rated=fields.flag("rated"),
        delay=fields.number("delay") if "delay" in fields else 0,
    ).checked()
    return asked, WantedOpponent(_bound(fields, "low"), _bound(fields, "high"), fields.text("word", ""))


def _bound(fields: Fields, name: str) -> int | None:
    """An end of the range of strength; None if the field is empty."""
    text = fields.text(name, "").strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        raise BadRequestError(N_("A range of strength goes from a lower number to a higher one."))
    return int(text)


Visit = NamedDependency[LobbyVisit]


@get("/lobby")
async def lobby_page(visit: Visit, after: FromQuery[str] = "") -> Template:
    """What is offered, those tables that fit first; who is here; what can be watched."""
    listed = "listed" in visit.request.query_params
    notice = gettext("Your table is offered now. You will be told when somebody sits down.") if listed else ""
    return await visit.page(after, notice)


@get("/lobby/events")
async def stream(visit: Visit, most: FromQuery[int] = OFFERS_ON_A_PAGE, known: FromQuery[str] = "") -> Stream:
    """What is offered as it changes, from the ids that the page `known` has on."""
    ids = tuple(GameId(each) for each in known.split(",")[:OFFERS_ON_A_PAGE] if each)
    events = live_offers(visit, ids, max(1, min(most, OFFERS_ON_A_PAGE)))
    return Stream(events, media_type="text/event-stream", headers=HEADERS)


@get("/lobby/new")
async def offer_page(visit: Visit) -> Template:
    return await _form(visit)


@post("/lobby/new")
async def offer(visit: Visit) -> Redirect | Template:
    """Offer a table. For a live game one waits at it; over days a notice comes."""
    fields = await read_fields(visit.request)
    person, cookie = visit.cookies.welcome(visit.request)
    name = name_given(visit.request, fields)
    try:
        setup, wanted = read_offer(fields, name)
        created, asker = visit.created(person), await visit.asker(person)
        reservation, form = fields.text("reservation", ""), fields.text("id", "")
        table = await visit.lobby.offers.offer(setup, asker, wanted, reservation, form)
    except DomainError as refusal:
        return await _form(visit, refusal)
    created(table.id)
    await OwnTime(visit.request, visit.tables, visit.preferences).sit_down(table, person)
    live = setup.pace is not None and setup.pace.kind is PaceKind.LIVE
    return Redirect(f"/t/{table.id}" if live else "/lobby?listed", status_code=303, cookies=[cookie, remember(name)])


async def _form(visit: LobbyVisit, refusal: DomainError | None = None) -> Template:
    asker = await visit.asker()
    context = {
        "form": present(LEVELS, DEFAULT_LEVEL),
        "own_name": remembered_name(visit.request),
        "delays": DELAYS,
        "strengths": {kind: str(asker.strength(kind)) for kind in PaceKind},
        "site": site_of(visit.request, refusal.said(gettext) if refusal else ""),
    }
    return Template("lobby/new.html", context=context, status_code=status_of(refusal))


@get("/lobby/{game:str}/promise")
async def promise(visit: Visit, game: FromPath[GameId]) -> Response[bytes]:
    """What is fixed about the dice of an offered table, for the script that sits down there; or why one cannot."""
    try:
        table = await visit.lobby.offers.look(game, await visit.asker())
    except DomainError as refusal:
        return json_refusal(refusal)
    return answered(asdict(await promise_to_guest(visit.tables, table)))


@post("/lobby/sit")
async def sit_down(visit: Visit) -> Redirect | Template:
    """Sit down at the table that `offer` names: one press."""
    fields = await read_fields(visit.request)
    person, cookie = visit.cookies.welcome(visit.request)
    name = name_given(visit.request, fields)
    visit.count(Work.SITTING, person)
    try:
        asker, game = await visit.asker(person), GameId(fields.text("offer"))
        table = await visit.lobby.offers.sit_down(game, asker, name, read_own_dice(fields))
    except OfferGone as gone:
        return await visit.page(notice=gone.said(gettext), status=status_of(gone))
    await OwnTime(visit.request, visit.tables, visit.preferences).sit_down(table, person)
    return Redirect(f"/t/{table.id}", status_code=303, cookies=[cookie])


@post("/lobby/withdraw")
async def withdraw(visit: Visit) -> Redirect | Template:
    """Take back the table that `offer` names."""
    fields = await read_fields(visit.request)
    try:
        await visit.lobby.offers.withdraw(GameId(fields.text("offer")), visit.cookies.welcome(visit.request)[0])
    except OfferGone as gone:
        return await visit.page(notice=gone.said(gettext), status=status_of(gone))
    return Redirect("/lobby", status_code=303)


def open_parts(parts: Parts) -> None:
    """Show at tables who is there, and on the start page what is going on."""
    parts[Panels].all.append(LobbyPanel(parts[Lobby], parts[Tables]))
    parts[HomePanels].all.append(home_panel(parts[Lobby]))


ROUTES = [
    Router(
        "/",
        route_handlers=[lobby_page, stream, offer_page, offer, promise, sit_down, withdraw, *SEEK_ROUTES],
        dependencies={"visit": Provide(LobbyVisit, sync_to_thread=False)},
    )
]
