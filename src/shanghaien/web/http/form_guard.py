"""Forms count only from our own pages: each carries a token that was made for the person who sends it.

With the first page a browser gets the person's cookie and, for the forms on it, a token that holds for this person
alone. So an answer that is lost costs nothing, and nobody can have somebody else send a form of theirs.
"""

import hashlib
import hmac
import secrets

from litestar import Request
from litestar.datastructures import Cookie
from litestar.enums import ScopeType
from litestar.exceptions import PermissionDeniedException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from litestar.utils.scope.state import ScopeState

from shanghaien.web.ids import PersonId

from .fields import FORMS, read_form
from .person_cookie import FORM_COOKIE, PersonCookie, cookie_name
from .rate_limit import SAFE
from .requests import AnyRequest
from .signing import Signer

HEADER = "x-csrftoken"
FIELD = "_csrf_token"
KEPT_BY_ALL = ("/static/", "/share/")
"""Where answers are the same for everybody and may be kept on the way: they must set nobody's cookie."""
NO_FORMS = "exclude_from_csrf"
"""What routes say at which no cookie counts, and so no form."""
NONCE_LENGTH = 32
TOKEN_LENGTH = NONCE_LENGTH + 64


class FormTokens:
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


class FormGuard(ASGIMiddleware):
    """Gives whoever looks at a page what their forms will need, and refuses forms that lack it."""

    scopes = (ScopeType.HTTP,)
    exclude_opt_key = NO_FORMS

    def __init__(self, signer: Signer, people: PersonCookie, *, secure: bool) -> None:
        self._tokens = FormTokens(signer)
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
