"""What moderators decide about ratings: a game does not count, or all games of somebody from a time on; and taking back.

Only who may ask is for others to know. Standings follow in the background.
"""

from typing import NamedTuple

from shanghaien.ratings.too_perfect import Watch
from shanghaien.web.ids import GameId, PersonId
from shanghaien.web.store import unrating as rows
from shanghaien.web.store.result_rows import WatchRow
from shanghaien.web.store.results import last_place

from .reasons import Unrated
from .rebuild import changed
from .result_log import ResultDesk
from .sums import read_watch


class Suspicion(NamedTuple):
    """How perfectly somebody plays, for a moderator."""

    person: PersonId
    watch: Watch


class Unrating:
    """Changes what counts; doing the same twice changes nothing."""

    def __init__(self, desk: ResultDesk) -> None:
        self._desk = desk

    async def mark_game(self, game: GameId) -> bool:
        """Let a game not count; False if it did not."""
        async with self._desk.changing() as connection:
            marked = await rows.set_reason(connection, game, "", Unrated.MARKED)
            if marked:
                await changed(connection)
        return marked

    async def take_game_back(self, game: GameId) -> bool:
        """Let a game count again that a moderator marked; False if none did."""
        async with self._desk.changing() as connection:
            unmarked = await rows.set_reason(connection, game, Unrated.MARKED, "")
            if unmarked:
                await changed(connection)
        return unmarked

    async def bar(self, person: PersonId, since: int = 0) -> int:
        """Let no game of somebody count that ended from then on, nor any to come; how many did until now."""
        async with self._desk.changing() as connection:
            freed = await rows.unbar(connection, person, Unrated.BARRED)
            count = await rows.bar(connection, person, since, Unrated.BARRED)
            if freed or count:
                await changed(connection)
        return count

    async def unbar(self, person: PersonId) -> int:
        """Let their games count again, except against somebody else who is barred; how many that are."""
        async with self._desk.changing() as connection:
            count = await rows.unbar(connection, person, Unrated.BARRED)
            if count:
                await changed(connection)
        return count

    async def barred_since(self, person: PersonId) -> int | None:
        """From when on games of somebody do not count; None if they do."""
        async with self._desk.database.glancing() as connection:
            return await rows.barred_since(connection, person)

    async def suspicions(self, most: int, before: WatchRow | None = None) -> list[WatchRow]:
        """Those who play most perfectly, the strongest evidence first; those after `before` to page on."""
        async with self._desk.database.glancing() as connection:
            return await rows.by_evidence(connection, most, before)

    async def clear(self, person: PersonId) -> None:
        """A moderator has looked and found nothing wrong: the watch over somebody begins anew."""
        async with self._desk.changing() as connection:
            await rows.clear(connection, person, await last_place(connection))

    async def suspicion(self, person: PersonId) -> Suspicion:
        """What is known about how perfectly somebody plays."""
        async with self._desk.database.glancing() as connection:
            return Suspicion(person, read_watch(await rows.watch_text(connection, person)))
