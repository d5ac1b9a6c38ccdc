"""Clauses of the log about trick cards and about time, worded without a person, so that they fit "You" and every name."""

from markupsafe import Markup, escape

from shanghaien.rules import CardTold, CardTurned, Play, TrickTaken
from shanghaien.web.http.i18n import gettext
from shanghaien.web.pages.shared.inline_dice import filled
from shanghaien.web.pages.shared.names import act_name, nation_name, with_article
from shanghaien.web.play.log import EntryKind

OfACard = CardTurned | TrickTaken | CardTold
"""What a trick card brought about."""
ABOUT_TIME = frozenset(
    {EntryKind.TIME_UP, EntryKind.TIME_OUT, EntryKind.MORE_TIME, EntryKind.ABANDONED, EntryKind.VACATION}
)
"""Entries of the log that are about clocks."""


def played(play: Play, moved: set[int]) -> Markup:
    """A trick card by what its act asked for; a die is named unless what follows tells of it."""
    name = Markup("<i>{}</i>").format(act_name(play.act))
    if play.nation is not None:
        return filled(gettext("played %(act)s for the %(nation)s crew"), act=name, nation=nation_name(play.nation))
    if play.step is not None and play.die is not None:
        new = play.die + play.step
        return filled(gettext("played %(act)s: the %(die)s is a %(new)s now"), act=name, die=play.die, new=new)
    if play.die is not None and play.die not in moved:
        return filled(gettext("played %(act)s with the %(die)s"), act=name, die=play.die)
    return filled(gettext("played %(act)s"), act=name)


def of_a_card(event: OfACard) -> Markup:
    """What a trick card brought about, as a clause."""
    match event:
        case CardTurned(_, number):
            return filled(gettext("turned card %(number)s face down"), number=number)
        case TrickTaken(_, card, from_other):
            wording = gettext("took %(card)s from the opponent") if from_other else gettext("took %(card)s")
            return filled(wording, card=with_article(card))
        case CardTold(_, text):
            return escape(gettext(text))


def time_words(kind: EntryKind, *, back: bool) -> str:
    """What happened to somebody's clock, as a clause; `back` if a vacation was told of before."""
    match kind:
        case EntryKind.TIME_UP:
            return gettext("ran out of time")
        case EntryKind.TIME_OUT:
            return gettext("lost on time")
        case EntryKind.MORE_TIME:
            return gettext("got a day more")
        case EntryKind.VACATION:
            return gettext("came back from vacation") if back else gettext("announced a vacation")
        case _:
            return gettext("called the game off")
