"""A server on which it is Monday, and people with browsers; what takes a whole game is written into its store."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from litestar.testing import TestClient

from shanghaien.web.app import application
from shanghaien.web.core.ids import GameId
from shanghaien.web.core.jobs import JobRunner
from shanghaien.web.core.parts import Parts, open_site
from shanghaien.web.core.settings import Settings
from shanghaien.web.daily.ranks import DayRanks, Scored
from shanghaien.web.daily.store import DayRow
from shanghaien.web.daily.tables import DayTables
from shanghaien.web.site.middleware import Application
from shanghaien.web.tables.dice.daily_dice import day_at
from tests.web.browser_like import Visitor
from tests.web.moving_time import MONDAY, MovingTime, moving_time
from tests.web.randomness import ids

TODAY = day_at(MONDAY)
Made = TypeVar("Made")


class HarbourOfDays:
    """One server, its parts, and whoever comes to it."""

    def __init__(self, parts: Parts, first: TestClient[Application], time: MovingTime) -> None:
        self.parts, self._first, self.time = parts, first, time

    def visitor(self) -> Visitor:
        """Somebody with cookies of their own."""
        client: TestClient[Application] = TestClient(self._first.app)
        client.blocking_portal = self._first.blocking_portal
        return Visitor(client)

    def do(self, work: Callable[[], Awaitable[Made]]) -> Made:
        """Do something where the server lives."""
        assert self._first.blocking_portal is not None
        return self._first.blocking_portal.call(work)

    def day(self, day: str = TODAY) -> DayRow:
        row = self.do(lambda: self.parts[DayTables].store.of(day))
        assert row is not None
        return row

    def begin(self, visitor: Visitor, day: str = TODAY) -> str:
        """Begin a day by its form; the id of the game."""
        answer = visitor.submit(f"/day/{day}", f"/day/{day}")
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].removeprefix("/t/")

    def finish(self, visitor: Visitor, loss: int = 31, day: str = TODAY) -> str:
        """Begin a day and end it, with a review that says what it gave away; its rounds are made up."""
        game = self.begin(visitor, day)
        visitor.resign(visitor.look(game))
        ranks = DayRanks(self.parts.database)

        async def work() -> None:
            await ranks.finish(GameId(game), self.time.at, (21, 19), "", ranked=True)
            await ranks.rank(GameId(game), Scored(loss, f"{loss} 0 0 20 0 0 0 0;7"))

        self.do(work)
        return game


@contextmanager
def harbour_of_days(settings: Settings) -> Iterator[HarbourOfDays]:
    """A server without bots, whose clock stands; what is due when a game ends is left to the tests."""
    with moving_time() as time:
        parts = open_site(settings, ids())
        duties = parts[JobRunner]
        duties._handlers = {}
        with TestClient(application(parts)) as client:
            yield HarbourOfDays(parts, client, time)
