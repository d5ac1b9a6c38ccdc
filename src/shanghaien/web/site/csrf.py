"""Forms count only from our own pages: each carries a token that was made for the person who sends it.

With the first page a browser gets the person's cookie and, for the forms on it, a token that holds for this person
alone. So an answer that is lost costs nothing, and nobody can have somebody else send a form of theirs.
"""

import hashlib
import hmac
import secrets
from collections.abc import Awaitable, Callable
from typing import Protocol

from litestar import Request
from litestar.datastructures import Cookie
from litestar.enums import ScopeType
from litestar.exceptions import PermissionDeniedException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from litestar.utils.scope.state import ScopeState

from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.signing import Signer
from shanghaien.web.core.visitor import STATE, Visitor
from shanghaien.web.site.forms import FORMS, AnyRequest, read_form
from shanghaien.web.site.load_shedding import SAFE
from shanghaien.web.site.sessions import FORM_COOKIE, SESSION, GuestCookie, SessionCookie, cookie_name

HEADER = "x-csrftoken"
FIELD = "_csrf_token"
KEPT_BY_ALL = ("/static/", "/share/")
"""Where answers are the same for everybody and may be kept on the way: they must set nobody's cookie."""
NO_FORMS = "exclude_from_csrf"
"""What routes say at which no cookie counts, and so no form."""
NONCE_LENGTH = 32
TOKEN_LENGTH = NONCE_LENGTH + 64


class CsrfTokens:
    """Makes and knows the tokens of forms; each holds for one person."""

    def __init__(self, signer: Signer) -> None:
        self._key = signer.secret_for("form", "token")

    def make(self, person: PersonId) -> str:
        """A new token for the forms of a person."""
        nonce = secrets.token_hex(NONCE_LENGTH // 2)
        return nonce + self._seal(nonce, person)

    def holds(self, token: object, person: PersonId | None) -> bool:
        """Whether a token, whatever was sent as one, was made for this person."""
        if person is None or not isinstance(token, str) or len(token) != TOKEN_LENGTH or not token.isascii():
            return False
        return hmac.compare_digest(token[NONCE_LENGTH:], self._seal(token[:NONCE_LENGTH], person))

    def _seal(self, nonce: str, person: PersonId) -> str:
        return hmac.new(self._key, f"{nonce}\n{person}".encode(), hashlib.sha256).hexdigest()


class CsrfMiddleware(ASGIMiddleware):
    """Gives whoever looks at a page what their forms will need, and refuses forms that lack it."""

    scopes = (ScopeType.HTTP,)
    exclude_opt_key = NO_FORMS

    def __init__(self, signer: Signer, people: GuestCookie, *, secure: bool) -> None:
        self._tokens = CsrfTokens(signer)
        self._people = people
        self._secure = secure
        self._name = cookie_name(FORM_COOKIE, secure=secure)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Let a look through with the cookies that are missing, and a change only with a token that holds."""
        request: AnyRequest = Request(scope, receive)
        if scope["path"].startswith(KEPT_BY_ALL):
            await next_app(scope, receive, send)
        elif request.method in SAFE:
            missing = self._prepare(request)
            await next_app(scope, receive, setting(missing, send) if missing else send)
        else:
            token = await _sent_token(request)
            if not self._tokens.holds(token, self._people.known(request)):
                raise PermissionDeniedException
            ScopeState.from_scope(scope).csrf_token = str(token)
            await next_app(scope, receive, send)

    def _prepare(self, request: AnyRequest) -> list[Cookie]:
        """Have a token for the forms of the page, and say which cookies the browser has to be given."""
        person, cookie = self._people.welcome(request)
        missing = [] if self._people.is_kept(request) else [cookie]
        token = request.cookies.get(self._name, "")
        if not self._tokens.holds(token, person):
            token = self._tokens.make(person)
            missing.append(
                Cookie(self._name, value=token, path="/", secure=self._secure, httponly=True, samesite="lax")
            )
        ScopeState.from_scope(request.scope).csrf_token = token
        return missing


def setting(cookies: list[Cookie], send: Send) -> Send:
    """Send an answer with these cookies too."""

    async def send_with_cookies(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [(b"set-cookie", cookie.to_header(header="").encode()) for cookie in cookies]
            message["headers"] = [*message.get("headers", []), *headers]
        await send(message)

    return send_with_cookies


async def _sent_token(request: AnyRequest) -> object:
    """The token that came with a change, in a header or as a field of the form."""
    if header := request.headers.get(HEADER):
        return header
    kind, _ = request.content_type
    if kind not in FORMS:
        return None
    form = await read_form(request)
    await form.close()  # no form of ours has files, and what is refused here comes to nobody who would close them
    return form.get(FIELD)


# Who a request is from is found out before any route is asked; a guest's request asks nobody.

SHOWN = SESSION.encode() + b"="
Bring = Callable[[PersonId, PersonId], Awaitable[None]]
"""Gives an account what a guest has."""


class Recogniser(Protocol):
    """Knows whose session a browser shows."""

    async def visitor(self, shown: str) -> Visitor:
        """Whose session it is; a guest if there is none such."""


class AuthenticationMiddleware(ASGIMiddleware):
    """Notes in the scope of a request who sends it, for everybody who asks `visitor_of`.

    A browser that shows a session and names a guest too has sent something before it was signed in that was answered
    after it: what the guest has got by that comes along.
    """

    scopes = (ScopeType.HTTP,)
    exclude_opt_key = NO_FORMS

    def __init__(self, sessions: Recogniser, bring: Bring, guests: GuestCookie, cookie: SessionCookie) -> None:
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
