"""What the page's script does about the dice: it opens links, commits anew, and looks at what it has missed."""

from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery

from shanghaien.web.http.fields import read_fields
from shanghaien.web.ids import GameId

from .dice import groups_since
from .views import JSON, Answer, TableVisit


@post("/t/{game:str}/open", status_code=200)
async def open_link(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> Answer:
    """Open the link that the dice wait for: `version`, `id` and `link`."""
    fields = await read_fields(visit.request)
    link = fields.text("link")
    return await visit.change(game, fields, lambda asked: visit.tables.open_link(asked, link))


@post("/t/{game:str}/chain", status_code=200)
async def commit_anew(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> Answer:
    """Go on with another chain: `version`, `id` and its `end`; without an end the server holds one."""
    fields = await read_fields(visit.request)
    end = fields.text("end", "")
    return await visit.change(game, fields, lambda asked: visit.tables.commit_anew(asked, end))


@get("/t/{game:str}/groups")
async def groups(
    visit: NamedDependency[TableVisit], game: FromPath[GameId], since: FromQuery[int] = 0
) -> Response[bytes]:
    """The links that were opened for each group of draws from number `since` on; nothing in it is secret."""
    table, _ = await visit.look(game)
    told: dict[str, Any] = groups_since(table, max(since, 0))
    return Response(msgspec.json.encode(told), media_type=JSON)


DICE_ROUTES = [open_link, commit_anew, groups]
