"""Who played better and who had the luck, in one sentence: comfort for one, a hint for the other."""

from shanghaien.ai.account import Review
from shanghaien.web.i18n import N_, gettext
from shanghaien.web.tables.present.scene import Scene, Voice

from .figures import points

EQUAL, CLEAR = 0.03, 0.15
"""Differences in losses below which two players count as equal, and from which one is clearly better."""
KIND = 0.05
"""Luck from which the dice were kind or unkind."""


def verdict(scene: Scene, account: Review) -> str:
    """Both halves of the account as one sentence, from the side of the player below."""
    own, other = account.totals[scene.below], account.totals[scene.above]
    words = {"without": points(own.without_luck), "result": points(own.result)}
    return " ".join((_played(scene, other.loss - own.loss), _dice(own.luck), gettext(_STANDS) % words))


_STANDS = N_("Without luck the result would be %(without)s of 100, not %(result)s.")


def _played(scene: Scene, ahead: float) -> str:
    voice = Voice(scene)
    if abs(ahead) < EQUAL:
        return (
            gettext("Both of you played about equally well.") if scene.viewer.seats else gettext("Both played alike.")
        )
    better = scene.below if ahead > 0 else scene.above
    if abs(ahead) < CLEAR:
        return voice.say(better, gettext("You played a little better."), gettext("%(name)s played a little better."))
    return voice.say(better, gettext("You played clearly better."), gettext("%(name)s played clearly better."))


def _dice(luck: float) -> str:
    if abs(luck) < KIND:
        return gettext("Luck was even.")
    return gettext("The dice and cards were kind.") if luck > 0 else gettext("The dice and cards were unkind.")
