"""What the checking script says, in the visitor's language; the keys are those of its scripts."""

from litestar import get

from shanghaien.rules import N_
from shanghaien.web.core.i18n import gettext

_SENTENCES = {
    "nothing-promised": N_("This record holds no commitment, so nothing was promised about its dice."),
    "other-protocol": N_("This record was made by another protocol; this page can’t check it."),
    "draws-kept": N_("All {count} deals and rolls are as promised."),
    "draws-swapped": N_("Draws {numbers} are listed in a different order from how they were drawn."),
    "seen-kept": N_("The commitment is the one that this browser saw before the game."),
    "seen-broken": N_("Before the game this browser saw another commitment."),
    "all-well": N_("Nothing is wrong with these dice."),
    "something-wrong": N_("Something is wrong with this record."),
    "no-record": N_("This file is no record of a game."),
    "start": N_("who starts"),
    "card": N_("round {round}, card {count}"),
    "roll": N_("round {round}, roll {count}"),
    "who": N_("round {round}, a seat"),
    "seat": N_("the seat of whoever set up the table"),
    "tags-broken": N_("What this record says about its dice can’t be read: look at the tag {tag}."),
    "contract-kept": N_("What was fixed before the game fits together."),
    "mode-unknown": N_("There is no table of this kind with such dice."),
    "player-wrong": N_("Whoever has seat {seat} can’t sit at a table of this kind."),
    "same-seat": N_("Both players are said to have the same seat."),
    "swapped-alone": N_("Seats are swapped after another game only, and that game has to be named."),
    "entrusted-other": N_("The chain that seat {seat} entrusted is not the one that the server offered."),
    "own-is-held": N_("Seat {seat} is said to hold a chain that is the server’s."),
    "anew-order": N_("The places where players committed anew are out of order."),
    "anew-chainless": N_("Somebody without a chain is said to have committed anew."),
    "seat-kept": N_("The seats are those that were fixed before the game."),
    "seat-broken": N_("The seats are not those that were fixed before the game."),
    "seat-undrawn": N_("The seats were to be drawn, and no draw is there."),
    "seat-otherwise": N_("The seats are not those that were drawn."),
    "stale-broken": N_("Group {group} uses a chain from before the server was restored from a copy."),
    "owner-broken": N_("Group {group} of draws was drawn from the wrong chain: not from that of whoever acted."),
    "groups-broken": N_("Groups of draws told by the record: {runs}; groups that were drawn: {groups}."),
    "walk-broken": N_("The draws can’t be followed beyond group {group}."),
    "links-broken": N_("Links of the chain {chain} that were needed: {used}; links that were opened: {opened}."),
    "chain-kept": N_("The opened links of the chain {chain} lead to its published end ({opened} of them)."),
    "chain-broken": N_("The opened links of the chain {chain} do not lead to its published end."),
    "draws-other": N_("From draw {first} on the draws differ ({wrong} of them): the game was drawn from other links."),
    "draw-wrong": N_("Draw {draw} gives {expected}, but the record says {recorded}."),
    "game-broken": N_("This is the record of another game than the one that this browser remembers."),
    "receipt-kept": N_("What was fixed is what the server gave this browser a receipt for."),
    "receipt-broken": N_("The server gave this browser a receipt for something else than the record says."),
    "receipts-kept": N_("The receipts of the server ({count}) are signed and say the same as the record."),
    "receipts-unread": N_(
        "The receipts ({count}) say the same as the record; this browser can’t check their signatures."
    ),
    "signature-broken": N_("A receipt does not bear the server’s signature."),
    "signed-other-ends": N_("The server signed other ends of chains for this browser than the record names."),
    "server-contradicts": N_("The server has signed two things that contradict each other. Keep your receipts!"),
    "own-kept": N_("The chain that this browser made is the one in the record."),
    "own-broken": N_("The record names a chain for your seat that this browser did not make."),
    "own-missing": N_("This browser made a chain for your seat, and the record does not name it."),
    "anew-foreign": N_(
        "Somebody committed anew for your seat before group {group}, and it was not this browser. "
        "If it was not you on another device, somebody plays in your place, or the server cheats."
    ),
    "openings-kept": N_("The links that this browser opened ({count}) stand where it opened them."),
    "opening-broken": N_("For group {group} this browser opened link {number} of {chain}; the record has another one."),
    "choice-broken": N_("For group {group} this browser opened its link after “{choice}”, not after “{said}”."),
    "steps-broken": N_("For group {group} this browser opened its link after other moves than the record tells."),
    "history-broken": N_("While the game went on this browser saw other draws before group {group}."),
    "bots-only": N_("Only bots played: the server drew alone, and nothing proves that it did not choose."),
    "entrusted-told": N_("The server held the chain of seat {seat} and could foresee what was drawn from it."),
    "no-word": N_("Seat {seat} typed no word either, so the server supplied their whole part."),
    "anew-own": N_(
        "Seat {seat} committed to a fresh chain before group {group}; "
        "groups drawn before the other player opened a link: {alone}."
    ),
    "anew-held": N_(
        "Seat {seat} entrusted its chain to the server before group {group}; "
        "groups drawn before the other player opened a link: {alone}."
    ),
    "restored-told": N_(
        "Before group {group} the server said that it was restored from a copy; ask the host whether that is true."
    ),
    "witnessed": N_("Both players opened a link for every draw."),
    "unwitnessed": N_(
        "Groups drawn without a witness: {count}. In them a player and the server together could foresee that player’s own draws."
    ),
    "log-kept": N_(
        "The public log ({size} entries) goes on from what this browser saw before, and holds what its receipts ({receipts}) promise."
    ),
    "log-key": N_("The key of public log {epoch} is not the one that was published before."),
    "log-signature": N_("A head of the public log or a receipt does not bear the signature of a published key."),
    "log-size": N_("The public log has {size} entries now, and had {before} before."),
    "log-time": N_("The time of the public log went backwards."),
    "log-fork": N_("The server has signed two different public logs of {size} entries."),
    "log-no-reservation": N_(
        "What the server committed to before this game is not shown to be in the public log of {size} entries."
    ),
    "log-no-contract": N_("The contract of this game is not shown to be in the public log of {size} entries."),
    "log-consistency": N_("The public log of {second} entries is not shown to go on from that of {first}."),
    "log-empty": N_("A receipt for this game names a public log without entries."),
    "log-first": N_("This browser had not seen the public log before; it remembers it for the next time."),
    "log-anew": N_(
        "Public log {epoch} has begun, with another key, as after a restore from a copy; ask the host whether that is true."
    ),
    "log-lost": N_(
        "The end of public log {epoch} is not shown any more, as after a restore from a copy; ask the host whether that is true."
    ),
    "log-unread": N_("The public log could not be asked now, so it was not checked."),
    "held-server": N_("the server"),
    "held-person": N_("the player at seat {seat}"),
    "held-entrusted": N_("the server, for seat {seat}"),
}


def sentences() -> dict[str, str]:
    return {key: gettext(text) for key, text in _SENTENCES.items()}


# What the table's script says when it can't go on with the dice, in the visitor's language.

_WARNINGS = {
    "changed": N_(
        "The server shows other dice than your browser saw before, so your browser opens no more links. "
        "Keep the record of this game, and look at “Check the dice”."
    ),
    "entrusted": N_(
        "The server keeps your chain for the dice now, and this browser did not ask for it. "
        "If it was not you, without script or on another device, somebody plays in your place, or the server cheats."
    ),
    "moved": N_(
        "The server shows other moves than before your browser opened its link for the dice, "
        "and your browser does not open that link again. "
        "Keep the record of this game, and look at “Check the dice”."
    ),
    "restored": N_(
        "The server says that it was restored from a copy, and this game goes on from an earlier state. "
        "Ask the host whether that is true."
    ),
    "log": N_(
        "The public log of this server contradicts what it showed or promised your browser before. "
        "Keep the record of this game, and look at “Check the dice”."
    ),
}


@get("/dice/warnings", sync_to_thread=False)
def dice_warnings() -> dict[str, str]:
    """Every warning by its name; the script asks for them when it needs one."""
    return {name: gettext(text) for name, text in _WARNINGS.items()}


WARNING_ROUTES = [dice_warnings]
