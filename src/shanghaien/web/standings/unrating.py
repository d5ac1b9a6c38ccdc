"""What moderators decide about ratings: a game does not count, or all games of a person from a time on; and taking back.

Who may ask is checked elsewhere. Changes happen inside the caller's transaction, which `changing` begins, so that the
caller can note them in the same one. Standings follow in the background.
"""

from contextlib import AbstractAsyncContextManager
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.ratings.too_perfect import Watch
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.standings import store as rows
from shanghaien.web.standings.model import Unrated, read_watch
from shanghaien.web.standings.rebuild import changed
from shanghaien.web.standings.result_log import ResultWriter
from shanghaien.web.standings.results_store import barred_among, last_place, results_of
from shanghaien.web.standings.store import JudgedGame

Key = tuple[float, PersonId]
"""A place on the list of those who play too perfectly."""


class Suspicion(NamedTuple):
    """How perfectly a person plays, for a moderator."""

    person: PersonId
    name: str
    closed: bool
    """Whether their account is."""
    barred: bool
    """Whether their games do not count."""
    evidence: float
    """The logarithm of what a bet on it became, at its best."""
    watch: Watch

    @property
    def key(self) -> Key:
        return self.evidence, self.person


class Unrating:
    """Changes what counts; doing the same twice changes nothing."""

    def __init__(self, results: ResultWriter) -> None:
        self._results = results

    def changing(self) -> AbstractAsyncContextManager[AsyncConnection]:
        return self._results.changing()

    async def mark_game(self, connection: AsyncConnection, game: GameId) -> bool:
        """Let a game not count; False if it did not before."""
        marked = await rows.set_reason(connection, game, "", Unrated.MARKED)
        if marked:
            await changed(connection)
        return marked

    async def take_game_back(self, connection: AsyncConnection, game: GameId) -> bool:
        """Let a game count again that a moderator marked; False if none did."""
        there = await results_of(connection, game)
        players = [row.person for row in there]
        barred = bool(there) and await barred_among(connection, players, there[0].ended)
        unmarked = await rows.set_reason(connection, game, Unrated.MARKED, Unrated.BARRED if barred else "")
        if unmarked and not barred:
            await changed(connection)
        return unmarked

    async def bar(self, connection: AsyncConnection, person: PersonId, since: int = 0) -> int:
        """Let no game of a person count that ended from then on, nor any to come; how many rows did until now."""
        freed = await rows.unbar(connection, person, Unrated.BARRED)
        count = await rows.bar(connection, person, since, Unrated.BARRED)
        if freed or count:
            await changed(connection)
        return count

    async def unbar(self, connection: AsyncConnection, person: PersonId) -> bool:
        """Let their games count again, except against others who are barred; False if they were not barred."""
        barred = await rows.barred_since(connection, person) is not None
        if await rows.unbar(connection, person, Unrated.BARRED):
            await changed(connection)
        return barred

    async def clear(self, connection: AsyncConnection, person: PersonId) -> None:
        """A moderator has found nothing wrong: the watch over the person begins again."""
        await rows.clear(connection, person, await last_place(connection))

    async def barred_since(self, person: PersonId) -> int | None:
        """From when on games of a person do not count; None if they do."""
        async with self._results.database.connect() as connection:
            return await rows.barred_since(connection, person)

    async def suspicions(self, most: int, least: float = 0.0, after: Key | None = None) -> list[Suspicion]:
        """Those who play most perfectly, the strongest evidence first and none below the least."""
        async with self._results.database.connect() as connection:
            found = await rows.by_evidence(connection, most, least, after)
        return [_suspicion(row) for row in found]

    async def suspicion(self, person: PersonId) -> Suspicion | None:
        async with self._results.database.connect() as connection:
            found = await rows.watched(connection, person)
        return None if found is None else _suspicion(found)

    async def games(self, person: PersonId, most: int) -> list[JudgedGame]:
        """The latest games of a person that count, or would but for a moderator, with what their reviews say."""
        wanted = {"", Unrated.MARKED, Unrated.BARRED}
        async with self._results.database.connect() as connection:
            latest = await rows.latest_games(connection, person)
        return [game for game in latest if game.unrated in wanted][:most]


def _suspicion(row: rows.WatchedPerson) -> Suspicion:
    closed, barred = row.closed is not None, row.since is not None
    return Suspicion(row.person, row.name, closed, barred, row.evidence, read_watch(row.sums))
