"""Results and ratings in words."""

from shanghaien.ai.review.model import DecisionKind
from shanghaien.ratings.glicko import Rating
from shanghaien.rules import N_
from shanghaien.web.core.i18n import gettext, pgettext
from shanghaien.web.standings.model import ListName, Unrated
from shanghaien.web.standings.service import ListedStanding

SETUPS = {
    "base": N_("Base game"),
    "online": N_("Online variant"),
    "everything": N_("Everything"),
    "mixed": N_("Custom"),
}
KINDS = {
    DecisionKind.CALL: N_("Rolling or calling Shanghai"),
    DecisionKind.PLACE: N_("Choosing a die and its card"),
    DecisionKind.END: N_("Choosing which end is number 1"),
    DecisionKind.TRICK: N_("Playing or keeping a trick"),
    DecisionKind.ANSWER: N_("Answering a question"),
    DecisionKind.RESIGN: N_("Giving up too early"),
}


def setup_words(setup: str) -> str:
    return gettext(SETUPS.get(setup, SETUPS["mixed"]))


def pace_word(pace: str) -> str:
    if pace == "live":
        return pgettext("pace", "Live")
    return pgettext("pace", "Days") if pace == "days" else gettext("No clock")


def outcome(score: int) -> str:
    return (pgettext("result", "Lost"), pgettext("result", "Drawn"), pgettext("result", "Won"))[score]


def kind_words(kind: str) -> str:
    return gettext(KINDS[DecisionKind(kind)]) if kind in KINDS else gettext("Other decisions")


LIST_NAMES = {
    ListName.LIVE: N_("Live games"),
    ListName.DAYS: N_("Games over days"),
    ListName.LIVE_BOTS: N_("Games against bots"),
    ListName.DAYS_BOTS: N_("Games against bots over days"),
}
RATED = {
    ListName.LIVE: N_("A rated live game."),
    ListName.DAYS: N_("A rated game over days."),
    ListName.LIVE_BOTS: N_("A rated game against a bot."),
    ListName.DAYS_BOTS: N_("A rated game against a bot."),
}
WHY_NOT = {
    Unrated.WISH: N_("This game does not count: it was set up as a friendly game."),
    Unrated.CALLED_OFF: N_("This game does not count: it was called off."),
    Unrated.SAME: N_("This game does not count: one person sits on both sides."),
    Unrated.SHARED: N_("This game does not count: two people share a seat."),
    Unrated.GUEST: N_("This game does not count: somebody plays as a guest."),
    Unrated.GONE: N_("This game does not count: one player has left for good."),
    Unrated.SETUP: N_("This game does not count: only the base game, the online variant and “everything” do."),
    Unrated.CLOCK: N_("This game does not count: it has no clock."),
    Unrated.HINT: N_("This game does not count: somebody asked for a hint."),
    Unrated.SHORT: N_("This game does not count: it was given up before both had chosen anything."),
    Unrated.BARRED: N_("This game does not count: a moderator has decided so."),
    Unrated.MARKED: N_("This game does not count: a moderator has decided so."),
}


def strength_words(standing: ListedStanding) -> str:
    """A figure: 1523, or 1480? if it is not certain yet."""
    return rating_words(standing.rating)


def rating_words(rating: Rating) -> str:
    """The same for a rating."""
    return f"{round(rating.value)}{'?' if rating.provisional else ''}"


def margin_words(rating: Rating) -> str:
    """How far off it may be in 95 of 100 cases: ± 48."""
    return f"± {round(1.96 * rating.deviation)}"


def list_words(name: ListName) -> str:
    return gettext(LIST_NAMES[name])


def rated_words(name: ListName) -> str:
    return gettext(RATED[name])


def why_not(reason: Unrated, *, yours: bool = False) -> str:
    """Why a game does not count, in a sentence; `yours` if the reader asked for the hint."""
    if reason is Unrated.HINT and yours:
        return gettext("This game does not count: you asked for a hint.")
    return gettext(WHY_NOT[reason])


def change_words(name: ListName, before: Rating, after: Rating) -> str:
    told = {"list": list_words(name), "before": rating_words(before), "after": rating_words(after)}
    return gettext("%(list)s: %(before)s → %(after)s") % told
