"""Whether an offered table is for somebody: one answer for lists, for the press, and for programs."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from shanghaien.rules import N_
from shanghaien.web.ids import PersonId
from shanghaien.web.play.refusals import NotYours
from shanghaien.web.store.offers import ListedOffer, OfferRow

from .strengths import NOBODY_KNOWS, Strength

Offer = OfferRow
"""An offer as pages and programs see it."""


class Fit(StrEnum):
    """What an offer is to whoever looks at it."""

    OWN = "own"
    FITS = "fits"
    GUEST = "guest"
    """It is rated, and they have no account."""
    STRENGTH = "strength"
    """They are stronger or weaker than whom it is for."""


RANKS = {Fit.OWN: 0, Fit.FITS: 1, Fit.STRENGTH: 2, Fit.GUEST: 2}
"""In which order they are listed."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Whoever looks at offers."""

    person: PersonId | None = None
    account: bool = False
    strengths: Mapping[str, Strength] = field(default_factory=dict)
    """By list; whoever stands in none begins in the middle."""
    hidden: frozenset[PersonId] = frozenset()
    """Of whom they must see nothing."""

    def strength(self, kind: str) -> Strength:
        """How strong they are at a pace."""
        return self.strengths.get(kind, NOBODY_KNOWS)

    def person_known(self) -> PersonId:
        """Who they are, for whatever leaves something behind."""
        if self.person is None:
            raise NotYours(N_("Load the page once more, so that the table knows you again."))
        return self.person


class SeenOffer(NamedTuple):
    """An offer, and what it is to whoever looks at it."""

    offer: ListedOffer
    fit: Fit


def fit_of(offer: OfferRow, asker: Asker) -> Fit:
    """What an offer is to somebody."""
    if offer.person == asker.person:
        return Fit.OWN
    if offer.rated and not asker.account:
        return Fit.GUEST
    rating = asker.strength(offer.kind).rating
    inside = (offer.low is None or offer.low <= rating) and (offer.high is None or rating <= offer.high)
    return Fit.FITS if inside else Fit.STRENGTH


def seen_by(asker: Asker, offers: Iterable[ListedOffer], at: int) -> list[SeenOffer]:
    """What somebody sees of all offers: their own, then those that fit, then the others; each time the latest first.

    Of people who keep away from each other neither sees the other's; what has ended is seen by nobody.
    """
    there = (offer for offer in offers if offer.row.until > at and offer.row.person not in asker.hidden)
    seen = [SeenOffer(offer, fit_of(offer.row, asker)) for offer in there]
    return sorted(seen, key=place_of)


def place_of(seen: SeenOffer) -> tuple[int, int, str]:
    """Where an offer stands in the list; what comes later stands behind it."""
    return RANKS[seen.fit], -seen.offer.row.created, seen.offer.row.game
