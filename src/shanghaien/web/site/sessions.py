"""Who sends a request: the cookies of guests and sessions, and the tokens of forms, read once before any route is asked.

Forms count only from our own pages: each carries a token that was made for the person who sends it. With the first page
a browser gets the person's cookie and, for the forms on it, a token that holds for this person alone. So an answer that
is lost costs nothing, and no other site can make a browser send a form.
"""

import hashlib
import hmac
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Protocol

from cachetools import LRUCache
from litestar import Request
from litestar.datastructures import Cookie
from litestar.enums import ScopeType
from litestar.exceptions import PermissionDeniedException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from shanghaien.web.core import i18n
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.signing import Signer, new_id
from shanghaien.web.core.visitor import GUEST, Visitor
from shanghaien.web.site.forms import FORMS, SAFE, AnyRequest, read_form, visitor_of

COOKIE = "shanghaien_guest"
SESSION = "shanghaien_session"
FORM_COOKIE = "csrftoken"
"""Holds the token of a person's forms."""
PURPOSE = "guest"
"""What the cookie is signed for; like its name it stays, since it is in people's browsers for two years."""
HOST_ONLY = "__Host-"
"""How the names of cookies begin that a browser takes only by https and from this very host, not from a neighbour."""
ONE_YEAR = 365 * 24 * 3600
LONGEST_COOKIE = 512
"""Nothing that was made here is longer."""
MOST_KNOWN = 10_000
"""Cookies that are remembered, so that their signatures are not worked out with every request."""


def cookie_name(name: str, *, secure: bool) -> str:
    """What a cookie is called: by https in the way that neighbouring hosts cannot counterfeit."""
    return HOST_ONLY + name if secure else name


class OwnCookie:
    """Makes cookies of one name that no script can read."""

    def __init__(self, name: str, *, secure: bool) -> None:
        self.name = cookie_name(name, secure=secure)
        self._secure = secure

    def with_value(self, value: str, max_age: int | None) -> Cookie:
        """The cookie for so many seconds, or until the browser is closed."""
        return Cookie(
            self.name, value=value, max_age=max_age, path="/", secure=self._secure, httponly=True, samesite="lax"
        )

    def gone(self) -> Cookie:
        return self.with_value("", 0)


class GuestCookie:
    """Reads and writes the signed cookie that names a guest, and so remembers their seats."""

    def __init__(self, signer: Signer, *, secure: bool) -> None:
        self._signer = signer
        self._cookie = OwnCookie(COOKIE, secure=secure)
        self._known: LRUCache[str, PersonId] = LRUCache(MOST_KNOWN)
        """The guests that the cookies read lately name."""

    def guest(self, request: AnyRequest) -> PersonId | None:
        """The guest in the browser's cookie, whether or not an account is signed in.

        A cookie of the plain name, from before the site had https, still holds where there is no other.
        """
        return self.kept(request) or self._read(request.cookies.get(COOKIE, ""))

    def kept(self, request: AnyRequest) -> PersonId | None:
        """The guest in the cookie under its present name."""
        return self._read(request.cookies.get(self._cookie.name, ""))

    def welcome(self, request: AnyRequest) -> tuple[PersonId, Cookie]:
        """The person who sent the request, a new guest if need be, and the cookie that remembers them.

        An account is remembered by its session: no guest's cookie may ever name one.
        """
        account = visitor_of(request).account
        if account is not None:
            return account.id, self._cookie.gone()
        person = self.guest(request) or PersonId(new_id())
        return person, self._naming(person)

    def fresh(self) -> Cookie:
        """The cookie of a guest who was never here."""
        return self._naming(new_id())

    def gone(self, request: AnyRequest) -> list[Cookie]:
        """What takes the guest's cookies of a browser away, whatever they are called."""
        older = [OwnCookie(COOKIE, secure=False).gone()] if COOKIE in request.cookies else []
        return [self._cookie.gone(), *(older if self._cookie.name != COOKIE else [])]

    def _naming(self, person: str) -> Cookie:
        return self._cookie.with_value(self._signer.sign(PURPOSE, person), 2 * ONE_YEAR)

    def _read(self, text: str) -> PersonId | None:
        if (known := self._known.get(text)) is not None:
            return known
        values = self._signer.read(PURPOSE, text) if text and len(text) <= LONGEST_COOKIE else None
        if not values:
            return None
        person = self._known[text] = PersonId(str(values[0]))
        return person


class SessionCookie:
    """Reads and writes the cookie of a session: random, for a year."""

    def __init__(self, *, secure: bool) -> None:
        self._cookie = OwnCookie(SESSION, secure=secure)
        self.gone = self._cookie.gone

    def shown(self, request: AnyRequest) -> str:
        """The session that the browser shows; empty if it shows none."""
        return request.cookies.get(self._cookie.name, "")

    def cookie(self, shown: str) -> Cookie:
        return self._cookie.with_value(shown, ONE_YEAR)


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


HEADER = "x-csrftoken"
FIELD = "_csrf_token"
KEPT_BY_ALL = ("/static/", "/share/")
"""Where answers are the same for all and may be cached on the way: they must set no cookie."""
NO_FORMS = "exclude_from_csrf"
WITHOUT_COOKIES = {NO_FORMS: True}
"""What routes say at which no cookie counts, and so no form: they set none either."""


class Recogniser(Protocol):
    """Knows whose session a browser shows."""

    async def visitor(self, shown: str) -> Visitor:
        """Whose session it is; a guest if there is none such."""


class VisitorMiddleware(ASGIMiddleware):
    """Finds out who sends a request, in which language and with which form token: `user` of the request.

    Gives a browser that looks at a page the cookies that its forms will need, and refuses forms without a token that holds.
    """

    scopes = (ScopeType.HTTP,)

    def __init__(
        self,
        signer: Signer,
        sessions: Recogniser,
        bring: Callable[[PersonId, PersonId], Awaitable[None]],
        guests: GuestCookie,
        cookie: SessionCookie,
        *,
        secure: bool,
    ) -> None:
        self._tokens, self._form_cookie = CsrfTokens(signer), OwnCookie(FORM_COOKIE, secure=secure)
        self._sessions, self._guests, self._session_cookie = sessions, guests, cookie
        self._bring = bring
        """Gives an account what a guest has."""

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Pass the request on, and its answer with the cookies that the browser has to be given or to lose."""
        request: AnyRequest = Request(scope, receive)
        cookies: list[Cookie] = []
        if scope["path"].startswith(KEPT_BY_ALL) or scope["route_handler"].opt.get(NO_FORMS):
            scope["user"] = GUEST
        else:
            cookies = await self._recognise(request)
            cookies = [*await self._check_form(request), *cookies]
        speak_in_language_of(request)
        await next_app(scope, receive, setting(cookies, send) if cookies else send)

    async def sender(self, scope: Scope, token: object) -> PersonId | None:
        """Who sends a form with this token, as `handle` finds out; refused if it does not hold, or cookies must change."""
        request: AnyRequest = Request(scope)
        if await self._recognise(request):
            raise PermissionDeniedException
        return self.checked(request.user, token)

    def checked(self, visitor: Visitor, token: object) -> PersonId | None:
        """Who the visitor is; refused if the form's token was not made for them."""
        if not self._tokens.holds(token, visitor.person):
            raise PermissionDeniedException
        return visitor.person

    async def opening(self, scope: Scope) -> AnyRequest:
        """The request that opens a socket, and who sends it; from now on everything is said in their language."""
        scheme = "https" if scope["scheme"] == "wss" else "http"
        request: AnyRequest = Request({**scope, "type": "http", "method": "GET", "scheme": scheme})  # type: ignore[arg-type]
        await self._recognise(request)
        speak_in_language_of(request)
        return request

    async def is_still(self, visitor: Visitor, request: AnyRequest) -> bool:
        """Whether the session of such a request still holds; a guest has none that could end."""
        if visitor.account is None:
            return True
        now = await self._sessions.visitor(self._session_cookie.shown(request))
        return now.account is not None and now.account.id == visitor.account.id

    async def _recognise(self, request: AnyRequest) -> list[Cookie]:
        """Note who it is, and say which cookies of theirs have to change.

        A browser that shows a session and names a guest too has sent something before it was signed in that was
        answered after it: what the guest has got by that comes along.
        """
        guest, shown = self._guests.guest(request), self._session_cookie.shown(request)
        visitor = await self._sessions.visitor(shown) if shown else GUEST
        if visitor.account is None:
            request.scope["user"] = Visitor(guest)
            return []
        request.scope["user"] = visitor
        cookies = [self._session_cookie.cookie(shown)] if visitor.renewed else []
        if guest is None:
            return cookies
        await self._bring(guest, visitor.account.id)
        return [*cookies, *self._guests.gone(request)]

    async def _check_form(self, request: AnyRequest) -> list[Cookie]:
        """Note the token of the person's forms; the cookies that they lack, or a refusal of a form without a token."""
        visitor, missing = request.user, list[Cookie]()
        if request.method in SAFE:
            token = request.cookies.get(self._form_cookie.name, "")
            person = visitor.person
            if visitor.account is None and self._guests.kept(request) is None:
                person, cookie = self._guests.welcome(request)
                missing.append(cookie)
            if person is not None and not self._tokens.holds(token, person):
                token = self._tokens.make(person)
                missing.append(self._form_cookie.with_value(token, None))
        else:
            token = await _sent_token(request)
            if not self._tokens.holds(token, visitor.person):
                raise PermissionDeniedException
        request.scope["user"] = replace(visitor, form_token=token)
        return missing


async def _sent_token(request: AnyRequest) -> str:
    """The token that came with a change, in a header or as a field of the form."""
    if header := request.headers.get(HEADER):
        return header
    if request.content_type[0] not in FORMS:
        return ""
    form = await read_form(request)
    await form.close()  # no form of ours has files, and what is refused here comes to nobody who would close them
    return str(form.get(FIELD, ""))


def setting(cookies: list[Cookie], send: Send) -> Send:
    """Send an answer with these cookies too."""

    async def send_with_cookies(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [(b"set-cookie", cookie.to_header(header="").encode()) for cookie in cookies]
            message["headers"] = [*message.get("headers", []), *headers]
        await send(message)

    return send_with_cookies


def settings_of(request: AnyRequest) -> Mapping[str, str]:
    """What was set by the account, on any of its devices, or by the guest of this browser."""
    visitor = visitor_of(request)
    return request.cookies if visitor.account is None else visitor.settings


def speak_in_language_of(request: AnyRequest) -> None:
    """Make all texts from now on in the language that this person chose, or that their browser asks for."""
    handed_on = request.query_params.get("lang", "")[:2]
    i18n.set_language(
        i18n.choose(settings_of(request).get("lang"), request.headers.get("accept-language", ""), handed_on)
    )
