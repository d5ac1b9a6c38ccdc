"""What is said on a line once it is known who calls: the game, then news in one direction and changes in the other."""

import asyncio
from contextlib import aclosing

import msgspec

from shanghaien.web.http.refusals import Refused, Unreadable
from shanghaien.web.ids import GameId, PersonId
from shanghaien.web.order.talk import TableTalk
from shanghaien.web.people.tokens import NoToken
from shanghaien.web.play.log import EntryKind
from shanghaien.web.play.seating import Seating
from shanghaien.web.play.stream import news_for
from shanghaien.web.play.table import Table, Viewer
from shanghaien.web.play.tables import Tables

from .game_visit import GameVisit, checked
from .said import Hearing, said_by
from .socket_caller import Caller
from .socket_line import AGAIN, OVER, Gone, Line
from .socket_messages import (
    ASKED,
    Act,
    Again,
    Alive,
    Asked,
    Done,
    Open,
    Renew,
    Resign,
    Say,
    Undo,
    game_text,
    news_text,
    refusal_text,
    said_text,
    text,
)


class SocketVisit(GameVisit):
    """A program on a line, which also hears and says something."""

    def __init__(self, tables: Tables, seating: Seating, person: PersonId, talk: TableTalk) -> None:
        super().__init__(tables, seating, person)
        self.talk = talk


class Talk:
    """A program at one game; it is told of every change, and its own changes are made one after the other."""

    def __init__(self, line: Line, caller: Caller, visit: SocketVisit, table: Table, viewer: Viewer) -> None:
        self._line, self._caller, self._visit = line, caller, visit
        self._hearing = Hearing(visit.talk, viewer)
        self._game, self._viewer, self._told = table.id, viewer, table.version
        self._answering = asyncio.Lock()
        """Held while a change is made, so that the line is not closed before it is answered."""

    @classmethod
    async def begin(cls, line: Line, caller: Caller, visit: SocketVisit, game: GameId) -> "Talk":
        """Tell the game as it stands."""
        table, viewer = await visit.tables.look(checked(game), visit.person)
        await line.say(game_text(visit.view(table, viewer)))
        return cls(line, caller, visit, table, viewer)

    async def go_on(self) -> None:
        """Tell and listen until the game is over, the program goes or the server stops."""
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._tell())
                tasks.create_task(self._listen())
        except* Gone:
            pass

    async def _tell(self) -> None:
        async with self._line.telling(), aclosing(news_for(self._visit.tables, self._game, self._viewer)) as news:
            async for each in news:
                for said in await self._hearing.new(each):
                    await self._line.say(said_text(said))
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
            self._hearing.viewer = self._viewer
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
            asked = ASKED.decode(said)
        except (msgspec.MsgspecError, RecursionError) as error:
            self._caller.count_change()  # whoever sends too many of those is cut off
            await self._line.say(refusal_text(Unreadable("%(reason)s", reason=error)))
            return
        try:
            table = await self._change(asked)
        except NoToken:
            raise
        except Refused as refusal:
            await self._line.say(refusal_text(refusal, asked.id))
        except Exception as error:  # noqa: BLE001 - whatever it is, the next change may be made again
            await self._line.say(refusal_text(self._line.fault(error), asked.id))
        else:
            await self._line.say(text(Done(asked.id, table.version)))

    async def _change(self, asked: Asked) -> Table:
        # The token may have been revoked meanwhile, or its guest may have begun to keep their games.
        self._visit.person = await self._caller.person()
        self._caller.count_change()
        if isinstance(asked, Say):
            await said_by(self._visit.talk, self._visit, self._game, asked)
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
