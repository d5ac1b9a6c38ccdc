"""Small drawings inside running text."""

from collections.abc import Iterable
from functools import cache

from markupsafe import Markup

from shanghaien.web.http.assets import address
from shanghaien.web.words.filling import filled, tagged

__all__ = ["dice_in_text", "filled", "tagged"]


def dice_in_text(dice: Iterable[int], of: str) -> Markup:
    """Dice drawn in a line of text, with their numbers for those who hear it."""
    return Markup("").join(_die_in_text(die, of) for die in dice)


@cache
def _die_in_text(die: int, of: str) -> Markup:
    one = Markup(
        '<svg class="die inl" data-of="{of}" aria-hidden="true"><use href="{sprite}#die-{die}"/></svg>'
        '<span class="vh">{die} </span>'
    )
    return one.format(of=of, sprite=address("art.svg"), die=die)
