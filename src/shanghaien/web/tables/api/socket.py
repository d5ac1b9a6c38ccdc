"""The socket of a game: a program hears what happens and acts, without asking anew each time."""

import asyncio
from contextlib import aclosing, suppress
from typing import Any

import msgspec
from litestar import websocket
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.types import Scope

from shanghaien.web.core.errors import BadRequestError, DomainError
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.people.tokens import PLAY, READ, NoToken, Tokens
from shanghaien.web.site.load_shedding import RateLimit
from shanghaien.web.site.problems import too_fast
from shanghaien.web.site.sockets import AGAIN, OVER, AnySocket, Gone, SocketConnection
from shanghaien.web.tables.api.extensions import Extensions, Listener
from shanghaien.web.tables.api.game_visit import GameVisit, checked
from shanghaien.web.tables.api.hot_routes import authorization
from shanghaien.web.tables.api.socket_messages import (
    CHANGES,
    TOKEN,
    Act,
    Again,
    Alive,
    Asked,
    Done,
    Open,
    Renew,
    Resign,
    Undo,
    event_text,
    game_text,
    news_text,
    refusal_text,
    text,
)
from shanghaien.web.tables.log import EntryKind
from shanghaien.web.tables.model import Table, Viewer
from shanghaien.web.tables.seating import Seating
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.stream import news_for

# Who is on the line: the token that they showed, and how much they may ask for.


class SocketCaller:
    """A program that has shown a token. Its messages count as the requests that they stand for."""

    def __init__(self, scope: Scope, tokens: Tokens, shown: str) -> None:
        self._tokens, self._shown = tokens, shown
        self._limit: RateLimit | None = scope["litestar_app"].state.rate_limit
        headers = [(b"authorization", shown.encode())]
        self._as_request: Any = {**scope, "method": "POST", "path": "/api/v1", "headers": headers}

    async def person(self, needs: str = PLAY) -> PersonId:
        """The token's person; NoToken if it has been revoked."""
        return await self._tokens.person(self._shown, needs)

    def count_change(self) -> None:
        """Take from the same token bucket as requests; refused if it is empty."""
        seconds = self._limit.enter(self._as_request) if self._limit is not None else 0
        if seconds:
            raise too_fast(seconds)


class ProgramConnection(SocketConnection):
    """The line to one program, which is told in JSON why it is refused."""

    async def refuse(self, refusal: DomainError) -> None:
        """Send the refusal and close."""
        await self.say(refusal_text(refusal))
        await super().refuse(refusal)


# What is said on a line once it is known who calls: the game, then news in one direction and changes in the other.


class Session:
    """A program at one game: it gets every change, and its own changes are made one after the other."""

    def __init__(
        self, line: ProgramConnection, caller: SocketCaller, visit: GameVisit, extensions: Extensions, game: GameId
    ) -> None:
        self._line, self._caller, self._visit, self._extensions = line, caller, visit, extensions
        self._game, self._viewer, self._told = checked(game), Viewer(), 0
        self._listeners: list[tuple[str, Listener]] = []
        self._answering = asyncio.Lock()
        """Held while a change is made, so that the line is not closed before it is answered."""

    async def begin(self) -> None:
        """Send the game as it stands."""
        table, self._viewer = await self._visit.tables.look(self._game, self._visit.person)
        self._told, self._listeners = table.version, self._extensions.listeners(self._viewer)
        await self._line.say(game_text(self._visit.view(table, self._viewer)))

    async def go_on(self) -> None:
        """Send and receive until the game is over, the program goes or the server stops."""
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._tell())
                tasks.create_task(self._listen())
        except* Gone:
            pass

    async def _tell(self) -> None:
        async with self._line.telling(), aclosing(news_for(self._visit.tables, self._game, self._viewer)) as news:
            async for each in news:
                for kind, listener in self._listeners:
                    for told in await listener.new(each):
                        await self._line.say(event_text(kind, told))
                if each.of_game:
                    await self._tell_of(each.table, fresh=each.fresh)
                if each.table.over:
                    await self._end(OVER)
            await self._line.say(text(Again()))
            await self._end(AGAIN)

    async def _tell_of(self, table: Table, *, fresh: bool) -> None:
        if not fresh:
            await self._line.say(text(Alive(table.version)))
        if table.version <= self._told:
            return
        if any(entry.kind is EntryKind.JOIN for entry in table.log[self._told :]):
            _, self._viewer = await self._visit.tables.look(self._game, self._visit.person)
            for _, listener in self._listeners:
                listener.viewer = self._viewer
        since, self._told = self._told, table.version
        await self._line.say(news_text(table, self._viewer, since))

    async def _end(self, code: int) -> None:
        async with self._answering:
            await self._line.close(code)
        raise Gone

    async def _listen(self) -> None:
        async with self._line.telling():
            while True:
                said = await self._line.hear()
                async with self._answering:
                    await self._answer(said)

    async def _answer(self, said: str) -> None:
        try:
            asked = self._extensions.decoder(*CHANGES).decode(said)
        except (msgspec.MsgspecError, RecursionError) as error:
            self._caller.count_change()  # a program that sends too many of those is disconnected
            await self._line.say(refusal_text(BadRequestError("%(reason)s", reason=error)))
            return
        try:
            table = await self._change(asked)
        except NoToken:
            raise
        except DomainError as refusal:
            await self._line.say(refusal_text(refusal, asked.id))
        except Exception as error:  # noqa: BLE001 - whatever it is, the next change may be made again
            await self._line.say(refusal_text(self._line.fault(error), asked.id))
        else:
            await self._line.say(text(Done(asked.id, table.version)))

    async def _change(self, asked: Asked) -> Table:
        # The token may have been revoked meanwhile, or its guest may have begun to keep their games.
        self._visit.person = await self._caller.person()
        self._caller.count_change()
        if receive := self._extensions.receiver(asked):
            await receive(self._visit, self._game, asked)
            return await self._visit.tables.now(self._game)
        request, tables = self._visit.asked(self._game, asked), self._visit.tables
        match asked:
            case Act():
                return await tables.act(request, asked.action, asked.link)
            case Open():
                return await tables.open_link(request, asked.link)
            case Renew():
                return await tables.commit_anew(request, asked.end)
            case Undo():
                return await tables.undo(request)
            case Resign():
                return await tables.resign(request)


SECONDS_FOR_TOKEN = 5.0
"""How long a program that sends no header may take to show its token."""


@websocket("/games/{game:str}/socket")
async def game_socket(
    socket: AnySocket,
    game: FromPath[GameId],
    tables: NamedDependency[Tables],
    seating: NamedDependency[Seating],
    tokens: NamedDependency[Tokens],
    extensions: NamedDependency[Extensions],
) -> None:
    """Play one game, or watch it, until it is over."""
    line = ProgramConnection(socket)
    with suppress(Gone):
        await line.open()
        async with line.telling():
            shown = authorization(socket.scope) or f"Bearer {await _token(line)}"
            caller = SocketCaller(socket.scope, tokens, shown)
            visit = GameVisit(tables, seating, await caller.person(READ))
            session = Session(line, caller, visit, extensions, game)
            await session.begin()
        await session.go_on()


async def _token(line: ProgramConnection) -> str:
    """The token in the first message; scripts in browsers cannot send headers."""
    try:
        async with asyncio.timeout(SECONDS_FOR_TOKEN):
            return TOKEN.decode(await line.hear()).token
    except (TimeoutError, msgspec.MsgspecError):
        raise NoToken('Send a valid token as a header or in the first message, {"token": "shg_..."}.') from None


ROUTES = [game_socket]
