"""Asking for a link by mail: the same answer after the same work, whether the address is known or not."""

import secrets

from litestar.datastructures import Cookie

from shanghaien.rules import N_
from shanghaien.web.clock import now
from shanghaien.web.http.i18n import language
from shanghaien.web.http.person_cookie import cookie_name
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.mail_address import mailbox_of
from shanghaien.web.people.attempts import HourlyLimit
from shanghaien.web.people.mail_links import MINUTES, Asked, Purpose, hashed, read_address

from .visit import KeepVisit, NoSuchWay

ASKED = "shanghaien_asked"
"""The cookie without which a link does not open."""
LONGEST_KEPT = 100
FROM_ADDRESS, AT_MAILBOX = 20, 5
"""How many links may be asked for within an hour."""


async def ask_for_link(visit: KeepVisit, purpose: Purpose, typed: str, person: str = "", name: str = "") -> Cookie:
    """Have a link sent to an address; the cookie that lets it be opened in this browser."""
    if not visit.place.mail:
        raise NoSuchWay(N_("This site sends no mail. Use another way."))
    address = read_address(typed)
    await visit.try_once("mail", FROM_ADDRESS, HourlyLimit("mailbox", mailbox_of(address), AT_MAILBOX))
    kept = kept_by(visit.request, secure=visit.settings.https) or secrets.token_urlsafe(24)
    await visit.keys.links.ask(Asked(purpose, address, hashed(kept), language(), now(), person, name))
    return Cookie(
        cookie_name(ASKED, secure=visit.settings.https),
        value=kept,
        max_age=MINUTES * 60,
        path="/",
        secure=visit.settings.https,
        httponly=True,
        samesite="lax",
    )


def kept_by(request: AnyRequest, *, secure: bool) -> str:
    """What the browser was given when it asked; empty if it did not."""
    return request.cookies.get(cookie_name(ASKED, secure=secure), "")[:LONGEST_KEPT]
