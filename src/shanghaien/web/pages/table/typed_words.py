"""What people type of real cards, in any language of the pages, put into notation: "french 3", "DEU3", "roll again"."""

import re
import unicodedata
from functools import cache

from shanghaien.rules import BY_KEY, PILE_TRICKS, Nation, card_text, seat_letter
from shanghaien.web.http.i18n import LANGUAGES, gettext, speaking
from shanghaien.web.pages.shared.names import mark_of, nation_code, nation_name

MOST_WORDS = 4
"""The most words that one card is typed as: "die plus minus 1"."""
SHORTEST = 3
"""So many letters of a nation's name are enough, if they fit one nation only."""
SAILOR = re.compile(r"(\D+)(\d)")


def in_notation(text: str, names: tuple[str, str] = ("", "")) -> str:
    """The text with everything that is known said in notation; what is not stays as it was typed."""
    called = [plain(name) for name in names]
    if plain(text) in called:
        return seat_letter(called.index(plain(text)))
    words, said = re.split(r"[\s,;]+", text.strip()), list[str]()
    while words:
        length, meant = _first(words)
        said.append(meant)
        del words[:length]
    return " ".join(said)


def _first(words: list[str]) -> tuple[int, str]:
    """How many of the words the first card takes, and the card."""
    for length in range(min(len(words), MOST_WORDS), 0, -1):
        card = _card(plain("".join(words[:length])))
        if card:
            return length, card
    return 1, words[0]


def _card(letters: str) -> str:
    sailor = SAILOR.fullmatch(letters)
    nation = nation_meant(sailor[1]) if sailor else None
    if sailor and nation is not None:
        return f"{nation.code}{sailor[2]}"
    return _tricks().get(letters, "")


def nation_meant(letters: str) -> Nation | None:
    """The nation that a name, a code, or the beginning of a name stands for; None if it fits none, or several."""
    exact = _nations().get(letters)
    if exact is not None or len(letters) < SHORTEST:
        return exact
    fitting = {nation for name, nation in _nations().items() if name.startswith(letters)}
    return fitting.pop() if len(fitting) == 1 else None


@cache
def _nations() -> dict[str, Nation]:
    known: dict[str, Nation] = {}
    for language in LANGUAGES:
        with speaking(language):
            for nation in Nation:
                known |= {plain(nation_name(nation)): nation, plain(nation_code(nation)): nation}
    return known


@cache
def _tricks() -> dict[str, str]:
    """The trick cards of the pile by their code, their name, and the half that tells them from the others."""
    known: dict[str, str] = {}
    for language in LANGUAGES:
        with speaking(language):
            for card in PILE_TRICKS:
                names = (card, gettext(BY_KEY[card].name), mark_of(card))
                known |= {plain(name): card_text(card) for name in names}
    return known


def plain(text: str) -> str:
    """Letters and digits only, small and without accents: people type "hollander" for "Holländer"."""
    parted = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in parted if letter.isalnum())
