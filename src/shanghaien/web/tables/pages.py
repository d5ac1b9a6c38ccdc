"""The pages about tables."""

from typing import Any

from litestar import MediaType, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery
from litestar.response import Template

from shanghaien.web.answers import wants_json
from shanghaien.web.identity import AnyRequest
from shanghaien.web.services import Services

from .plain import log_json, table_json
from .table import Table, Viewer


def show_table(
    request: AnyRequest, services: Services, table: Table, viewer: Viewer, notice: str = "", status: int = 200
) -> Response[Any]:
    """The table in the form that whoever asked can use: plain values, the part that changed, or a whole page."""
    if wants_json(request):
        return Response(table_json(table, viewer) | ({"detail": notice} if notice else {}), status_code=status)
    name = "table/fragment.html" if request.headers.get("hx-request") == "true" else "table/page.html"
    context = {"table": table, "plain": table_json(table, viewer), "notice": notice}
    return Template(name, context=context, status_code=status, media_type=MediaType.HTML)


@get("/")
async def home(request: AnyRequest, services: NamedDependency[Services]) -> Template:
    """The start page with the guest's games."""
    guest = services.guests.known(request)
    games = await services.tables.games_of(guest) if guest else []
    return Template("home.html", context={"games": games, "reservation": services.tables.reserve()})


@get("/new", sync_to_thread=False)
def new(services: NamedDependency[Services]) -> Template:
    """The form that sets up a table."""
    return Template("new.html", context={"reservation": services.tables.reserve()})


@get(["/t/{game:str}", "/watch/{game:str}"])
async def table_page(request: AnyRequest, services: NamedDependency[Services], game: FromPath[str]) -> Response[Any]:
    """The table, for its players and for watchers."""
    table, viewer = await services.tables.look(game, services.guests.known(request))
    return show_table(request, services, table, viewer)


@get("/t/{game:str}/state")
async def table_state(
    request: AnyRequest, services: NamedDependency[Services], game: FromPath[str], since: FromQuery[int] = 0
) -> Response[Any]:
    """What is new since a version; nothing (204) if nothing is."""
    table, viewer = await services.tables.look(game, services.guests.known(request))
    if table.version <= since:
        return Response(None, status_code=204)
    if wants_json(request):
        return Response(table_json(table, viewer) | {"log": log_json(table, since)})
    return show_table(request, services, table, viewer)


@get("/join/{token:str}", sync_to_thread=False)
def join_page(services: NamedDependency[Services], token: FromPath[str]) -> Template:
    """The invitation."""
    return Template("join.html", context={"token": token, "game": services.seating.invited_to(token)})


@get("/seat/{token:str}", sync_to_thread=False)
def seat_page(services: NamedDependency[Services], token: FromPath[str]) -> Template:
    """The private link that carries a seat to this device."""
    game, _ = services.seating.carried(token)
    return Template("seat.html", context={"token": token, "game": game})


PAGES = [home, new, table_page, table_state, join_page, seat_page]
