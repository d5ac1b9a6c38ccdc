"""What the page that checks dice needs to know: how a record is read without playing it."""

from typing import Any

from shanghaien.rules import PILE_TRICKS, words_before_another


def reading() -> dict[str, Any]:
    """The words of a record that the script needs, as the files of the trick cards give them."""
    return {"takes_a_word": words_before_another(), "pile_tricks": list(PILE_TRICKS)}
