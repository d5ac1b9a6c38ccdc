"""Whether an offered table is for somebody: one answer for lists, for the press, and for programs."""

import asyncio
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import inf
from time import monotonic
from typing import NamedTuple

from shanghaien.rules import N_
from shanghaien.web.core.clock import now
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import GameId, PersonId, Version
from shanghaien.web.lobby.pairing import NOBODY_KNOWS, Strength
from shanghaien.web.lobby.store import ListedOffer, OfferRow, OfferStore
from shanghaien.web.tables.errors import NotYours
from shanghaien.web.tables.hub import NEWS, Hub

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


# What hangs at the quay: the newest offers, read once for everybody who looks, and anew when something changes.

QUAY = GameId("quay")
"""The name under which the lobby's news go from process to process, as if it were a game; none is called so."""
MOST_LISTED = 400
"""So many offers are looked at; older ones show up when newer ones are taken."""
KEPT_SECONDS = 5.0
"""A message may be lost: after that long one looks again in any case."""


class OfferCache:
    """The offers as they were a moment ago. Whoever presses one learns from the store whether it still stands."""

    def __init__(self, database: Database, hub: Hub) -> None:
        self._store = OfferStore(database)
        self._hub = hub
        self._offers: tuple[ListedOffer, ...] = ()
        self._read_at = -inf
        self._changes = 0
        self._reading = asyncio.Lock()
        hub.bus.subscribe(NEWS + QUAY, lambda subject, message: self.outdate())

    async def offers(self) -> tuple[ListedOffer, ...]:
        """The newest offers, the latest first."""
        if not self._fresh:
            async with self._reading:  # of many who come at once, one reads for all
                if not self._fresh:
                    await self._read()
        return self._offers

    def changed(self) -> None:
        """Something is offered, or is no longer: everybody looks again, here and elsewhere."""
        self.outdate()
        self._hub.publish(QUAY, Version(now()), stored=False)

    @property
    def _fresh(self) -> bool:
        return monotonic() - self._read_at < KEPT_SECONDS

    async def _read(self) -> None:
        before = self._changes
        self._offers = tuple(await self._store.newest(MOST_LISTED))
        if self._changes == before:  # else something changed meanwhile, and the next one reads again
            self._read_at = monotonic()

    def outdate(self) -> None:
        """Read anew when somebody looks."""
        self._changes += 1
        self._read_at = -inf


# The list of offers page by page: a page is named by the place of the last offer before it, not by a number.

OFFERS_ON_A_PAGE = 20
PLACE = re.compile(r"([012])-(\d{1,15})-([A-Za-z0-9_.-]{1,40})", re.ASCII)


def page_of(seen: Sequence[SeenOffer], after: str = "", most: int = OFFERS_ON_A_PAGE) -> tuple[list[SeenOffer], str]:
    """A page of what somebody sees, and what the next one is called; empty on the last one."""
    place = _place(after)
    rest = [each for each in seen if place is None or place_of(each) > place]
    return rest[:most], _named(rest[most - 1]) if len(rest) > most else ""


def _named(seen: SeenOffer) -> str:
    rank, earlier, game = place_of(seen)
    return f"{rank}-{-earlier}-{game}"


def _place(text: str) -> tuple[int, int, str] | None:
    found = PLACE.fullmatch(text)
    return (int(found[1]), -int(found[2]), found[3]) if found else None
