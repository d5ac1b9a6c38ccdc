"""Offered tables for programs: list, offer, sit down, take back. Each route does what the lobby does for people."""

from typing import Annotated

from litestar import Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody, Parameter

from shanghaien.web.http.places import place_of
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.ids import GameId
from shanghaien.web.lobby.fit import Asker
from shanghaien.web.lobby.lobby import Lobby
from shanghaien.web.lobby.paging import page_of
from shanghaien.web.workers.quotas import Quotas, Work

from .game_visit import GameVisit, checked
from .offer_shapes import NewOffer, OfferShape, offer_view, setup_of, wanted_of
from .problems import problems
from .requests import Joining
from .shapes import GameShape

Visit = NamedDependency[GameVisit]


@get("/offers", summary="List open tables", responses=problems())
async def offers(
    request: AnyRequest,
    visit: Visit,
    lobby: NamedDependency[Lobby],
    after: FromQuery[Annotated[str, Parameter(description="A page that another one names in its `Link`.")]] = "",
) -> Response[list[OfferShape]]:
    """What is offered now, 20 a page: your own first, then those that fit you. Asking keeps your live offers standing."""
    asker, _ = await _asker(visit, lobby)
    page, more = page_of(await lobby.offers.seen_by(asker), after)
    link = {"Link": f'<{request.url.path}?after={more}>; rel="next"'} if more else {}
    return Response([offer_view(each) for each in page], headers=link)


@post("/offers", summary="Offer a table", responses=problems(403, 404, 409, 422))
async def offer(
    request: AnyRequest,
    visit: Visit,
    lobby: NamedDependency[Lobby],
    quotas: NamedDependency[Quotas],
    data: JSONBody[NewOffer],
) -> GameShape:
    """Set a table up and offer it to whoever comes; five at most. Follow the game: it begins when somebody sits down."""
    asker, name = await _asker(visit, lobby)
    quotas.ask(Work.OFFERS, visit.person, place_of(request))
    table = await lobby.offers.offer(setup_of(data, name), asker, wanted_of(data), data.reservation)
    quotas.owners.note(visit.person, place_of(request), table.id)
    return await visit.seen(table.id)


@post("/offers/{game:str}", summary="Sit down", responses=problems(403, 404, 409, 422))
async def sit_down(
    request: AnyRequest,
    visit: Visit,
    lobby: NamedDependency[Lobby],
    quotas: NamedDependency[Quotas],
    game: FromPath[GameId],
    data: JSONBody[Joining],
) -> GameShape:
    """Take the free seat of a table that is offered; `offer-gone` if somebody was faster."""
    asker, name = await _asker(visit, lobby)
    quotas.ask(Work.SITTING, visit.person, place_of(request))
    table = await lobby.offers.sit_down(checked(game), asker, name or data.name, data.own)
    return await visit.seen(table.id)


@delete("/offers/{game:str}", summary="Take an offer back", responses=problems(403, 404, 409))
async def withdraw(visit: Visit, lobby: NamedDependency[Lobby], game: FromPath[GameId]) -> None:
    """Offer a table no longer; its game is called off."""
    await lobby.offers.withdraw(checked(game), visit.person)


async def _asker(visit: GameVisit, lobby: Lobby) -> tuple[Asker, str]:
    """For whom the program acts, and what they are called; they count as here."""
    asker, name = await lobby.offers.asker_of(visit.person)
    lobby.here.seen(visit.person, name)
    return asker, name


OFFER_ROUTES = [offers, offer, sit_down, withdraw]
