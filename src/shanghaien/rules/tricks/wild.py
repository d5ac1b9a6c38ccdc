"""The extra wild card: two sailors and nothing else (R25)."""

from shanghaien.rules.cards import Trick
from shanghaien.rules.hooks import SetOut, TrickCard

from .two_sailors import TWO_SAILORS

CARD = TrickCard(Trick.WILD, (TWO_SAILORS,), SetOut.EACH_HAND, option="extra_wild")
