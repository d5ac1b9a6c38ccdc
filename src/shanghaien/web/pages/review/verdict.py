"""Who played better and who had the luck, in three sentences: comfort for one, a hint for the other."""

from shanghaien.ai.review.model import GameReview
from shanghaien.web.http.i18n import gettext
from shanghaien.web.pages.shared.decided import EQUAL, luck_told
from shanghaien.web.pages.shared.seen_table import SeenTable

from .numbers import points

CLEAR = 0.15
"""The difference in losses from which one player is clearly better."""


def verdict(seen: SeenTable, account: GameReview) -> str:
    """Both halves of the account, from the side of the player below."""
    own, other = account.totals[seen.below], account.totals[seen.above]
    played = _played(seen, other.loss - own.loss)
    return " ".join((played, luck_told(seen, seen.below, own.luck), _without_luck(seen, own.without_luck, own.result)))


def _without_luck(seen: SeenTable, without: float, result: float) -> str:
    """The result less the luck; as a sum it may leave 0 to 100, where no chance can be told any more."""
    say, seat = seen.voice.say, seen.below
    if 0 < without < 1:
        you, named = (
            gettext("With average luck you would have ended at %(without)s out of 100, not %(result)s."),
            gettext("With average luck %(name)s would have ended at %(without)s out of 100, not %(result)s."),
        )
        return say(seat, you, named, without=points(without), result=points(result))
    fair = without >= 1
    if fair == result:
        return gettext("With average luck the game would have ended the same way.")
    if fair:
        return say(
            seat,
            gettext("With average luck you would have won."),
            gettext("With average luck %(name)s would have won."),
        )
    return say(
        seat, gettext("With average luck you would have lost."), gettext("With average luck %(name)s would have lost.")
    )


def _played(seen: SeenTable, ahead: float) -> str:
    voice = seen.voice
    if abs(ahead) < EQUAL:
        return gettext("Both of you played about equally well.") if voice.you else gettext("Both played equally well.")
    better = seen.below if ahead > 0 else seen.above
    if abs(ahead) < CLEAR:
        return voice.say(better, gettext("You played a little better."), gettext("%(name)s played a little better."))
    return voice.say(better, gettext("You played clearly better."), gettext("%(name)s played clearly better."))
