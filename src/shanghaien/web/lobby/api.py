"""Offered tables for programs: list, offer, sit down, take back. Each route does what the lobby does for people."""

import json
from typing import Annotated, Literal

from litestar import Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody, Parameter
from msgspec import Meta, Struct, field

from shanghaien.web.bots.quotas import Quotas, Work
from shanghaien.web.core.ids import GameId
from shanghaien.web.lobby.offer_list import Asker, SeenOffer, page_of
from shanghaien.web.lobby.offers import HIGHEST, LONGEST_WORD, LOWEST, WantedOpponent
from shanghaien.web.lobby.pairing import strength_of
from shanghaien.web.lobby.service import Lobby
from shanghaien.web.site.forms import AnyRequest, place_of
from shanghaien.web.tables.api.game_visit import GameVisit, checked
from shanghaien.web.tables.api.schemas import (
    DiceGiven,
    GameShape,
    Joining,
    OptionField,
    PaceText,
    ReservationToken,
    Text,
    problems,
)
from shanghaien.web.tables.api.views import options_from
from shanghaien.web.tables.model import Mode
from shanghaien.web.tables.setup import MOST_DELAY, Setup, SetupRequest

# What programs send and get about offered tables, as types; the OpenAPI description is made from them.

Bound = Annotated[int, Meta(ge=LOWEST, le=HIGHEST)]


class NewOffer(DiceGiven):
    """A table to offer: what is played, how fast, and for whom it is."""

    options: OptionField = field(default_factory=dict)
    seat: Literal["a", "b", "random"] = "random"
    name: Text = ""
    reservation: ReservationToken = ""
    pace: PaceText = "live 600 15"
    rated: Annotated[bool, Meta(description="Whether the result counts; only for people with an account.")] = False
    low: Annotated[Bound | None, Meta(description="The weakest it is for, by the list of its pace.")] = None
    high: Annotated[Bound | None, Meta(description="The strongest it is for.")] = None
    word: Annotated[str, Meta(max_length=LONGEST_WORD, description="A word that everybody reads.")] = ""
    delay: Annotated[int, Meta(ge=0, le=MOST_DELAY, description="By how many seconds watchers are behind.")] = 0


class OfferShape(Struct):
    """An offered table as you see it."""

    id: Annotated[str, Meta(description="The id of its game.")]
    name: str
    account: Annotated[
        bool, Meta(description="Whether whoever offers it has an account; else anybody may go by this name.")
    ]
    rating: Annotated[int | None, Meta(description="How strong they are by the list of its pace; null for guests.")]
    provisional: bool
    options: OptionField
    pace: str
    rated: bool
    low: int | None
    high: int | None
    word: str
    created: int
    fit: Annotated[
        Literal["own", "fits", "guest", "strength"],
        Meta(description="Yours; one that fits you; rated, and you have no account; or not for your strength."),
    ]


def setup_of(data: NewOffer, name: str) -> Setup:
    """What a program wants to play; whoever has an account goes by its name."""
    return SetupRequest(
        mode=Mode.INVITE,
        options=options_from(data.options),
        seat=data.seat,
        name=name or data.name,
        dice=data.own,
        pace=data.pace,
        rated=data.rated,
        delay=data.delay,
    ).checked()


def wanted_of(data: NewOffer) -> WantedOpponent:
    """For whom a program's table is."""
    return WantedOpponent(data.low, data.high, data.word)


def offer_view(seen: SeenOffer) -> OfferShape:
    """An offer for programs."""
    offer, row = seen.offer, seen.offer.row
    strength = strength_of(offer.rating, offer.deviation)
    return OfferShape(
        id=row.game,
        name=offer.name,
        account=offer.account,
        rating=strength.rating if offer.account else None,
        provisional=not strength.sure,
        options=json.loads(row.options),
        pace=row.pace,
        rated=row.rated,
        low=row.low,
        high=row.high,
        word=row.word,
        created=row.created,
        fit=str(seen.fit),  # type: ignore[arg-type]
    )


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


ROUTES = [offers, offer, sit_down, withdraw]
