"""The pages about tables."""

from typing import Any

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery
from litestar.response import Template

from shanghaien.rules import Phase, is_chance, legal_actions
from shanghaien.web.api.plain import log_json, table_json
from shanghaien.web.assembly import Services
from shanghaien.web.http.guests import AnyRequest
from shanghaien.web.http.i18n import N_, gettext
from shanghaien.web.http.problems import wants_json
from shanghaien.web.http.signing import new_id
from shanghaien.web.http.site import site_of
from shanghaien.web.pages.shared.seen_table import OpenChoice, SeenTable
from shanghaien.web.pages.start.model import extras, game_row, levels, pictures
from shanghaien.web.play.levels import DEFAULT_LEVEL, LEVELS
from shanghaien.web.play.table import Mode, SeatKind, Table, Viewer

from .model import present

WANTED = {
    Phase.WHO_STARTS: N_("Who starts: A or B?"),
    Phase.DEAL: N_("The cards of the row, left to right, such as AME3 shift SPA1"),
    Phase.ROLL: N_("Two dice, such as 3-5"),
    Phase.ROLL_ONE: N_("One die, such as 4"),
    Phase.ROLL_ALL: N_("All the dice rolled, such as 2-4-5"),
}
"""What people with real dice and cards are asked to type."""


def show_table(
    request: AnyRequest, services: Services, table: Table, viewer: Viewer, notice: str = "", status: int = 200
) -> Response[Any]:
    """The table in the form that whoever asked can use: plain values, the part that changed, or a whole page."""
    if wants_json(request):
        return Response(
            table_json(table, viewer, services.seating.links_of(table, viewer))
            | ({"detail": notice} if notice else {}),
            status_code=status,
        )
    return Template(
        "table/page.html", context=_table_context(request, services, table, viewer, notice), status_code=status
    )


def _table_context(
    request: AnyRequest, services: Services, table: Table, viewer: Viewer, notice: str
) -> dict[str, object]:
    site, query = site_of(request, gettext(notice) if notice else ""), request.query_params
    seen = SeenTable(
        table,
        viewer,
        OpenChoice.read(query.get("end", ""), query.get("half", ""), query.get("ask", "")),
        site.preferences,
        {"a": 0, "b": 1}.get(query.get("side", "")),
        f"/t/{table.id}" if viewer.seats else f"/watch/{table.id}",
        _invitation(request, services, table, viewer),
        _carry(request, services, table, viewer),
    )
    return {
        "site": site,
        "page": present(seen),
        "move_id": new_id(),
        "reservation": services.tables.reserve() if table.over else None,
        "wanted": wanted_by_hand(table) if viewer.seats else "",
        "may_ask": table.mode is Mode.BOT and viewer.may_choose(table) and len(legal_actions(table.state)) > 1,
    }


def wanted_by_hand(table: Table) -> str:
    """What has to be rolled or dealt by hand now, in words; empty where the server draws."""
    by_hand = table.mode is Mode.REAL_DICE and not table.over and is_chance(table.state)
    return gettext(WANTED[table.state.phase]) if by_hand else ""


def _carry(request: AnyRequest, services: Services, table: Table, viewer: Viewer) -> str:
    if not viewer.seats or table.over:
        return ""
    return _absolute(request, services, f"/seat/{services.seating.private_link(table.id, min(viewer.seats))}")


def _absolute(request: AnyRequest, services: Services, path: str) -> str:
    return (services.settings.public_url or str(request.base_url).rstrip("/")) + path


def _invitation(request: AnyRequest, services: Services, table: Table, viewer: Viewer) -> str:
    if table.started or not viewer.seats:
        return ""
    return _absolute(request, services, f"/join/{services.seating.invitation(table.id)}")


@get("/")
async def home(request: AnyRequest, services: NamedDependency[Services]) -> Template:
    """The start page with the guest's games."""
    guest = services.guests.known(request)
    rows = [game_row(line) for line in await services.tables.games_of(guest)] if guest else []
    context = {
        "running": [row for row in rows if not row.over],
        "finished": [row for row in rows if row.over],
        "waiting": sum(row.waits for row in rows),
        "pictures": pictures(),
        "reservation": services.tables.reserve(),
    }
    return Template("start/home.html", context={"site": site_of(request), **context})


@get("/new", sync_to_thread=False)
def new(request: AnyRequest, services: NamedDependency[Services]) -> Template:
    """The form that sets up a table."""
    context = {"levels": levels(LEVELS, DEFAULT_LEVEL), "extras": extras(), "reservation": services.tables.reserve()}
    return Template("new_game/new.html", context={"site": site_of(request), **context})


@get("/t/{game:str}")
async def table_page(request: AnyRequest, services: NamedDependency[Services], game: FromPath[str]) -> Response[Any]:
    """The table for its players; whoever else comes watches."""
    table, viewer = await services.tables.look(game, services.guests.known(request))
    return show_table(request, services, table, viewer)


@get("/watch/{game:str}")
async def watch_page(request: AnyRequest, services: NamedDependency[Services], game: FromPath[str]) -> Response[Any]:
    """The table for everybody, from either side; here players watch too."""
    table, viewer = await services.tables.look(game)
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
        return Response(
            table_json(table, viewer, services.seating.links_of(table, viewer)) | {"log": log_json(table, since)}
        )
    return show_table(request, services, table, viewer)


@get("/join/{token:str}")
async def join_page(request: AnyRequest, services: NamedDependency[Services], token: FromPath[str]) -> Template:
    """The invitation."""
    game = services.seating.invited_to(token)
    table, _ = await services.tables.look(game)
    host = next((chair.name for chair in table.chairs if chair.kind is SeatKind.HUMAN), "")
    context = {"game": game, "host": host, "commitment": table.proof.commitment, "pictures": pictures()}
    return Template("seats/join.html", context={"site": site_of(request), **context})


@get("/seat/{token:str}", sync_to_thread=False)
def seat_page(request: AnyRequest, services: NamedDependency[Services], token: FromPath[str]) -> Template:
    """The private link that carries a seat to this device."""
    game, _ = services.seating.carried(token)
    return Template("seats/seat.html", context={"site": site_of(request), "token": token, "game": game})


PAGES = [home, new, table_page, watch_page, table_state, join_page, seat_page]
