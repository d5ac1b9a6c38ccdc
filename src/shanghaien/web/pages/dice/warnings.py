"""What the table's script says when it can't go on with the dice, in the visitor's language."""

from litestar import get

from shanghaien.rules import N_
from shanghaien.web.http.i18n import gettext

_WARNINGS = {
    "changed": N_(
        "The server shows other dice than your browser saw before, so your browser opens no more links. "
        "Keep the record of this game, and look at “Check the dice”."
    ),
    "entrusted": N_(
        "The server keeps your chain for the dice now, and this browser did not ask for it. "
        "If it was not you, without script or on another device, somebody plays in your place, or the server cheats."
    ),
    "restored": N_(
        "The server says that it was restored from a copy, and this game goes on from an earlier state. "
        "Ask the host whether that is true."
    ),
}


@get("/dice/warnings", sync_to_thread=False)
def dice_warnings() -> dict[str, str]:
    """Every warning by its name; the script asks for them when it needs one."""
    return {name: gettext(text) for name, text in _WARNINGS.items()}


WARNING_ROUTES = [dice_warnings]
