"""Two people at tables on a real database, a clock that a test moves, and a channel that remembers what it was given."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path

import msgspec
from sqlalchemy import insert, select

from shanghaien import rules
from shanghaien.rules import Options, action_text
from shanghaien.web.core import clock
from shanghaien.web.core.database.dialects import insert_into
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.jobs import JobRunner, JobStore
from shanghaien.web.notices.jobs import Notices, notices
from shanghaien.web.notices.model import SENT, Notice, Outcome
from shanghaien.web.notices.schema import sent_notices
from shanghaien.web.people.preferences import PersonPreferences, PreferenceStore
from shanghaien.web.tables.clocks import DAYS_PACE, Pace
from shanghaien.web.tables.jobs import Deadlines
from shanghaien.web.tables.model import Mode, Table
from shanghaien.web.tables.setup import Setup
from shanghaien.web.tables.store.schema import visits
from tests.web.persons import ADA, BOB
from tests.web.tables.tavern import Tavern, opened, request

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
NOON = 1_794_830_400_000
"""16 November 2026, 12:00 UTC."""


class RememberingChannel:
    """Push as the tests see it: each person has one device unless more are named."""

    name = "push"

    def __init__(self) -> None:
        self.devices: dict[PersonId, list[str]] = {}
        self.sent: list[tuple[str, Notice]] = []
        self.outcomes: list[Outcome | Exception] = []
        """What comes of the next ones; afterwards all arrive."""
        self.tried = 0

    async def places(self, person: PersonId) -> Sequence[str]:
        return self.devices.get(person, [f"push:{person}"])

    async def send(self, place: str, notice: Notice) -> Outcome:
        self.tried += 1
        outcome = self.outcomes.pop(0) if self.outcomes else SENT
        if isinstance(outcome, Exception):
            raise outcome
        if outcome == SENT:
            self.sent.append((place, notice))
        return outcome


class Post:
    """Everything that takes part: tables, people, the clock, and what was sent."""

    def __init__(self, tavern: Tavern, database: Database) -> None:
        self.tavern, self.database = tavern, database
        self.time = NOON
        self.channel = RememberingChannel()
        self.preferences = PreferenceStore(database)
        self.notices: Notices = notices(tavern.games, self.preferences, [self.channel])
        handlers = self.notices.handlers() | Deadlines(tavern.games).handlers()
        self.kinds = list(handlers)
        self.runner = JobRunner(JobStore(database), handlers)

    async def begin(self, pace: Pace | None = None) -> Table:
        """Ada invites, Bob sits down; nothing of that is told any more."""
        table = await self.tavern.tables.create(
            Setup(Mode.INVITE, Options(), names=("Ada", ""), seat=0, pace=pace), ADA
        )
        return await self.tavern.seating.join(self.tavern.seating.invitation(table.id), BOB, "Bob")

    async def until_asked(self, table: Table, person: PersonId) -> Table:
        """Play until the person is asked, and has just been."""
        while table.waits_for != seat_of(person) or table.log[-1].kind != "act":
            assert table.waits_for is not None
            table = await self.choose(table)
        return table

    async def choose(self, table: Table) -> Table:
        """Whoever is asked does something that ends the turn soon, and is no Shanghai if that can be."""
        assert table.waits_for is not None
        table = await self.tavern.tables.now(table.id)
        actions = [action_text(action) for action in rules.legal_actions(table.state)]
        text = next((each for each in actions if each.startswith(("roll", "place"))), actions[0])
        return await self.tavern.tables.act(request(table, who(table.waits_for or 0)), text)

    async def pass_time(self, milliseconds: int = 0) -> list[Notice]:
        """Let time pass in small steps, do what is due, and give what was sent meanwhile."""
        before, until = len(self.channel.sent), self.time + milliseconds
        while True:
            while await self.runner.look():
                pass
            wait = await JobStore(self.database).wait_ms(self.kinds)
            if wait is None or self.time + wait > until:
                self.time = until
                return [notice for _, notice in self.channel.sent[before:]]
            self.time += max(wait, 1)

    async def look(self, person: PersonId, table: Table) -> None:
        """The person looks at the game as it is."""
        seen = {"at": self.time, "version": table.version}
        async with self.database.write() as connection:
            row = insert_into(connection, visits).values(person=person, game=table.id, **seen)
            await connection.execute(row.on_conflict_do_update(index_elements=["person", "game"], set_=seen))

    async def mute(self, person: PersonId, table: Table) -> None:
        async with self.database.write() as connection:
            await connection.execute(insert(visits).values(person=person, game=table.id, muted=1))

    async def wish(self, person: PersonId, *, language: str = "", time_zone: str = "", **notices: object) -> None:
        """The person wishes notices so."""

        def changed(preferences: PersonPreferences) -> PersonPreferences:
            of_notices = msgspec.structs.replace(preferences.notices, **notices)
            return msgspec.structs.replace(preferences, language=language, time_zone=time_zone, notices=of_notices)

        await self.preferences.change(person, changed)

    async def marks(self) -> list[str]:
        async with self.database.connect() as connection:
            return sorted(await connection.scalars(select(sent_notices.c.kind)))


def seat_of(person: PersonId) -> int:
    return [ADA, BOB].index(person)


def who(seat: int) -> PersonId:
    return [ADA, BOB][seat]


def told(notices: Iterable[Notice]) -> list[tuple[str, PersonId]]:
    """What was told to whom."""
    return [(str(notice.kind), notice.person) for notice in notices]


def with_post(folder: Path, visit: Callable[[Post], Awaitable[None]]) -> None:
    """Run one visit, in which only the test moves the clock."""

    async def run() -> None:
        async with opened(folder) as tavern:
            post = Post(tavern, tavern.games.database)
            with clock.set_clock(lambda: post.time):
                await visit(post)

    asyncio.run(run())


__all__ = ["ADA", "BOB", "DAY", "DAYS_PACE", "HOUR", "MINUTE", "NOON", "Post", "seat_of", "told", "who", "with_post"]
