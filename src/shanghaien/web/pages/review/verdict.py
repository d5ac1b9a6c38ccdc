"""Who played better and who had the luck, in one sentence: comfort for one, a hint for the other."""

from shanghaien.ai.review.model import GameReview
from shanghaien.rules import N_
from shanghaien.web.http.i18n import gettext
from shanghaien.web.pages.shared.seen_table import SeenTable, Voice

from .numbers import points

EQUAL, CLEAR = 0.03, 0.15
"""Differences in losses below which two players count as equal, and from which one is clearly better."""
KIND = 0.05
"""Luck from which the dice were kind or unkind."""


def verdict(seen: SeenTable, account: GameReview) -> str:
    """Both halves of the account as one sentence, from the side of the player below."""
    own, other = account.totals[seen.below], account.totals[seen.above]
    return " ".join(
        (_played(seen, other.loss - own.loss), _dice(own.luck), _without_luck(own.without_luck, own.result))
    )


def _without_luck(without: float, result: float) -> str:
    """The result less the luck; as a sum it may leave 0 to 100, where no chance can be told any more."""
    if not 0 < without < 1:
        fair = 1 if without >= 1 else 0
        if fair == result:
            return gettext("With average luck the game would have ended the same way.")
        return gettext(_WON if fair else _LOST)
    return gettext(_STANDS) % {"without": points(without), "result": points(result)}


_STANDS = N_("With luck taken out, the result would have been %(without)s out of 100, not %(result)s.")
_WON = N_("With average luck, that play would have won.")
_LOST = N_("With average luck, that play would have lost.")


def _played(seen: SeenTable, ahead: float) -> str:
    voice = Voice(seen)
    if abs(ahead) < EQUAL:
        return (
            gettext("Both of you played about equally well.")
            if seen.viewer.seats
            else gettext("Both played equally well.")
        )
    better = seen.below if ahead > 0 else seen.above
    if abs(ahead) < CLEAR:
        return voice.say(better, gettext("You played a little better."), gettext("%(name)s played a little better."))
    return voice.say(better, gettext("You played clearly better."), gettext("%(name)s played clearly better."))


def _dice(luck: float) -> str:
    if abs(luck) < KIND:
        return gettext("Luck was even.")
    return gettext("The dice and cards were kind.") if luck > 0 else gettext("The dice and cards were unkind.")
