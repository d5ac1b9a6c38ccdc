"""The hot routes, answered without the framework's help where a request is plain and granted.

A request that cannot be read, or is refused, goes on to the route itself, which tells why as every route does. Asking
twice does no harm: what is refused has changed nothing, and what is repeated is known by its id.
"""

import re
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, ReceiveMessage, Scope, Send

from shanghaien.web.core.errors import DomainError
from shanghaien.web.core.ids import GameId
from shanghaien.web.people.tokens import PLAY, READ
from shanghaien.web.site.load_shedding import SAFE
from shanghaien.web.tables.api.schemas import ActionRequest, GameShape
from shanghaien.web.tables.api.views import ENCODER
from shanghaien.web.tables.api.visit import GameVisit

Answer = Callable[[GameVisit, Scope, ReceiveMessage], Awaitable[GameShape]]
"""The game that a request asks for; whatever is not plain about the request is raised."""
SINCE = re.compile(rb"since=(\d{1,7})")
ACTION = msgspec.json.Decoder(ActionRequest)


class NotPlain(Exception):
    """The route itself has to look at this request."""


class HotRoutes(ASGIMiddleware):
    """Stands before one route and answers in its place."""

    scopes = (ScopeType.HTTP,)

    def __init__(self, answer: Answer) -> None:
        self._answer = answer

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Answer, or let the route do it."""
        message = await receive()
        try:
            game = await self._answer(await visit_of(scope), scope, message)
        except (NotPlain, msgspec.MsgspecError, DomainError):
            await next_app(scope, _once_more(message, receive), send)
        else:
            await _send(ENCODER.encode(game), send)


async def acted(visit: GameVisit, scope: Scope, message: ReceiveMessage) -> GameShape:
    """The game after an action."""
    if message["type"] != "http.request" or message.get("more_body"):
        raise NotPlain
    data = ACTION.decode(message["body"])
    table = await visit.tables.act(visit.asked(_game(scope), data), data.action, data.link)
    return await visit.seen_at(table, data.version)


async def looked(visit: GameVisit, scope: Scope, message: ReceiveMessage) -> GameShape:
    """The game as it stands."""
    query = scope["query_string"]
    since = SINCE.fullmatch(query)
    if query and since is None:
        raise NotPlain
    return await visit.seen(_game(scope), int(since[1]) if since else 0)


async def visit_of(scope: Scope) -> GameVisit:
    """The visit that the framework would make for the route, of the same parts."""
    provided: Any = scope["litestar_app"].dependencies
    tables, seating, tokens = (provided[name].dependency() for name in ("tables", "seating", "tokens"))
    needs = READ if scope.get("method") in SAFE else PLAY
    return GameVisit(tables, seating, await tokens.person(authorization(scope), needs))


def authorization(scope: Scope) -> str:
    """The header in which a program shows its token; empty if it shows none."""
    return next((value.decode("latin-1") for name, value in scope["headers"] if name == b"authorization"), "")


def _game(scope: Scope) -> GameId:
    return GameId(scope["path_params"]["game"])


async def _send(body: bytes, send: Send) -> None:
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _once_more(message: ReceiveMessage, receive: Receive) -> Receive:
    """What is received, from the message on that has been looked at already."""
    waiting = [message]

    async def receive_again() -> Any:
        return waiting.pop() if waiting else await receive()

    return receive_again
