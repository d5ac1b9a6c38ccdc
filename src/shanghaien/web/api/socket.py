"""The socket of a game: a program hears what happens and acts, without asking anew each time."""

import asyncio
from contextlib import suppress

import msgspec
from litestar import websocket
from litestar.di import NamedDependency
from litestar.params import FromPath

from shanghaien.web.ids import GameId
from shanghaien.web.order.talk import TableTalk
from shanghaien.web.people.tokens import READ, NoToken, Tokens
from shanghaien.web.play.seating import Seating
from shanghaien.web.play.tables import Tables

from .shortcut import authorization
from .socket_caller import Caller
from .socket_line import AnySocket, Gone, Line
from .socket_messages import TOKEN
from .socket_talk import SocketVisit, Talk

SECONDS_FOR_TOKEN = 5.0
"""How long a program that sends no header may take to show its token."""


@websocket("/games/{game:str}/socket")
async def game_socket(
    socket: AnySocket,
    game: FromPath[GameId],
    tables: NamedDependency[Tables],
    seating: NamedDependency[Seating],
    tokens: NamedDependency[Tokens],
    talk: NamedDependency[TableTalk],
) -> None:
    """Play one game, or watch it, until it is over."""
    line = Line(socket)
    with suppress(Gone):
        await line.open()
        async with line.telling():
            shown = authorization(socket.scope) or f"Bearer {await _token(line)}"
            caller = Caller(socket.scope, tokens, shown)
            at_table = await Talk.begin(
                line, caller, SocketVisit(tables, seating, await caller.person(READ), talk), game
            )
        await at_table.go_on()


async def _token(line: Line) -> str:
    """The token in the first message; the scripts of browsers cannot send headers."""
    try:
        async with asyncio.timeout(SECONDS_FOR_TOKEN):
            return TOKEN.decode(await line.hear()).token
    except (TimeoutError, msgspec.MsgspecError):
        raise NoToken('Send a valid token as a header or in the first message, {"token": "shg_..."}.') from None
