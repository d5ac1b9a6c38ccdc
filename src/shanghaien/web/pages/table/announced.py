"""What the other player has announced and has not done yet, in words (R28)."""

from shanghaien.rules import REPLIES, Answer, Call, End, Place, Play
from shanghaien.web.http.i18n import gettext
from shanghaien.web.pages.shared.names import act_name, with_article
from shanghaien.web.pages.shared.seen_table import SeenTable


def announced(seen: SeenTable) -> str:
    """A sentence about what is held back until somebody has answered."""
    action, name = seen.state.announced, seen.voice.own_name(seen.state.turn)
    match action:
        case Place(die, end):
            card = seen.state.evolve(end=seen.state.end or end or End.LEFT).card_numbered(die)
            words = {"name": name, "die": die, "card": with_article(card)}
            return gettext("%(name)s puts a %(die)s on %(card)s.") % words
        case Play():
            return gettext("%(name)s plays “%(act)s”.") % {"name": name, "act": act_name(action.act)}
        case Answer(word):
            return gettext("%(name)s answers “%(reply)s”.") % {"name": name, "reply": gettext(REPLIES[word].name)}
        case Call():
            return gettext("%(name)s calls Shanghai.") % {"name": name}
        case _:
            return gettext("%(name)s wants to roll.") % {"name": name}
