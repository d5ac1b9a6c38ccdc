"""The extra wild card: two sailors and nothing else (R25)."""

from shanghaien.rules.cards import Trick
from shanghaien.rules.hooks import Length, TrickCard
from shanghaien.rules.texts import N_
from shanghaien.rules.two_sailors import TWO_SAILORS

CARD = TrickCard(
    Trick("wild"),
    4,
    N_("Extra wild card"),
    N_("Each starts with one more trick: two sailors."),
    (TWO_SAILORS,),
    option="extra_wild",
    presets=("online", "everything"),
    length=Length(2, 2),
    rules=(N_("One more trick card for each. It can only be played as two sailors."),),
)
