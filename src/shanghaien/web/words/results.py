"""Results in words: how a game ended for somebody, with which set-up, at which pace, and which kind of decision it was."""

from shanghaien.ai.review.kinds import DecisionKind
from shanghaien.rules import N_
from shanghaien.web.http.i18n import gettext, pgettext

SETUPS = {
    "base": N_("Base game"),
    "online": N_("Online variant"),
    "everything": N_("Everything"),
    "mixed": N_("Own mix"),
}
KINDS = {
    DecisionKind.CALL: N_("Rolling or calling Shanghai"),
    DecisionKind.PLACE: N_("Choosing a die and its card"),
    DecisionKind.END: N_("Saying where number 1 is"),
    DecisionKind.TRICK: N_("Playing or keeping a trick"),
    DecisionKind.ANSWER: N_("Answering a question"),
    DecisionKind.RESIGN: N_("Giving up too early"),
}


def setup_words(setup: str) -> str:
    """What a set-up is called."""
    return gettext(SETUPS.get(setup, SETUPS["mixed"]))


def pace_word(pace: str) -> str:
    """What a pace is called in a list."""
    if pace == "live":
        return pgettext("pace", "Live")
    return pgettext("pace", "Days") if pace == "days" else gettext("No clock")


def outcome(score: int) -> str:
    """How a game ended for somebody."""
    return (pgettext("result", "Lost"), pgettext("result", "Drawn"), pgettext("result", "Won"))[score]


def kind_words(kind: str) -> str:
    """What a kind of decision is called as a habit."""
    return gettext(KINDS[DecisionKind(kind)]) if kind in KINDS else gettext("Other decisions")
