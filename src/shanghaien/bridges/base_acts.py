"""What the trick cards of the base game do, for the two twins of the base game that are there for speed.

`batch` and `playout` play the base game on arrays and plain lists; they carry the rules R16 to R19 in themselves and so
have to know which act is which. No other file of the bridges knows an act. The acts are told apart by what they ask for;
tests compare both twins with the rules, step by step.
"""

from shanghaien.rules import Act, Asks, Trick

from .card_sets import BASE_CARDS


def _act_that_asks(*asks: Asks) -> Act:
    (found,) = {act.key for card in BASE_CARDS for act in card.acts if act.asks == asks}
    return found


JOIN_CREW = _act_that_asks(Asks.CREW)
"""Two sailors (R16)."""
SHIFT_DIE = _act_that_asks(Asks.SHIFT)
"""Die ±1 (R17)."""
PLACE_BOTH = _act_that_asks(Asks.END)
"""Both dice (R18)."""
ROLL_AGAIN = _act_that_asks()
"""Roll again (R19)."""


def card_for(act: Act) -> Trick:
    """The only base card that shows this act."""
    (found,) = [card.key for card in BASE_CARDS if act in {shown.key for shown in card.acts}]
    return found
