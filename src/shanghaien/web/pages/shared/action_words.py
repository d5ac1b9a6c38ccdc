"""Actions in a few words, with the dice drawn."""

from markupsafe import Markup

from shanghaien.rules import Action, State
from shanghaien.web.words import actions

from .inline_dice import dice_in_text


def action_words(state: State, action: Action, of: str) -> Markup:
    """A choice in a few words; `of` says in whose colour dice are drawn."""
    return actions.action_words(state, action, lambda die: dice_in_text((die,), of))
