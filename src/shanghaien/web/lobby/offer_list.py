"""Which offers a person sees, and which fit them: one answer for lists, for the press, and for programs."""

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
from shanghaien.web.lobby.pairing import UNKNOWN_STRENGTH, Strength
from shanghaien.web.lobby.store import ListedOffer, OfferRow, OfferStore
from shanghaien.web.tables.errors import NotYours
from shanghaien.web.tables.hub import NEWS, Hub


class Fit(StrEnum):
    """What an offer is to the person who looks at it."""

    OWN = "own"
    FITS = "fits"
    GUEST = "guest"
    """It is rated, and they have no account."""
    STRENGTH = "strength"
    """They are stronger or weaker than the people it is for."""


RANKS = {Fit.OWN: 0, Fit.FITS: 1, Fit.STRENGTH: 2, Fit.GUEST: 2}
"""In which order they are listed."""


@dataclass(frozen=True, slots=True)
class Asker:
    """A person who looks at offers."""

    person: PersonId | None = None
    account: bool = False
    strengths: Mapping[str, Strength] = field(default_factory=dict)
    """By list; a person who is on none counts as average."""
    hidden: frozenset[PersonId] = frozenset()
    """People who are hidden from them."""

    def strength(self, kind: str) -> Strength:
        return self.strengths.get(kind, UNKNOWN_STRENGTH)

    def person_known(self) -> PersonId:
        """Who they are, for what needs a person."""
        if self.person is None:
            raise NotYours(N_("Reload the page, so that the table recognises you."))
        return self.person


class SeenOffer(NamedTuple):
    """An offer, and what it is to the person who looks at it."""

    offer: ListedOffer
    fit: Fit


def fit_of(offer: OfferRow, asker: Asker) -> Fit:
    if offer.person == asker.person:
        return Fit.OWN
    if offer.rated and not asker.account:
        return Fit.GUEST
    rating = asker.strength(offer.kind).rating
    inside = (offer.low is None or offer.low <= rating) and (offer.high is None or rating <= offer.high)
    return Fit.FITS if inside else Fit.STRENGTH


def seen_by(asker: Asker, offers: Iterable[ListedOffer], at: int) -> list[SeenOffer]:
    """What a person sees of all offers: their own, then those that fit, then the others; each time the latest first.

    Of two people who have blocked each other neither sees the other's; what has ended is left out.
    """
    there = (offer for offer in offers if offer.row.until > at and offer.row.person not in asker.hidden)
    seen = [SeenOffer(offer, fit_of(offer.row, asker)) for offer in there]
    return sorted(seen, key=place_of)


def place_of(seen: SeenOffer) -> tuple[int, int, str]:
    """The sort key of an offer in the list."""
    return RANKS[seen.fit], -seen.offer.row.created, seen.offer.row.game


LOBBY = GameId("quay")
"""The channel on which the lobby's news go from process to process, as if it were a game; no game has this id."""
MOST_LISTED = 400
"""Offers that are read; older ones show up when newer ones are taken."""
KEPT_SECONDS = 5.0
"""A message may be lost: after that long the offers are read again in any case."""


class OfferCache:
    """The offers as they were a moment ago; taking one asks the store whether it still stands."""

    def __init__(self, database: Database, hub: Hub) -> None:
        self._store = OfferStore(database)
        self._hub = hub
        self._offers: tuple[ListedOffer, ...] = ()
        self._read_at = -inf
        self._changes = 0
        self._reading = asyncio.Lock()
        hub.bus.subscribe(NEWS + LOBBY, lambda subject, message: self.outdate())

    async def offers(self) -> tuple[ListedOffer, ...]:
        if not self._fresh:
            async with self._reading:  # of many who come at once, one reads for all
                if not self._fresh:
                    await self._read()
        return self._offers

    def changed(self) -> None:
        """Something is offered, or is no longer: read again, here and in other processes."""
        self.outdate()
        self._hub.publish(LOBBY, Version(now()), stored=False)

    @property
    def _fresh(self) -> bool:
        return monotonic() - self._read_at < KEPT_SECONDS

    async def _read(self) -> None:
        before = self._changes
        self._offers = tuple(await self._store.newest(MOST_LISTED))
        if self._changes == before:  # else something changed meanwhile, and the next one reads again
            self._read_at = monotonic()

    def outdate(self) -> None:
        """Read again at the next look."""
        self._changes += 1
        self._read_at = -inf


# The list of offers page by page: a page is named by the place of the last offer before it, not by a number.

OFFERS_ON_A_PAGE = 20
PLACE = re.compile(r"([012])-(\d{1,15})-([A-Za-z0-9_.-]{1,40})", re.ASCII)


def page_of(seen: Sequence[SeenOffer], after: str = "", most: int = OFFERS_ON_A_PAGE) -> tuple[list[SeenOffer], str]:
    """A page of what a person sees, and the name of the next one; empty on the last one."""
    place = _read_place(after)
    rest = [each for each in seen if place is None or place_of(each) > place]
    if len(rest) <= most:
        return rest, ""
    rank, earlier, game = place_of(rest[most - 1])
    return rest[:most], f"{rank}-{-earlier}-{game}"


def _read_place(text: str) -> tuple[int, int, str] | None:
    found = PLACE.fullmatch(text)
    return (int(found[1]), -int(found[2]), found[3]) if found else None
