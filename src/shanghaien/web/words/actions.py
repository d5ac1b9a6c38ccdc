"""Actions in a few words: with dice drawn as the reader's page draws them, or with their numbers."""

from collections.abc import Callable

from markupsafe import Markup, escape

from shanghaien.rules import BY_KEY, REPLIES, Action, Answer, Call, End, Place, Play, State, position_of
from shanghaien.web.http.i18n import gettext

from .cards import act_name, mark_of, nation_name, short_name
from .filling import filled

Drawn = Callable[[int], Markup]
"""How a die is shown."""


def plain_words(state: State, action: Action) -> str:
    """A choice in a few words without any mark-up."""
    return action_words(state, action, escape).unescape()


def action_words(state: State, action: Action, drawn: Drawn) -> Markup:
    """A choice in a few words, with its dice drawn."""
    match action:
        case Place(die, end):
            return _placed(state, die, end or state.end, drawn) + _end(end)
        case Answer():
            return _answer(action, drawn) + _end(action.end)
        case Play():
            return _trick(state, action, drawn) + _end(action.end)
        case Call():
            return escape(gettext("Call Shanghai"))
        case _:
            return escape(gettext("Roll"))


def _placed(state: State, die: int, end: End | None, drawn: Drawn) -> Markup:
    card = state.tavern[position_of(die, end)]
    return filled(gettext("%(die)s on %(card)s"), die=drawn(die), card=short_name(card))


def _answer(answer: Answer, drawn: Drawn) -> Markup:
    reply = REPLIES[answer.word]
    if answer.die is None:
        return escape(gettext(reply.name))
    if "%(die)s" in reply.help:
        return filled(gettext(reply.help), die=drawn(answer.die))
    return filled(gettext("%(act)s: %(dice)s"), act=gettext(reply.name), dice=drawn(answer.die))


def _trick(state: State, play: Play, drawn: Drawn) -> Markup:
    name = act_name(play.act)
    if play.nation is not None:
        words = filled(gettext("%(act)s: %(nation)s"), act=name, nation=nation_name(play.nation))
        # With several kinds of card in hand it matters which one is given away.
        several = len(set(state.mover.hand)) > 1
        return words + Markup(" ({})").format(_given_away(play)) if several else words
    if play.die is None:
        return escape(name)
    dice = (play.die,) if play.step is None else (play.die, play.die + play.step)
    shown = Markup(" → ").join(drawn(die) for die in dice)
    return filled(gettext("%(act)s: %(dice)s"), act=name, dice=shown)


def _given_away(play: Play) -> str:
    """The card that is played, told from the others: by its other half or, if it has no other, by its name."""
    mark = mark_of(play.card)
    return gettext(BY_KEY[play.card].name) if mark == act_name(play.act) else mark


def _end(end: End | None) -> Markup:
    if end is None:
        return Markup("")
    return escape(gettext(", 1 on the left") if end is End.LEFT else gettext(", 1 on the right"))
