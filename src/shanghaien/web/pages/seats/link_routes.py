"""Where one makes the private link that carries one's seat to another device, or withdraws it."""

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Template

from shanghaien.web.http.person_cookie import PersonCookie
from shanghaien.web.http.requests import AnyRequest, address_for_links
from shanghaien.web.http.site import site_of
from shanghaien.web.ids import GameId
from shanghaien.web.play.seating import LINK_MINUTES, Seating
from shanghaien.web.settings import Settings


@get("/seat/of/{game:str}")
async def link_page(
    request: AnyRequest,
    seating: NamedDependency[Seating],
    person_cookie: NamedDependency[PersonCookie],
    game: FromPath[GameId],
) -> Template:
    """What a private link is for, the button that makes one, and whether there are any to withdraw."""
    return _page(request, game, unused=await seating.unused_links(game, person_cookie.known(request)))


@post("/seat/of/{game:str}", status_code=200)
async def make_link(
    request: AnyRequest,
    seating: NamedDependency[Seating],
    person_cookie: NamedDependency[PersonCookie],
    settings: NamedDependency[Settings],
    game: FromPath[GameId],
) -> Template:
    """A new private link, shown this once."""
    person = person_cookie.known(request)
    token = await seating.private_link(game, person)
    link, unused = f"{address_for_links(request, settings.public_url)}/seat/{token}", seating.unused_links(game, person)
    return _page(request, game, link=link, unused=await unused)


@post("/seat/of/{game:str}/withdraw", status_code=200)
async def withdraw_links(
    request: AnyRequest,
    seating: NamedDependency[Seating],
    person_cookie: NamedDependency[PersonCookie],
    game: FromPath[GameId],
) -> Template:
    """End the links that were not used yet."""
    await seating.withdraw_links(game, person_cookie.known(request))
    return _page(request, game, withdrawn=True)


def _page(request: AnyRequest, game: GameId, link: str = "", *, unused: int = 0, withdrawn: bool = False) -> Template:
    context = {"game": game, "link": link, "unused": unused, "withdrawn": withdrawn, "minutes": LINK_MINUTES}
    return Template("seats/link.html", context={"site": site_of(request), **context})


LINK_ROUTES = [link_page, make_link, withdraw_links]
