"""What the checking script says, in the visitor's language; the keys are those of `fair.js` and `check-dice.js`."""

from shanghaien.rules import N_
from shanghaien.web.http.i18n import gettext

_SENTENCES = {
    "nothing-promised": N_("This record holds no commitment, so nothing was promised about its dice."),
    "other-protocol": N_("This record was made by another protocol; this page can't check it."),
    "not-opened": N_("The seed has not been opened yet; the dice can be checked when the game is over."),
    "seed-kept": N_("The opened seed gives the commitment that was published before the game."),
    "seed-broken": N_("The opened seed is not the one that was promised for this game."),
    "none-given": N_("Seat {seat} added nothing to the dice."),
    "contribution-missing": N_("What seat {seat} added is missing, though there is a seal for it."),
    "seal-kept": N_("What seat {seat} added fits its seal."),
    "seal-broken": N_("What seat {seat} added does not fit its seal."),
    "program-chose": N_("What the bot at seat {seat} added does not follow from the seed."),
    "draws-kept": N_("All {count} deals and rolls are the promised ones."),
    "draws-broken": N_("{wrong} of {count} deals and rolls are not the promised ones."),
    "draws-swapped": N_("Draws {numbers} stand in another order than they were drawn."),
    "seen-kept": N_("The commitment is the one that this browser saw before the game."),
    "seen-broken": N_("Before the game this browser saw another commitment."),
    "sent-kept": N_("What this browser added to the dice is in the record."),
    "sent-broken": N_("This browser added something else to the dice than the record says."),
    "all-well": N_("Nothing is wrong with these dice."),
    "something-wrong": N_("Something is wrong with this record."),
    "no-record": N_("This file is no record of a game."),
    "no-crypto": N_("This browser checks dice only on pages opened by https; use “shanghaien verify” instead."),
    "working": N_("Checking draw {index} of {count} …"),
    "start": N_("who starts"),
    "card": N_("round {round}, card {count}"),
    "roll": N_("round {round}, roll {count}"),
}


def sentences() -> dict[str, str]:
    """All sentences in the language of the page."""
    return {key: gettext(text) for key, text in _SENTENCES.items()}
