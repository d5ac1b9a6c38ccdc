"""Which bot sits in while somebody waits: the one whose measured strength is nearest to theirs."""

from shanghaien.ratings.anchors import ANCHORS
from shanghaien.web.play.levels import DEFAULT_LEVEL

from .strengths import Strength


def level_for(strength: Strength) -> str:
    """The level of the bot; somebody of whom nobody knows how strong they are gets the usual one."""
    if not strength.known:
        return DEFAULT_LEVEL
    return min(ANCHORS, key=lambda level: abs(ANCHORS[level] - strength.rating))
