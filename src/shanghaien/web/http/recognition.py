"""Who a request is from is found out before any route is asked; a guest's request asks nobody."""

from collections.abc import Awaitable, Callable
from typing import Protocol

from litestar import Request
from litestar.datastructures import Cookie
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from shanghaien.web.ids import PersonId

from .form_guard import KEPT_BY_ALL, NO_FORMS, setting
from .person_cookie import PersonCookie
from .requests import AnyRequest
from .session_cookie import SESSION, SessionCookie
from .visitor import STATE, Visitor

SHOWN = SESSION.encode() + b"="
Bring = Callable[[PersonId, PersonId], Awaitable[None]]
"""Gives an account what a guest has."""


class Doorkeeper(Protocol):
    """Knows whose session a browser shows."""

    async def visitor(self, shown: str) -> Visitor:
        """Whose session it is; a guest if there is none such."""


class Recognition(ASGIMiddleware):
    """Notes in the scope of a request who sends it, for everybody who asks `visitor_of`.

    A browser that shows a session and names a guest too has sent something before it was signed in that was answered
    after it: what the guest has got by that comes along.
    """

    scopes = (ScopeType.HTTP,)
    exclude_opt_key = NO_FORMS

    def __init__(self, sessions: Doorkeeper, bring: Bring, guests: PersonCookie, cookie: SessionCookie) -> None:
        self._sessions, self._bring = sessions, bring
        self._guests, self._cookie = guests, cookie

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Find out who it is, and let the request through."""
        if not _shows_session(scope) or scope["path"].startswith(KEPT_BY_ALL):
            await next_app(scope, receive, send)
            return
        cookies = await self._recognise(scope, Request(scope, receive))
        await next_app(scope, receive, setting(cookies, send) if cookies else send)

    async def _recognise(self, scope: Scope, request: AnyRequest) -> list[Cookie]:
        """Note who it is, and say which cookies the browser has to be given or to lose."""
        shown = self._cookie.shown(request)
        visitor = await self._sessions.visitor(shown)
        if visitor.account is None:
            return []
        scope["state"][STATE] = visitor
        cookies = [self._cookie.cookie(shown)] if visitor.renewed else []
        guest = self._guests.guest(request)
        if guest is None:
            return cookies
        await self._bring(guest, visitor.account.id)
        return [*cookies, *self._guests.gone(request)]


def _shows_session(scope: Scope) -> bool:
    return any(name == b"cookie" and SHOWN in value for name, value in scope["headers"])
