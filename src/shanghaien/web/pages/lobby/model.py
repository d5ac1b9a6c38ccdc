"""The lobby as plain values: the offers that somebody sees, page by page."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote

from shanghaien.web.http.i18n import gettext, ngettext
from shanghaien.web.lobby.fit import Fit, SeenOffer
from shanghaien.web.lobby.paging import OFFERS_ON_A_PAGE, page_of
from shanghaien.web.lobby.strengths import strength_of

from .offer_words import options_words, pace_of, terms_of, why_not


@dataclass(frozen=True, slots=True)
class OfferLine:
    """One offered table in a list; nothing of the request is in it, so that many who see it alike share it."""

    id: str
    name: str
    initial: str
    profile: str
    """Where whoever offers it has a page; empty for guests."""
    strength: str
    """Empty for guests, of whom nobody knows it."""
    word: str
    options: str
    pace: str
    terms: str
    own: bool
    why_not: str
    """Why it is not for whoever looks; empty if it is."""


@dataclass(frozen=True, slots=True)
class OfferList:
    """A page of the list."""

    lines: tuple[OfferLine, ...]
    said: str
    """How many there are and how many fit; empty if there are none."""
    next: str
    """Names the next page; empty on the last one."""


def offer_list(seen: Sequence[SeenOffer], after: str = "", most: int = OFFERS_ON_A_PAGE) -> OfferList:
    """A page of what somebody sees, from the first or from behind a place on that another page has named."""
    page, more = page_of(seen, after, most)
    return OfferList(tuple(offer_line(each) for each in page), _said(seen), more)


def offer_line(seen: SeenOffer) -> OfferLine:
    """One offered table."""
    row, offer = seen.offer.row, seen.offer
    name = offer.name or gettext("Guest")
    strength = str(strength_of(offer.rating, offer.deviation)) if offer.account else ""
    return OfferLine(
        id=row.game,
        name=name,
        initial=name[0].upper(),
        profile=f"/people/{quote(offer.name, safe='')}" if offer.account else "",
        strength=strength,
        word=row.word,
        options=options_words(row.options),
        pace=pace_of(row),
        terms=terms_of(row),
        own=seen.fit is Fit.OWN,
        why_not=why_not(row, seen.fit),
    )


def _said(seen: Sequence[SeenOffer]) -> str:
    others = [each for each in seen if each.fit is not Fit.OWN]
    if not others:
        return ""
    fitting, count = sum(each.fit is Fit.FITS for each in others), len(others)
    if fitting == count:
        return ngettext("%(num)d open", "%(num)d open", count) % {"num": count}
    return ngettext("%(num)d open, %(fits)s fit you", "%(num)d open, %(fits)s fit you", count) % {
        "num": count,
        "fits": fitting,
    }
