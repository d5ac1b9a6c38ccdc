"""Workers that may die before and after everything they do, and the world outside, which remembers what reached it."""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import PersonId, Version
from shanghaien.web.core.jobs import NewJob
from shanghaien.web.notices.model import SENT, Notice, Outcome, failed
from shanghaien.web.notices.store import Mark, Marked, NoticeStore

PLACES = ("push:laptop", "push:phone")
FAILING = 10
"""Every so-manyth notice is refused by the push service at first."""
Delivery = tuple[str, int, str, str]
"""Game, turn, person and place."""


def places_of(person: str) -> tuple[str, ...]:
    """Some people have two devices, some one."""
    return PLACES if person.startswith("two") else PLACES[:1]


class Dead(BaseException):
    """A process was killed."""


DEATH = (Dead, asyncio.CancelledError)
"""How what a process does ends when it is killed: the rest of what it had begun is cancelled."""


@dataclass
class Life:
    """How many things a worker does until it dies; then it does nothing more."""

    steps: int

    def step(self) -> None:
        self.steps -= 1
        if self.steps < 0:
            raise Dead


@dataclass
class World:
    """What is outside of every process: what arrived, what was marked and never sent, and what was played."""

    dice: random.Random
    arrived: Counter[Delivery] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    held: set[Delivery] = field(default_factory=set)
    """Notices of which a worker died that had marked them."""
    turns: set[tuple[str, int]] = field(default_factory=set)
    taken: dict[tuple[str, int], int] = field(default_factory=dict)
    """When each turn was taken, by the count of everything that happened."""
    late: list[Delivery] = field(default_factory=list)
    """Notices that were marked after their turn had been taken."""
    happened: int = 0
    tried: int = 0
    deaths: int = 0
    failures: int = 0

    def next(self) -> int:
        self.happened += 1
        return self.happened


class MortalDatabase(Database):
    """A worker's way to the database: it may die before or after each use of it. All share the same connections."""

    def __init__(self, shared: Database, life: Life) -> None:  # it is a view of the other
        vars(self).update(vars(shared))
        self.before_close = []
        self.life = life

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[AsyncConnection]:
        self.life.step()
        async with super().connect() as connection:
            yield connection

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        self.life.step()
        async with super().read() as connection:
            yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        self.life.step()
        async with super().write() as connection:
            yield connection
            self.life.step()  # nothing of it was stored
        self.life.step()  # it was stored, and nobody here knows


class WatchedStore(NoticeStore):
    """Tells the world of marks whose worker died."""

    world: World

    async def mark(self, mark: Mark, version: Version | None = None) -> Marked:
        key, began = delivery_of(mark), self.world.next()
        try:
            marked = await super().mark(mark, version)
        except DEATH:
            self.world.held.add(key)
            raise
        taken = self.world.taken.get((mark.game, mark.turn))
        if marked is Marked.NOW and mark.kind == "turn" and taken is not None and taken < began:
            self.world.late.append(key)
        return marked

    async def unmark(self, mark: Mark, again: NewJob) -> None:
        try:
            await super().unmark(mark, again)
        except DEATH:
            self.world.held.add(delivery_of(mark))
            raise


def delivery_of(mark: Mark) -> Delivery:
    return mark.game, mark.turn, mark.person, mark.place


class Outside:
    """A push service: now and then it refuses, and the worker may die before and after it was asked."""

    name = "push"

    def __init__(self, world: World, life: Life) -> None:
        self._world, self._life = world, life

    async def places(self, person: PersonId) -> Sequence[str]:
        return places_of(person)

    async def send(self, place: str, notice: Notice) -> Outcome:
        key = (notice.game, notice.turn, notice.person, place)
        try:
            self._life.step()
            await asyncio.sleep(0)
        except DEATH:
            self._world.held.add(key)
            raise
        self._world.tried += 1
        if self._world.tried % FAILING == 0:
            self._world.failures += 1
            return failed()
        self._world.kinds[notice.kind] += 1
        self._world.arrived[key] += 1
        self._life.step()
        return SENT
