"""Which requests come too often; they are refused before anybody looks at them."""

import json
import re
from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from hashlib import blake2b
from http import HTTPStatus
from typing import Any

from litestar.types import Scope, Send
from markupsafe import escape

from shanghaien.web.core import i18n
from shanghaien.web.core.limits import InFlight, Limits, network
from shanghaien.web.site.middleware import HeadAnsweringApp, count_requests
from shanghaien.web.site.problems import CODES, FOR_PROGRAMS, SENTENCES, title_of
from shanghaien.web.site.security_headers import strict_headers
from shanghaien.web.site.sessions import COOKIE, SESSION

SAFE = {"GET", "HEAD", "OPTIONS"}
FREE = ("/static/", "/healthz", "/readyz")
STREAMS = ("/events", "/socket")
"""How addresses end whose answer never does."""
SECONDS_FOR_A_STREAM = 60
"""After which it is worth trying again to open one."""
PERSON, SIGNED_IN = COOKIE.encode() + b"=", SESSION.encode() + b"="


class RateLimit:
    """Counts what one address or one person asks for; static files and the health checks are free."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits

    def enter(self, scope: Scope) -> int:
        """Let a request in, whatever is at its address: 0, or the seconds after which to come again."""
        path = scope["path"]
        if path.startswith(FREE):
            return 0
        address, change = _address(scope), scope.get("method", "GET") not in SAFE
        wait = self._limits.wait(address, _person(scope) if change else "", change=change)
        if wait:
            return int(wait) + 1
        return 0 if not path.endswith(STREAMS) or self._limits.streams.begin(address) else SECONDS_FOR_A_STREAM

    def leave(self, scope: Scope) -> None:
        """A request that was let in is answered, or its stream has ended."""
        if scope["path"].endswith(STREAMS) and not scope["path"].startswith(FREE):
            self._limits.streams.end(_address(scope))


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return network(client[0]) if client else ""


def _person(scope: Scope) -> str:
    """What tells one person from another before anybody has looked who it is: a digest of their cookie or token."""
    shown = b""
    for name, value in scope["headers"]:
        if name == b"authorization":
            shown = value
        elif name == b"cookie":
            shown = _cookie(value, SIGNED_IN) or _cookie(value, PERSON) or shown
    return blake2b(shown, digest_size=9).hexdigest() if shown else ""


def _cookie(header: bytes, name: bytes) -> bytes:
    return header.partition(name)[2].partition(b";")[0]


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


async def send_short_response(scope: Scope, send: Send, status: int, headers: Mapping[str, str]) -> None:
    """Tell why a request is not served, to a person in their language; only what the head of the request says is read."""
    for_program = scope["path"].startswith(FOR_PROGRAMS)
    kind, body = _problem(status) if for_program else _page(status, _language(scope))
    said = {"content-type": kind, "content-length": str(len(body)), "cache-control": "no-store", **headers}
    encoded = [(name.lower().encode(), value.encode()) for name, value in said.items()]
    await send({"type": "http.response.start", "status": status, "headers": encoded})
    await send({"type": "http.response.body", "body": body, "more_body": False})


@lru_cache(64)
def _problem(status: int) -> tuple[str, bytes]:
    code, detail = CODES.get(status, "malformed"), SENTENCES[status]
    told = {"type": f"urn:shanghaien:{code}", "title": HTTPStatus(status).phrase, "status": status}
    return "application/problem+json", json.dumps(told | {"detail": detail, "code": code}).encode()


@lru_cache(64)
def _page(status: int, language: str) -> tuple[str, bytes]:
    with i18n.language_context(language):
        title, sentence = escape(title_of(status)), escape(i18n.gettext(SENTENCES[status]))
    return "text/html; charset=utf-8", PAGE.format(language=language, title=title, sentence=sentence).encode()


def _language(scope: Scope) -> str:
    said = {
        name: value.decode("latin-1") for name, value in scope["headers"] if name in {b"cookie", b"accept-language"}
    }
    pairs = (pair.strip().partition("=") for pair in said.get(b"cookie", "").split(";"))
    own = next((value for name, _, value in pairs if name == "lang"), None)
    return i18n.choose(own, said.get(b"accept-language", ""))


# What is turned away before any route is looked for: too much, too often, and what no route could read.

HOST = re.compile(rb"(?:[A-Za-z0-9._~-]{1,255}|\[[0-9A-Fa-f:.]{2,45}\])(?::(\d{1,5}))?")
HIGHEST_PORT = 65_535
LONGEST_PATH = 2_000
SOCKET_CODES = 4000
"""What is added to a status to close a socket with it."""
FULL = "full"
"""Where whoever accepted a request notes that there are too many of its kind: after how many seconds to come again."""


class Admission(HeadAnsweringApp):
    """The application behind a door that is quick to answer 400, 404, 429 and 503."""

    counts = False
    """Whether requests are counted."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer at once, or pass the request on; counted where somebody may read it."""
        counted = count_requests(scope, send) if self.counts and scope["type"] == "http" else send
        await self._open(scope, receive, counted)

    async def _open(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] not in {"http", "websocket"}:
            await super().__call__(scope, receive, send)
        elif seconds := scope.get("state", {}).get(FULL, 0):
            await self._turn_away(scope, send, 503, seconds)
        elif self.state.rate_limit is None:
            await self._let_in(scope, receive, send)
        elif seconds := self.state.rate_limit.enter(scope):
            await self._turn_away(scope, send, 429, seconds)
        else:
            try:
                await self._let_in(scope, receive, send)
            finally:
                self.state.rate_limit.leave(scope)

    async def _let_in(self, scope: Any, receive: Any, send: Any) -> None:
        if not _has_sound_host(scope):
            await self._turn_away(scope, send, 400)
        elif "\0" in scope["path"] or len(scope["path"]) > LONGEST_PATH:
            await self._turn_away(scope, send, 404)
        else:
            await super().__call__(scope, receive, send)

    async def _turn_away(self, scope: Any, send: Any, status: int, seconds: int = 0) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": SOCKET_CODES + status})
            return
        headers = strict_headers(https=self.state.https) | ({"Retry-After": str(seconds)} if seconds else {})
        await send_short_response(scope, send, status, headers)


def _has_sound_host(scope: Scope) -> bool:
    """Whether the host that a request names can be one; who names none means this one."""
    named = [value for name, value in scope["headers"] if name == b"host"]
    if len(named) > 1:
        return False
    found = HOST.fullmatch(named[0]) if named and named[0] else None
    return not named or not named[0] or (found is not None and int(found[1] or 0) <= HIGHEST_PORT)


# How many requests of each kind may be under way at once: one more is turned away at once, before it has waited in
# vain.


class Kind(StrEnum):
    """What a request costs, and whom it would keep waiting."""

    FREE = "free"
    """Files, health checks, and streams, which are limited by address."""
    MOVE = "move"
    PAGE = "page"
    HEAVY = "heavy"
    """Whole games read, replayed or weighed."""


MOST = {Kind.MOVE: 256, Kind.PAGE: 128, Kind.HEAVY: 16}
"""Each is what one process answers within about a second; whoever came after them would wait longer than for a retry."""
PARTS = 4
"""Into how many parts the places are divided of which one address may have one."""
SECONDS_TO_COME_BACK = 2
HEAVY_BEGINNINGS = ("/import", "/replay/", "/hint/")
HEAVY_ENDS = ("/review", "/record", "/record.txt", "/record.json", "/dice")


def kind_of(scope: Scope) -> Kind:
    """The kind of a request, by its address and method."""
    path = scope["path"]
    if path.startswith(FREE) or path.endswith(STREAMS):
        return Kind.FREE
    if path.startswith(HEAVY_BEGINNINGS) or path.endswith(HEAVY_ENDS):
        return Kind.HEAVY
    return Kind.PAGE if scope.get("method") in SAFE else Kind.MOVE


UnderWay = Mapping[Kind, InFlight]
"""The requests under way, of each kind."""


def places(most: Mapping[Kind, int] = MOST) -> UnderWay:
    """Places for requests of each kind; one address never takes all of them from the others."""
    bounds = {kind: most.get(kind) for kind in Kind}
    return {
        kind: InFlight() if bound is None else InFlight(bound, max(bound // PARTS, 1)) for kind, bound in bounds.items()
    }
