"""Who is at a table reaches the pages that show it, and costs nothing for everybody else who is there."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from shanghaien.rules import Options, Seat
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import PersonId
from shanghaien.web.lobby import attendance
from shanghaien.web.lobby.service import Lobby, open_lobby
from shanghaien.web.lobby.table_panel import PeopleStream
from shanghaien.web.people.preferences import PersonPreferences, PreferenceStore, TalkPreferences
from shanghaien.web.tables.api.routes import entries_of
from shanghaien.web.tables.model import Mode, Table, Viewer
from shanghaien.web.tables.pages.page_stream import table_events
from shanghaien.web.tables.pages.seen_table import Perspective
from shanghaien.web.tables.pages.table_panels import BesideStream
from shanghaien.web.tables.setup import Setup
from shanghaien.web.talk.api import TalkSubscription
from shanghaien.web.talk.service import TableTalk
from shanghaien.web.talk.views import TalkStream
from tests.web.persons import ADA, BOB
from tests.web.tables.tavern import Tavern, in_tavern

MANY = 12
"""How many watch; half of them have a page open, and those are shown."""


class Page:
    """The page of somebody at a table, which reads its stream to the end; what was told stays in order of arrival."""

    def __init__(self, events: AsyncIterator[bytes]) -> None:
        self._events, self.told = events, asyncio.Queue[tuple[str, Any]]()
        self.reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for piece in self._events:
            for text in piece.decode().replace("\r\n", "\n").split("\n\n"):
                lines = dict(line.split(": ", 1) for line in text.splitlines())
                if "event" in lines:
                    self.told.put_nowait((lines["event"], json.loads(lines["data"])))

    def left(self) -> list[tuple[str, Any]]:
        """What was told since."""
        return [self.told.get_nowait() for _ in range(self.told.qsize())]

    async def next(self, name: str) -> Any:
        """What the next event of that name tells."""
        async with asyncio.timeout(60):
            while (told := await self.told.get())[0] != name:
                pass
        return told[1]


class Site:
    """A table of two people, and whoever comes to it."""

    def __init__(self, tavern: Tavern, table: Table) -> None:
        self.tavern, self.table = tavern, table
        self.lobby: Lobby = open_lobby(tavern.tables)
        self.talk = TableTalk(tavern.tables)

    async def page(self, seats: Sequence[Seat], person: PersonId | None) -> Page:
        """Open a page, and wait until it has what it begins with."""
        look, viewer = Perspective(frozenset(seats), address="/t/g"), Viewer(frozenset(seats), person)
        people = PeopleStream(self.lobby, self.table, viewer, self.tavern.tables.visits, apart=False)
        beside = BesideStream((TalkStream(self.talk, look.see, viewer, 0), people), person)
        page = Page(table_events(self.tavern.tables, self.table.id, look, self.table.version, beside=beside))
        await page.next("alive")
        return page

    async def watched(self, count: int) -> list[Page]:
        """Let so many watch, each of whom the site knows, and half of them by a program."""
        return [await self._watcher(number) for number in range(count)]

    async def _watcher(self, number: int) -> Page:
        viewer = Viewer(frozenset(), PersonId(f"watcher {number}"))
        if number % 2:
            return await self.page((), viewer.person)
        listeners = [("said", TalkSubscription(self.talk, viewer))]
        program = Page(entries_of(self.tavern.tables, self.table.id, viewer, self.table.version - 1, listeners))
        await program.next("entry")
        return program


async def opened(tavern: Tavern) -> Site:
    table = await tavern.tables.create(Setup(Mode.INVITE, Options(first="a"), ("Ada", "")), ADA)
    return Site(tavern, await tavern.seating.join(tavern.seating.invitation(table.id), BOB, "Bob"))


@contextmanager
def statements(database: Database) -> Iterator[list[str]]:
    """What is asked of the database meanwhile."""
    asked = list[str]()

    def note(connection: Any, cursor: Any, text: str, *more: Any) -> None:
        asked.append(text)

    engines = {database._readers.sync_engine, database._glancers.sync_engine, database._writers.sync_engine}
    for engine in engines:
        event.listen(engine, "before_cursor_execute", note)
    yield asked
    for engine in engines:
        event.remove(engine, "before_cursor_execute", note)


async def end(tavern: Tavern, *pages: Page) -> None:
    """Let every page do what it has begun, and end."""
    tavern.hub.close()
    await asyncio.wait_for(asyncio.gather(*(page.reading for page in pages)), 60)


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for a page that is loaded anew."""
    monkeypatch.setattr(attendance, "GRACE_SECONDS", 0.0)


def test_watchers_who_come_and_go_are_shown_to_the_players_and_nobody_asks_the_store(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        site = await opened(tavern)
        player, watchers = await site.page([0], ADA), await site.watched(MANY)
        while (await player.next("people"))["watchers"] != f"{MANY // 2} watch":
            pass
        with statements(tavern.games.database) as asked:
            with site.lobby.attendances.attend(site.table.id, []):
                assert (await player.next("people"))["watchers"] == f"{MANY // 2 + 1} watch"
            assert (await player.next("people"))["watchers"] == f"{MANY // 2} watch"
            await end(tavern, player, *watchers)
        assert asked == []
        assert [name for watcher in watchers for name, _ in watcher.left()] == ["come-back"] * (MANY // 2)

    in_tavern(tmp_path, visit)


def test_what_is_said_is_asked_for_once_for_all_who_watch(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        site = await opened(tavern)
        preferences = PreferenceStore(tavern.games.database)
        for person in (ADA, BOB):
            await preferences.change(person, lambda _: PersonPreferences(talk=TalkPreferences(watchers=True)))
        few = await site.watched(2)
        counts = []
        for more in (0, MANY):
            few += await site.watched(more)
            with statements(tavern.games.database) as asked:
                await site.talk.say(site.table.id, ADA, "hello")
                for watcher in few:
                    await watcher.next("said")
            counts.append(len(asked))
        assert counts[0] == counts[1]
        await end(tavern, *few)

    in_tavern(tmp_path, visit)
