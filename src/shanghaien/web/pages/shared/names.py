"""What cards, nations and acts are called, and which drawing shows them."""

from shanghaien.rules import ACTS, Act, Nation
from shanghaien.web.http import assets
from shanghaien.web.words.cards import (
    act_help,
    act_name,
    acts_of,
    card_name,
    clauses,
    listed,
    mark_of,
    nation_code,
    nation_name,
    short_name,
    trick_name,
    with_article,
)

__all__ = [
    "EMBLEMS",
    "act_help",
    "act_icon",
    "act_name",
    "acts_of",
    "card_name",
    "clauses",
    "drawing",
    "listed",
    "mark_of",
    "nation_code",
    "nation_name",
    "short_name",
    "trick_name",
    "with_article",
]

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
    """The drawing of an act in the sprite."""
    return drawing(ACTS[act].picture)


def drawing(picture: str) -> str:
    """The drawing in the sprite that a trick card's file names; the plain one where it names none or there is none."""
    return assets.picture(f"i-{picture}")
