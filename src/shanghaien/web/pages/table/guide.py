"""What the guide of a first game says: one remark on what is asked now, each kind of remark once in a game."""

from shanghaien.rules import Phase
from shanghaien.web.http.i18n import gettext
from shanghaien.web.pages.shared.seen_table import OpenChoice, SeenTable

from .guide_crews import CREWS
from .guide_journal import Remark, remarked
from .guide_place import PLACING
from .guide_turn import ROUND, TURN

ON_TURN = (*ROUND, *TURN, *CREWS)
"""The remarks on rolling or calling, the most fitting first."""


def comment(seen: SeenTable) -> str:
    """The most fitting remark that this game has not had yet; empty if there is none, or a choice lies half open."""
    if seen.choice != OpenChoice():
        return ""
    remark = fitting(seen, remarked(seen, fitting))
    return remark(seen) if remark else ""


def fitting(seen: SeenTable, made: frozenset[Remark]) -> Remark | None:
    """The first remark that has something to say at this table and is not among those made before."""
    kinds: dict[str, tuple[Remark, ...]] = {Phase.TURN: ON_TURN, Phase.PLACE: PLACING}
    remarks = kinds.get(seen.state.phase, (a_card_asks,))
    return next((remark for remark in remarks if remark not in made and remark(seen)), None)


def a_card_asks(seen: SeenTable) -> str:
    """A card of an expansion puts a question of its own."""
    return gettext("An expansion card gives you a choice. The text above says what each answer does.")
