"""The lobby as plain values: the offers that somebody sees, page by page."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote

from shanghaien.rules import BY_OPTION, PRESETS, Options
from shanghaien.web.core.i18n import gettext, language, ngettext
from shanghaien.web.lobby.offer_list import OFFERS_ON_A_PAGE, Fit, Offer, SeenOffer, page_of
from shanghaien.web.lobby.pairing import strength_of
from shanghaien.web.tables.clocks import DAYS_PACE, LIVE_PACES, Pace
from shanghaien.web.tables.start.new_game_views import preset_name
from shanghaien.web.tables.words.players import pace_brief

# An offered table in words: what is played, how fast, for whom, and why it is not for whoever looks.

MOST_NAMED = 3
"""So many expansions are named; with more it is a mix."""


def options_words(options: str) -> str:
    """What is played, in a word or two."""
    return _options_words(options, language())


@lru_cache(maxsize=512)
def _options_words(text: str, spoken: str) -> str:
    options = Options.from_dict(json.loads(text))
    for name, preset in PRESETS.items():
        if options == preset:
            return preset_name(name)
    named = [gettext(BY_OPTION[option].name) for option in options.expansions]
    return ", ".join(named) if 0 < len(named) <= MOST_NAMED else gettext("Own mix")


def pace_of(row: Offer) -> str:
    """How fast it is played."""
    return pace_brief(Pace.read(row.pace))


def terms_of(row: Offer) -> str:
    """Whether it counts, and for whom it is."""
    counts = gettext("rated") if row.rated else gettext("friendly")
    return f"{counts} · {range_words(row.low, row.high) or gettext('anybody')}"


def range_words(low: int | None, high: int | None) -> str:
    """A range of strength; empty if there is none."""
    if low is not None and high is not None:
        return f"{low}–{high}"
    if low is not None:
        return gettext("%(rating)s and up") % {"rating": low}
    return "" if high is None else gettext("up to %(rating)s") % {"rating": high}


def why_not(row: Offer, fit: Fit) -> str:
    """Why a table is not for whoever looks; empty if it is."""
    if fit is Fit.GUEST:
        return gettext("rated: for people with an account")
    if fit is Fit.STRENGTH:
        return gettext("for %(range)s") % {"range": range_words(row.low, row.high)}
    return ""


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


# What can be chosen before somebody is looked for: paces and sets of rules.

SEEK_PACES = (*LIVE_PACES, DAYS_PACE)
"""The paces at which somebody is looked for; a table of one's own is offered at any."""


def pace_choices() -> tuple[tuple[str, str], ...]:
    """Value and words of each pace."""
    return tuple((str(pace), pace_brief(pace)) for pace in SEEK_PACES)


def preset_choices() -> tuple[tuple[str, str], ...]:
    """Value and name of each ready-made set of options."""
    return tuple((value, preset_name(value)) for value in PRESETS)
