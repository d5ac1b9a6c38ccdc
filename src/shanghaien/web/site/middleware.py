"""What every request passes before the framework, and every answer on its way back: plain ASGI middleware.

`shanghaien.web.app` puts them around the framework's application, one inside the other.
"""

import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import lru_cache
from http import HTTPStatus
from time import perf_counter
from typing import Any

from litestar import Litestar, Request
from litestar.datastructures import State
from litestar.types import ASGIApp, Message, Receive, ReceiveMessage, Scope, Send
from markupsafe import escape

from shanghaien.web.core import i18n
from shanghaien.web.core.counters import REQUEST_SECONDS, REQUESTS
from shanghaien.web.core.ids import PersonId
from shanghaien.web.site.forms import AnyRequest, Fields, plain_form
from shanghaien.web.site.load_shedding import FULL, RateLimit
from shanghaien.web.site.problems import CODES, FOR_PROGRAMS, SENTENCES, title_of
from shanghaien.web.site.sessions import FIELD, VisitorMiddleware


@dataclass(frozen=True, slots=True)
class Application:
    """The site as an ASGI application."""

    litestar: Litestar
    asgi: ASGIApp
    """The framework's application in the middleware that every request passes first."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await self.asgi(scope, receive, send)

    @property
    def state(self) -> State:
        return self.litestar.state


NO_ROUTE = "none"
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


class RequestCounter:
    """Counts requests by their route, never by their address: there are as many addresses as games."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Count the request when its answer begins; streams go on long after that."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = perf_counter()

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                route = str(scope.get("path_template") or NO_ROUTE)
                method = str(scope["method"])
                REQUESTS.add(route, method if method in METHODS else "other", str(message["status"]))
                REQUEST_SECONDS.add(perf_counter() - began, route)
            await send(message)

        await self._app(scope, receive, counted)


# Sockets of this site are 'self' too; a browser that does not know that yet goes over to streams.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    # Private links must not travel to other sites in the Referer header.
    "referrer-policy": "same-origin",
    "permissions-policy": (
        "camera=(), microphone=(), geolocation=(), browsing-topics=(), "
        "publickey-credentials-create=(self), publickey-credentials-get=(self)"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
ONLY_HTTPS = {"strict-transport-security": f"max-age={365 * 24 * 3600}"}
CACHE_CONTROL = b"cache-control"
NOT_KEPT = (CACHE_CONTROL, b"no-store")
LAST_ANSWER = (b"connection", b"close")
"""Said by a server that stops: the next request goes by another connection, to one that does not."""


class SecurityHeaders:
    """Adds to every answer what it says to the browser, also to errors, static files and refusals."""

    def __init__(self, app: ASGIApp, state: State, *, https: bool) -> None:
        self._app, self._state = app, state
        headers = HEADERS | (ONLY_HTTPS if https else {})
        self._headers = [(name.encode(), value.encode()) for name, value in headers.items()]

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Pass the request on; an answer is kept by no cache unless it says so itself."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message["headers"], *self._headers]
                if CACHE_CONTROL not in [name.lower() for name, _ in message["headers"]]:
                    headers.append(NOT_KEPT)
                if self._state.stopping:
                    headers.append(LAST_ANSWER)
                message["headers"] = headers
            await send(message)

        await self._app(scope, receive, send_with_headers)


HOST = re.compile(rb"(?:[A-Za-z0-9._~-]{1,255}|\[[0-9A-Fa-f:.]{2,45}\])(?::(\d{1,5}))?")
HIGHEST_PORT = 65_535
LONGEST_PATH = 2_000
SOCKET_CODES = 4000
"""What is added to a status to close a socket with it."""


class Admission:
    """Refuses before any route is looked for: 503 and 429 for too much, 400 and 404 for what no route could read."""

    def __init__(self, app: ASGIApp, limit: RateLimit | None) -> None:
        self._app, self._limit = app, limit

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif seconds := scope.get("state", {}).get(FULL, 0):
            await _refuse(scope, send, 503, seconds)
        elif self._limit is None:
            await self._admit(scope, receive, send)
        elif seconds := self._limit.enter(scope):
            await _refuse(scope, send, 429, seconds)
        else:
            try:
                await self._admit(scope, receive, send)
            finally:
                self._limit.leave(scope)

    async def _admit(self, scope: Any, receive: Any, send: Any) -> None:
        if not _has_sound_host(scope):
            await _refuse(scope, send, 400)
        elif "\0" in scope["path"] or len(scope["path"]) > LONGEST_PATH:
            await _refuse(scope, send, 404)
        elif b"%00" in scope["query_string"]:
            # PostgreSQL stores no zero in a text, and fails where one is compared with it.
            await _refuse(scope, send, 400)
        else:
            await self._app(scope, receive, send)


def _has_sound_host(scope: Scope) -> bool:
    """Whether the host that a request names can be one; who names none means this one."""
    named = [value for name, value in scope["headers"] if name == b"host"]
    if len(named) > 1:
        return False
    found = HOST.fullmatch(named[0]) if named and named[0] else None
    return not named or not named[0] or (found is not None and int(found[1] or 0) <= HIGHEST_PORT)


# Answers that need no route: a page or problem details so short that an overloaded server can afford them.

PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<main>
<h1>{title}</h1>
<p>{sentence}</p>
</main>
</html>
"""


async def _refuse(scope: Any, send: Any, status: int, seconds: int = 0) -> None:
    """Tell why a request is not served, to a person in their language; only the head of the request is read."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": SOCKET_CODES + status})
        return
    if scope["path"].startswith(FOR_PROGRAMS):
        kind, body = _problem(status)
    else:
        request: AnyRequest = Request(scope)
        language = i18n.choose(request.cookies.get("lang"), request.headers.get("accept-language", ""))
        kind, body = _page(status, language)
    headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode())]
    if seconds:
        headers.append((b"retry-after", str(seconds).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


@lru_cache(64)
def _problem(status: int) -> tuple[bytes, bytes]:
    code, detail = CODES.get(status, "malformed"), SENTENCES[status]
    told = {"type": f"urn:shanghaien:{code}", "title": HTTPStatus(status).phrase, "status": status}
    return b"application/problem+json", json.dumps(told | {"detail": detail, "code": code}).encode()


@lru_cache(64)
def _page(status: int, language: str) -> tuple[bytes, bytes]:
    with i18n.language_context(language):
        title, sentence = escape(title_of(status)), escape(i18n.gettext(SENTENCES[status]))
    return b"text/html; charset=utf-8", PAGE.format(language=language, title=title, sentence=sentence).encode()


class HeadAsGet:
    """Answers HEAD with what GET would say, without its body: link checkers and proxies ask for it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Pass the request on; of a stream, which would not end, there is no head."""
        if scope.get("method") != "HEAD" or scope["path"].endswith("/events"):
            await self._app(scope, receive, send)
            return

        async def send_head(message: Any) -> None:
            await send(message | {"body": b""} if message["type"] == "http.response.body" else message)

        asked: Any = {**scope, "method": "GET"}  # a copy: the server itself must go on to see HEAD
        await self._app(asked, receive, send_head)


@dataclass(frozen=True, slots=True)
class HotRoute:
    """A route whose plain requests are answered in JSON before the framework."""

    method: str
    address: re.Pattern[str]
    """The address, whose one group is given to the answer."""
    name: str
    """How metrics call it."""
    answer: Callable[[str, Scope, ReceiveMessage], Awaitable[bytes]]
    """Makes the answer of what the address names and the first message; raises if the framework has to look."""


class HotRoutes:
    """Answers what programs and the scripts of pages ask most, where a request is plain and granted.

    A request that cannot be read, or is refused, goes on to the route itself, which tells why as every route does.
    Asking twice must do no harm: what is refused has changed nothing, and what is repeated is known by its id.
    """

    def __init__(self, app: ASGIApp, routes: list[HotRoute]) -> None:
        self._app = app
        self._routes = {route.method: [each for each in routes if each.method == route.method] for route in routes}

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        for route in self._routes.get(scope.get("method", ""), ()):
            if found := route.address.fullmatch(scope["path"]):
                await self._serve(route, found[1], scope, receive, send)
                return
        await self._app(scope, receive, send)

    async def _serve(self, route: HotRoute, named: str, scope: Any, receive: Receive, send: Send) -> None:
        messages = [await receive()]

        async def receive_again() -> Any:
            return messages.pop() if messages else await receive()

        try:
            body = await route.answer(named, scope, messages[0])
        except Exception:  # noqa: BLE001 - whatever it is, the route itself tells of it
            await self._app(scope, receive_again, send)
        else:
            scope["path_template"] = route.name
            headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": body, "more_body": False})


FormAnswer = Callable[[str, Fields, PersonId | None], Awaitable[bytes]]
"""Answers a form by what the address names, its fields, and who sends it."""


def hot_form(visitors: VisitorMiddleware, address: re.Pattern[str], name: str, answer: FormAnswer) -> HotRoute:
    """The route of a form as the scripts of pages send it."""

    async def answer_form(named: str, scope: Scope, message: ReceiveMessage) -> bytes:
        fields = plain_form(scope, message)
        return await answer(named, fields, await visitors.sender(scope, fields.text(FIELD)))

    return HotRoute("POST", address, name, answer_form)
