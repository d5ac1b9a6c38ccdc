"""An offered table in words: what is played, how fast, for whom, and why it is not for whoever looks."""

import json
from functools import lru_cache

from shanghaien.rules import BY_OPTION, PRESETS, Options
from shanghaien.web.http.i18n import gettext, language
from shanghaien.web.lobby.fit import Fit, Offer
from shanghaien.web.pages.new_game.model import preset_name
from shanghaien.web.play.pace import Pace
from shanghaien.web.words.paces import pace_brief

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
