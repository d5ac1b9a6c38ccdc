"""What programs send and get about offered tables, as types; the OpenAPI description is made from them."""

import json
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from shanghaien.web.lobby.fit import SeenOffer
from shanghaien.web.lobby.offers import HIGHEST, LOWEST, WantedOpponent
from shanghaien.web.lobby.strengths import strength_of
from shanghaien.web.lobby.word import LONGEST_WORD
from shanghaien.web.play.setup import MOST_DELAY, Setup, SetupRequest
from shanghaien.web.play.table import Mode

from .requests import DiceGiven, OptionField, PaceText, ReservationToken, Text
from .views import options_from

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
