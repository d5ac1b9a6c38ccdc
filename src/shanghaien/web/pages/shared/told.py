"""What the rules say to a player, in the language of the page."""

from shanghaien.rules import N_, RulesError
from shanghaien.web.http.i18n import gettext

_PLACES = {"Line": N_("Line %(where)s"), "Step": N_("Step %(where)s"), "Key": N_("Key %(where)s")}


def told(error: RulesError) -> str:
    """Why the rules refuse something, with the place in the record if it was found in one."""
    text = gettext(error.text)
    sentence = text % error.values if error.values else text
    return f"{_place(error.place)}: {sentence}" if error.place else sentence


def _place(place: str) -> str:
    word, _, where = place.partition(" ")
    return gettext(_PLACES[word]) % {"where": where} if word in _PLACES else place
