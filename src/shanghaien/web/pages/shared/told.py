"""What the rules say to a player, in the language of the page."""

from typing import Any

from shanghaien.rules import N_, Phrase, RulesError
from shanghaien.web.http.i18n import gettext

_PLACES = {"Line": N_("Line %(where)s"), "Step": N_("Step %(where)s"), "Key": N_("Key %(where)s")}


def told(error: RulesError) -> str:
    """Why the rules refuse something, with the place in the record if it was found in one."""
    sentence = _said(error)
    if not error.place:
        return sentence
    return gettext("%(place)s: %(sentence)s") % {"place": _place(error.place), "sentence": sentence}


def _said(phrase: RulesError | Phrase) -> str:
    """A text with its values, of which some are texts to be translated again."""
    text = gettext(phrase.text)
    return text % {name: _value(value) for name, value in phrase.values.items()} if phrase.values else text


def _value(value: Any) -> Any:
    return _said(value) if isinstance(value, Phrase) else value


def _place(place: str) -> str:
    word, _, where = place.partition(" ")
    return gettext(_PLACES[word]) % {"where": where} if word in _PLACES else place
