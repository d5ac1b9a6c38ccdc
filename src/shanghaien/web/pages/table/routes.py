"""Everything that changes a table, and the stream that tells of changes."""

from collections.abc import Awaitable, Callable
from typing import Any

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect, ServerSentEvent

from shanghaien.web.api.plain import table_json
from shanghaien.web.assembly import Services
from shanghaien.web.http.fields import Fields, read_fields
from shanghaien.web.http.guests import AnyRequest
from shanghaien.web.http.problems import problem, wants_json
from shanghaien.web.http.refusals import IllegalMove, Refused, Stale
from shanghaien.web.pages.new_game.form import read_setup
from shanghaien.web.play.stream import versions_of
from shanghaien.web.play.table import Table
from shanghaien.web.play.tables import TableRequest as Ask

from .views import show_table

LONGEST_MOVE_ID = 64


@post("/new")
async def create(request: AnyRequest, services: NamedDependency[Services]) -> Response[Any]:
    """Set up a table."""
    fields = await read_fields(request)
    guest, cookie = services.guests.welcome(request)
    table = await services.tables.create(read_setup(fields), guest, fields.text("reservation", ""))
    return await _go_to(request, services, table, guest, cookie)


@post("/t/{game:str}/act", status_code=200)
async def act(request: AnyRequest, services: NamedDependency[Services], game: FromPath[str]) -> Response[Any]:
    """Choose: `version`, `id` and `action` in notation."""
    fields = await read_fields(request)
    text = fields.text("action")
    return await _change(request, services, game, fields, lambda ask: services.tables.act(ask, text))


@post("/t/{game:str}/chance", status_code=200)
async def chance(request: AnyRequest, services: NamedDependency[Services], game: FromPath[str]) -> Response[Any]:
    """Real dice or cards: `version`, `id` and `outcome` as people write it."""
    fields = await read_fields(request)
    text = fields.text("outcome")
    return await _change(request, services, game, fields, lambda ask: services.tables.type_chance(ask, text))


@post("/t/{game:str}/retype", status_code=200)
async def retype(request: AnyRequest, services: NamedDependency[Services], game: FromPath[str]) -> Response[Any]:
    """Take back what was typed last of real dice or cards: `version` and `id`."""
    return await _change(request, services, game, await read_fields(request), services.tables.retype)


@post("/t/{game:str}/undo", status_code=200)
async def undo(request: AnyRequest, services: NamedDependency[Services], game: FromPath[str]) -> Response[Any]:
    """Take the last choice back: `version` and `id`."""
    return await _change(request, services, game, await read_fields(request), services.tables.undo)


@post("/t/{game:str}/resign", status_code=200)
async def resign(request: AnyRequest, services: NamedDependency[Services], game: FromPath[str]) -> Response[Any]:
    """Give the game up: `version` and `id`."""
    return await _change(request, services, game, await read_fields(request), services.tables.resign)


@post("/t/{game:str}/name", status_code=200)
async def rename(request: AnyRequest, services: NamedDependency[Services], game: FromPath[str]) -> Response[Any]:
    """Call oneself by another name before the game begins: `version`, `id` and `name`."""
    fields = await read_fields(request)
    name = fields.text("name", "")
    return await _change(request, services, game, fields, lambda ask: services.seating.rename(ask, name))


@post("/t/{game:str}/call-off")
async def call_off(request: AnyRequest, services: NamedDependency[Services], game: FromPath[str]) -> Response[Any]:
    """Call an invitation off that nobody has taken: `version` and `id`."""
    ask = _ask(request, services, game, await read_fields(request))
    try:
        await services.seating.call_off(ask)
    except (Stale, IllegalMove) as refusal:
        return await _refuse(request, services, ask, refusal)
    return Response(None, status_code=204) if wants_json(request) else Redirect("/", status_code=303)


@post("/t/{game:str}/rematch")
async def rematch(request: AnyRequest, services: NamedDependency[Services], game: FromPath[str]) -> Response[Any]:
    """Another game with the seats swapped."""
    fields = await read_fields(request)
    guest, cookie = services.guests.welcome(request)
    contribution, reservation = fields.text("contribution", ""), fields.text("reservation", "")
    table = await services.seating.rematch(game, guest, contribution.strip(), reservation)
    return await _go_to(request, services, table, guest, cookie)


@post("/join/{token:str}")
async def join(request: AnyRequest, services: NamedDependency[Services], token: FromPath[str]) -> Response[Any]:
    """Take the seat that an invitation is for."""
    fields = await read_fields(request)
    guest, cookie = services.guests.welcome(request)
    contribution = fields.text("contribution", "").strip()
    table = await services.seating.join(token, guest, fields.text("name", ""), contribution)
    return await _go_to(request, services, table, guest, cookie)


@post("/seat/{token:str}")
async def carry(request: AnyRequest, services: NamedDependency[Services], token: FromPath[str]) -> Response[Any]:
    """Take one's seat on another device."""
    guest, cookie = services.guests.welcome(request)
    table = await services.seating.carry(token, guest)
    return await _go_to(request, services, table, guest, cookie)


@get("/t/{game:str}/events")
async def events(services: NamedDependency[Services], game: FromPath[str]) -> ServerSentEvent:
    """A stream of the table's versions: the present one at once, then each new one."""
    await services.tables.look(game)
    return ServerSentEvent(versions_of(services.tables, services.hub, game))


async def _change(
    request: AnyRequest, services: Services, game: str, fields: Fields, change: Callable[[Ask], Awaitable[Table]]
) -> Response[Any]:
    ask = _ask(request, services, game, fields)
    try:
        table = await change(ask)
    except (Stale, IllegalMove) as refusal:
        return await _refuse(request, services, ask, refusal)
    if wants_json(request) or request.headers.get("hx-request") == "true":
        return show_table(request, services, table, (await services.tables.look(game, ask.guest))[1])
    return Redirect(f"/t/{game}", status_code=303)


def _ask(request: AnyRequest, services: Services, game: str, fields: Fields) -> Ask:
    guest = services.guests.known(request)
    return Ask(game, guest, fields.number("version"), fields.text("id", longest=LONGEST_MOVE_ID))


async def _refuse(request: AnyRequest, services: Services, ask: Ask, refusal: Refused) -> Response[Any]:
    """The reason together with the table as it stands now, so that nobody has to reload."""
    table, viewer = await services.tables.look(ask.game, ask.guest)
    if wants_json(request):
        return problem(
            request,
            refusal.status,
            refusal.code,
            str(refusal),
            table=table_json(table, viewer, services.seating.links_of(table, viewer)),
        )
    return show_table(request, services, table, viewer, str(refusal), refusal.status)


async def _go_to(request: AnyRequest, services: Services, table: Table, guest: str, cookie: Cookie) -> Response[Any]:
    """On to a table that the guest has just sat down at."""
    if wants_json(request):
        viewer = (await services.tables.look(table.id, guest))[1]
        return Response(
            table_json(table, viewer, services.seating.links_of(table, viewer)), status_code=201, cookies=[cookie]
        )
    return Redirect(f"/t/{table.id}", status_code=303, cookies=[cookie])


ROUTES = [create, act, chance, retype, undo, resign, rename, call_off, rematch, join, carry, events]
