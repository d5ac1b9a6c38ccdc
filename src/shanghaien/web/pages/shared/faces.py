"""Cards as templates draw them."""

from dataclasses import dataclass

from shanghaien.rules import Act, Card, Sailor, Trick
from shanghaien.web.http.i18n import gettext
from shanghaien.web.http.memory import Memory

from .names import EMBLEMS, act_help, act_icon, act_name, acts_of, card_name, drawing, mark_of, nation_code, nation_name


@dataclass(frozen=True, slots=True)
class Half:
    """One act of a trick card as it is drawn on it."""

    name: str
    icon: str
    help: str = ""
    """One sentence that tells what it does."""


@dataclass(frozen=True, slots=True)
class Face:
    """A card: paper with emblem and value, dark lacquer with one or two acts, or its back."""

    label: str
    nation: str = ""
    """The emblem; empty for a trick card or a card that lies face down."""
    name: str = ""
    code: str = ""
    value: int = 0
    halves: tuple[Half, ...] = ()
    down: bool = False
    wild: bool = False
    """Whether a trick card counts as a sailor of this nation (R16)."""

    def __hash__(self) -> int:
        # enough to tell cards apart, at a small part of the cost
        return hash((self.label, self.wild))


_FACES: Memory[Face] = Memory(512)


def face(card: Card) -> Face:
    """A card with its face up."""
    return _FACES.recall(card, lambda: _face(card))


def _face(card: Card) -> Face:
    if isinstance(card, Sailor):
        nation = card.nation
        return Face(card_name(card), EMBLEMS[nation], nation_name(nation), nation_code(nation), card.value)
    return Face(card_name(card), halves=tuple(half(act) for act in acts_of(card)) or (token(card),))


def half(act: Act) -> Half:
    """One act of a trick card."""
    return Half(act_name(act), act_icon(act), act_help(act))


def face_down(card: Card) -> Face:
    """A card that was turned face down (R35); what it is stays public."""
    return Face(gettext("%(card)s, face down") % {"card": card_name(card)}, down=True)


def wild_face(card: Sailor) -> Face:
    """A trick card that joined a crew as two sailors (R16)."""
    nation = card.nation
    label = gettext("%(nation)s %(value)s (trick card)") % {"nation": nation_name(nation), "value": card.value}
    return Face(label, EMBLEMS[nation], nation_name(nation), nation_code(nation), card.value, wild=True)


def token(card: Trick) -> Half:
    """A trick card at its smallest: the lower half tells it from the others."""
    acts = acts_of(card)
    return half(acts[-1]) if acts else Half(mark_of(card), drawing(""))
