"""Signing in and out as pages do it: who arrives in this browser, and which cookies it gets for that.

A page that has made sure who somebody is, by a key, a link or a code, calls `arrive` and sends the cookies with its
answer. Everything that the browser's guest has comes along, in the transaction that begins the session.
"""

from litestar.datastructures import Cookie

from shanghaien.web.http import i18n
from shanghaien.web.http.person_cookie import PersonCookie
from shanghaien.web.http.preferences import kept_cookies
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.http.session_cookie import SessionCookie
from shanghaien.web.http.visitor import visitor_of
from shanghaien.web.ids import PersonId
from shanghaien.web.people.devices import device_label
from shanghaien.web.people.joining import Accounts, Browser, Inside, nothing_else
from shanghaien.web.people.sessions import Sessions


class Arrivals:
    """Lets people in and out."""

    def __init__(self, joining: Accounts, sessions: Sessions, guests: PersonCookie, cookie: SessionCookie) -> None:
        self.joining, self._sessions = joining, sessions
        self._guests, self._cookie = guests, cookie

    async def make_account(
        self, request: AnyRequest, person: PersonId, name: str, inside: Inside = nothing_else
    ) -> list[Cookie]:
        """A new account with this id, whose games are those of the browser's guest; they are signed in then.

        `inside` is done in the same transaction: it keeps the first key. NameTaken or BadName say why not.
        """
        shown = await self.joining.make_account(person, name, _browser(request, self._guests), inside, i18n.gettext)
        return [self._cookie.cookie(shown), *self._guests.gone(request)]

    async def arrive(self, request: AnyRequest, person: PersonId) -> list[Cookie]:
        """Sign somebody in who has shown who they are. Whoever was signed in here before no longer is."""
        shown = await self.joining.arrive(person, _browser(request, self._guests))
        return [self._cookie.cookie(shown), *self._guests.gone(request)]

    async def leave(self, request: AnyRequest) -> list[Cookie]:
        """Sign out in this browser, which is a new guest's then."""
        visitor = visitor_of(request)
        if visitor.account is not None:
            await self._sessions.end(visitor.account.id, visitor.session)
        return [self._cookie.gone(), self._guests.fresh()]


def _browser(request: AnyRequest, guests: PersonCookie) -> Browser:
    visitor = visitor_of(request)
    label = device_label(request.headers.get("user-agent", ""))
    if visitor.account is not None:
        return Browser(None, visitor.session, label)
    return Browser(guests.guest(request), "", label, kept_cookies(request))
