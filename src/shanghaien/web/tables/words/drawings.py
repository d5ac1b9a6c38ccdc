"""Cards as templates draw them."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from markupsafe import Markup

from shanghaien.rules import ACTS, N_, PILE_TRICKS, Act, Action, Card, Nation, Phrase, RulesError, Sailor, State, Trick
from shanghaien.web.core.cache import LanguageCache
from shanghaien.web.core.i18n import gettext
from shanghaien.web.site import assets
from shanghaien.web.site.assets import address
from shanghaien.web.tables.words import card_words
from shanghaien.web.tables.words.card_words import (
    act_help,
    act_name,
    acts_of,
    card_name,
    mark_of,
    nation_code,
    nation_name,
)

# What cards, nations and acts are called, and which drawing shows them.

EMBLEMS = {
    Nation.AMERICAN: "am",
    Nation.FRENCH: "fr",
    Nation.GERMAN: "de",
    Nation.CHINESE: "cn",
    Nation.DUTCH: "nl",
    Nation.TURKISH: "tr",
    Nation.SPANISH: "es",
    Nation.ITALIAN: "it",
}
"""The emblem of each nation in the sprite; shape as well as colour tells them apart (R3)."""


def act_icon(act: Act) -> str:
    return drawing(ACTS[act].picture)


def drawing(picture: str) -> str:
    """The drawing in the sprite that a trick card's file names; a plain one where there is none."""
    return assets.picture(f"i-{picture}")


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


_FACES: LanguageCache[Face] = LanguageCache(512)


def face(card: Card) -> Face:
    """A card with its face up."""
    return _FACES.recall(card, lambda: _face(card))


def _face(card: Card) -> Face:
    if isinstance(card, Sailor):
        nation = card.nation
        return Face(card_name(card), EMBLEMS[nation], nation_name(nation), nation_code(nation), card.value)
    return Face(card_name(card), halves=tuple(half(act) for act in acts_of(card)) or (token(card),))


def half(act: Act) -> Half:
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
    """A trick card at its smallest, by its lower half."""
    acts = acts_of(card)
    return half(acts[-1]) if acts else Half(mark_of(card), drawing(""))


def dice_in_text(dice: Iterable[int], of: str) -> Markup:
    """Dice drawn in a line of text, with their numbers for screen readers."""
    return Markup("").join(_die_in_text(die, of) for die in dice)


@cache
def _die_in_text(die: int, of: str) -> Markup:
    one = Markup(
        '<svg class="die inl" data-of="{of}" aria-hidden="true"><use href="{sprite}#die-{die}"/></svg>'
        '<span class="vh">{die} </span>'
    )
    return one.format(of=of, sprite=address("art.svg"), die=die)


def action_words(state: State, action: Action, of: str) -> Markup:
    """An action in a few words; `of` says in whose colour dice are drawn."""
    return card_words.action_words(state, action, lambda die: dice_in_text((die,), of))


# What the rules say to a player, in the language of the page.

_PLACES = {"Line": N_("Line %(where)s"), "Step": N_("Step %(where)s"), "Key": N_("Key %(where)s")}


def refusal_words(error: RulesError) -> str:
    """Why the rules refuse something, with the place in the record if it was found in one."""
    sentence = _said(error)
    if not error.place:
        return sentence
    return gettext("%(place)s: %(sentence)s") % {"place": _place(error.place), "sentence": sentence}


def _said(phrase: RulesError | Phrase) -> str:
    """A text with its values, of which some are texts to be translated again."""
    text = gettext(phrase.text)
    values = {name: _said(value) if isinstance(value, Phrase) else value for name, value in phrase.values.items()}
    return text % values if values else text


def _place(place: str) -> str:
    word, _, where = place.partition(" ")
    return gettext(_PLACES[word]) % {"where": where} if word in _PLACES else place


# What players are called, and what bots are like.

CHARACTERS = {
    "cabin-boy": N_("First time at sea: cheerful, and easily distracted."),
    "deckhand": N_("Strong arms, and quick to grab the first card in sight."),
    "boatswain": N_("Counts every die and seldom lets a bargain go."),
    "first-mate": N_("Patient and careful; waits for you to slip."),
    "captain": N_("Has worked out the whole round before you sit down."),
}


def character(level: str) -> str:
    """What a bot of a level is like, in a sentence; empty for an unknown level."""
    return gettext(CHARACTERS[level]) if level in CHARACTERS else ""


PICTURES = (
    *(Sailor(Nation.FRENCH, 3), Sailor(Nation.SPANISH, 4), Sailor(Nation.TURKISH, 4)),
    *(PILE_TRICKS[0], Sailor(Nation.TURKISH, 1)),
)


def pictures() -> tuple[Face, ...]:
    return tuple(face(card) for card in PICTURES)
