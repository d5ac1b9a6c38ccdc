"""An account that a moderator has closed: why, and how its person can appeal."""

from shanghaien.rules import N_
from shanghaien.web.http.refusals import Refused


class AccountClosed(Refused):
    """Nobody signs in to this account."""

    status = 403
    code = "account-closed"


def closed_account(reason: str, contact: str) -> AccountClosed:
    """The refusal, with the reason, and the address of the host if there is one."""
    if contact:
        return AccountClosed(
            N_("This account is closed: %(reason)s If you think that is wrong, write to %(contact)s."),
            reason=_sentence(reason),
            contact=contact,
        )
    return AccountClosed(
        N_("This account is closed: %(reason)s If you think that is wrong, write to the host of this site."),
        reason=_sentence(reason),
    )


def _sentence(reason: str) -> str:
    return reason if reason.endswith((".", "!", "?", "…")) else f"{reason}."
