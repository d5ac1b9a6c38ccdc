"""The lobby: what is offered, offering a table, sitting down, and taking an offer back."""

from dataclasses import asdict

from litestar import Response, Router, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Stream, Template

from shanghaien.rules import N_
from shanghaien.web.bots.quotas import Work
from shanghaien.web.core.errors import BadRequestError, DomainError
from shanghaien.web.core.i18n import gettext
from shanghaien.web.core.ids import GameId
from shanghaien.web.lobby.errors import OfferGone
from shanghaien.web.lobby.offer_list import OFFERS_ON_A_PAGE
from shanghaien.web.lobby.offers import WantedOpponent
from shanghaien.web.lobby.seek_routes import SEEK_ROUTES
from shanghaien.web.lobby.stream import HEADERS, live_offers
from shanghaien.web.lobby.visit import LobbyVisit, told, told_why
from shanghaien.web.people.pages.remembered_name import name_given, remember, remembered_name
from shanghaien.web.site.forms import Fields, read_fields
from shanghaien.web.site.problems import status_of
from shanghaien.web.site.templates import site_of
from shanghaien.web.tables.clocks import PaceKind
from shanghaien.web.tables.model import DEFAULT_LEVEL, LEVELS, Mode
from shanghaien.web.tables.pages.dice import promise_to_guest, read_own_dice
from shanghaien.web.tables.pages.forms import OwnTime
from shanghaien.web.tables.setup import Setup, SetupRequest
from shanghaien.web.tables.start.new_game_routes import read_options
from shanghaien.web.tables.start.new_game_views import present, read_pace

# The form that offers a table, read into a set-up and for whom it is.

DELAYS = (0, 60, 120, 300, 900)
"""By how many seconds whoever watches may be behind; the first one is usual."""


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
    """An end of the range of strength; empty: there is none."""
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
    """The form that offers a table."""
    return await _form(visit)


@post("/lobby/new")
async def offer(visit: Visit) -> Redirect | Template:
    """Offer a table. Whoever wants to play at one sitting waits at it; over days one is told."""
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
    await OwnTime(visit.request, visit.tables, visit.wishes).sit_down(table, person)
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
        return told_why(refusal)
    return told(asdict(await promise_to_guest(visit.tables, table)))


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
    await OwnTime(visit.request, visit.tables, visit.wishes).sit_down(table, person)
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


ROUTES = [
    Router(
        "/",
        route_handlers=[lobby_page, stream, offer_page, offer, promise, sit_down, withdraw, *SEEK_ROUTES],
        dependencies={"visit": Provide(LobbyVisit, sync_to_thread=False)},
    )
]
