"""The word that stands beside an offer: up to 60 characters that everybody reads."""

import re

from shanghaien.rules import N_
from shanghaien.web.people.names import clean_line
from shanghaien.web.people.word_list import Words

from .refusals import BadOffer

LONGEST_WORD = 60
ADDRESS = re.compile(
    r"://|www\.|\w@\w|\b[\w-]{2,}\.(com|net|org|io|ru|de|fr|it|cn|info|xyz|me|gg|app)\b", re.IGNORECASE
)
"""What would lead people elsewhere."""


async def check_word(text: str, words: Words) -> str:
    """The word on one line, without anything invisible; refused if it is too long, or has a word that the host does not want."""
    word = clean_line(text, LONGEST_WORD + 1)
    if len(word) > LONGEST_WORD:
        raise BadOffer(N_("A word beside an offer has at most %(longest)s characters."), longest=LONGEST_WORD)
    if ADDRESS.search(word):
        raise BadOffer(N_("A word beside an offer cannot lead elsewhere; leave the address out."))
    if await words.check_text(word):
        raise BadOffer(N_("This word cannot stand here; choose another one, or none."))
    return word
