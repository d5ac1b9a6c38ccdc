"""Pictures of games, for the previews of links."""

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from shanghaien.web.bots.quotas import Quotas, Work
from shanghaien.web.core import i18n
from shanghaien.web.core.ids import GameId
from shanghaien.web.core.parts import Parts
from shanghaien.web.reviews.service import Reviews
from shanghaien.web.share.painter import Painter
from shanghaien.web.share.pictures import finished_picture, running_picture, start_picture
from shanghaien.web.site.forms import AnyRequest, place_of
from shanghaien.web.tables.errors import PlayFirst
from shanghaien.web.tables.service import Tables

START, KIND = "start", ".png"
A_DAY, A_WHILE = "public, max-age=86400", "public, max-age=300"
"""How long a picture may be kept: one of a game that may go on, or whose review may still come, for five minutes."""


@get("/share/{name:str}", media_type="image/png")
async def picture_of(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    reviews: NamedDependency[Reviews],
    painter: NamedDependency[Painter],
    quotas: NamedDependency[Quotas],
    name: FromPath[str],
) -> Response[bytes]:
    """The picture of a game, or of the start page, in the language of the address."""
    if not name.endswith(KIND):
        raise NotFoundException
    i18n.set_language(request.query_params.get("lang", ""))
    svg, kept = await _drawing(GameId(name.removesuffix(KIND)), tables, reviews)
    png = painter.known(svg)
    if png is None:
        quotas.ask(Work.PICTURES, None, place_of(request))
        png = await painter.paint(svg)
    return Response(png, media_type="image/png", headers={"Cache-Control": kept})


async def _drawing(game: GameId, tables: Tables, reviews: Reviews) -> tuple[str, str]:
    """The drawing, and how long the picture may be cached."""
    if game == START:
        return start_picture(), A_DAY
    try:
        table, _ = await tables.look(game)
    except PlayFirst:  # of a deal that others have yet to play nothing is drawn
        return start_picture(), A_WHILE
    if not table.over:
        return running_picture(table), A_WHILE
    account = await reviews.ready(table)
    return finished_picture(table, account), A_WHILE if account is None else A_DAY


def open_parts(parts: Parts) -> None:
    parts.add(Painter(), "painter")


ROUTES = [picture_of]
