"""Games that ended before there was a log of results are put into it in the background, once, some at a time."""

from shanghaien.web.clock import now
from shanghaien.web.commitments.facts import read_fact, write_fact
from shanghaien.web.ids import GameId
from shanghaien.web.store.database import Database
from shanghaien.web.store.due import DueRow, DueStore
from shanghaien.web.store.past_games import PastPlace, games_over

from .ended_game import LOGGED_MODES
from .result_log import ResultLog

PAST = "past-results"
"""What this is called among the things that are due; the text says how far it has come."""
DONE = "past results"
"""The fact that says when it was done."""
AT_ONCE = 20
PAUSE_MS = 200


class PastResults:
    """Goes through the games that are over, the longest ago first."""

    def __init__(self, log: ResultLog, database: Database) -> None:
        self._log = log
        self._database = database
        self._due = DueStore(database)

    async def start(self) -> None:
        """Let it begin, unless it has."""
        async with self._database.reading() as connection:
            done = await read_fact(connection, DONE)
        if done is None:
            await self._due.set_once(PAST, "", now())

    async def some(self, row: DueRow) -> None:
        """Take the next games in; the rest is due a little later."""
        at, _, game = row.text.partition(" ")
        found = await games_over(self._database, PastPlace(int(at or 0), GameId(game)), LOGGED_MODES, AT_ONCE)
        for place in found:
            await self._log.take_in(place.game)
        if found:
            await self._due.set(PAST, "", now() + PAUSE_MS, f"{found[-1].at} {found[-1].game}")
            return
        async with self._database.writing() as connection:
            await write_fact(connection, DONE, str(now()))
