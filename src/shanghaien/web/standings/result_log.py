"""The log of results: each game that has ended is put at its end once, and counts in the same transaction."""

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from typing import NamedTuple

from sqlalchemy import and_, exists, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.rules import Seat
from shanghaien.web.core.clock import now
from shanghaien.web.core.database.dialects import lock_until_commit
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.core.jobs import JobRow, JobStore, schedule
from shanghaien.web.standings.leaving import last_ratings_at
from shanghaien.web.standings.model import GameTerms, hinted, setup_name, why_unrated
from shanghaien.web.standings.rating import rate
from shanghaien.web.standings.results_store import (
    ResultRow,
    accounts_among,
    add_results,
    barred_among,
    results_of,
    seated_at,
)
from shanghaien.web.standings.schema import results
from shanghaien.web.standings.store import EDITION
from shanghaien.web.tables import loading
from shanghaien.web.tables.dice.log_writer import read_fact, write_fact
from shanghaien.web.tables.errors import NoSuchGame
from shanghaien.web.tables.log import EntryKind
from shanghaien.web.tables.model import GameResult, Mode, SeatKind, Table
from shanghaien.web.tables.open_games import GameWriter
from shanghaien.web.tables.records import key_of
from shanghaien.web.tables.store.schema import games

# The end of a game as rows of the log of results.

LOGGED_MODES = (Mode.BOT, Mode.INVITE)
"""Whose games are in the log: one person at a seat of their own, against a bot or another person."""
ENDS = {EntryKind.ACT, EntryKind.DRAW, EntryKind.RESIGN, EntryKind.TIME_OUT, EntryKind.ABANDONED}
"""What a game can end with; notes about it may follow."""


def rows_of(terms: GameTerms) -> list[ResultRow]:
    """A row for each person at a game that has ended, without a number; none if it has not, or is of another kind."""
    table = terms.table
    if table.result is None or table.mode not in LOGGED_MODES:
        return []
    seats = [seat for seat, chair in enumerate(table.chairs) if chair.kind is SeatKind.HUMAN]
    return [_row(terms, table.result, seat) for seat in seats]


def _row(terms: GameTerms, result: GameResult, seat: Seat) -> ResultRow:
    table, other = terms.table, 1 - seat
    bot = table.chairs[other].kind is SeatKind.BOT
    last = terms.last_rating(seat)
    return ResultRow(
        game=table.id,
        seat=seat,
        person=terms.player(seat),
        opponent=PersonId("") if bot else terms.player(other),
        level=table.chairs[other].level if bot else "",
        ended=ended_at(table),
        setup=setup_name(table.options),
        pace=str(table.pace.kind) if table.pace else "",
        score=1 if result.winner is None else 2 * (result.winner == seat),
        points=result.points[seat],
        points_against=result.points[other],
        reason=result.reason,
        unrated=why_unrated(terms) or "",
        hinted=int(hinted(table, seat)),
        review=key_of(table),
        rating_before=last.rating.value if last else None,
        deviation_before=last.rating.deviation if last else None,
        skill_before=last.skill.value if last else None,
        skill_deviation_before=last.skill.deviation if last else None,
    )


def ended_at(table: Table) -> int:
    return next((entry.at for entry in reversed(table.log) if entry.kind in ENDS), table.updated)


UNREVIEWED = "unreviewed"
"""The kind of job that looks for games without a review."""


class ResultWriter:
    """Where results and standings are changed: one caller at a time in this process, and at the database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        # A caller that waits for the others holds a connection, which moves need: so one of a process waits there.
        self._turn = asyncio.Lock()

    @asynccontextmanager
    async def changing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction in which nothing else changes results or standings."""
        async with self._turn, self.database.write() as connection:
            await lock_until_commit(connection, "results")
            yield connection


async def edition_in(connection: AsyncConnection) -> int:
    return int(await read_fact(connection, EDITION) or 0)


class ResultLog:
    """Takes in games that have ended; taking one in twice changes nothing."""

    def __init__(self, games: GameWriter, results: ResultWriter) -> None:
        self._games = games
        self._results = results

    async def ended(self, row: JobRow) -> None:
        """A game has ended; the text is the version with which it has."""
        await self.take_in(GameId(row.subject), int(row.payload or 0))

    async def take_in(self, game: GameId, version: int = 0) -> None:
        """Put a game into the log, unless it is there, or goes on."""
        try:
            table = await self.table(game, version)
        except NoSuchGame:  # called off before it began, or damaged: there is no result
            return
        async with self._results.changing() as connection:
            if not await results_of(connection, game):
                await _add(connection, await terms_of(connection, table))

    async def table(self, game: GameId, version: int = 0) -> Table:
        """The game as it is stored, at least at that version."""
        found = await self._games.current(game)
        if found.version < version:  # it is stored, and not announced yet
            stored = await self._games.store.load(game)
            if stored is None:
                raise NoSuchGame("")
            found = loading.load(stored)
        return found.table()


async def terms_of(connection: AsyncConnection, table: Table, *, held: bool = True) -> GameTerms:
    """All that decides whether a game counts; `held` locks its people until the transaction ends."""
    people = await seated_at(connection, table.id)
    persons = {person for _, person in people}
    accounts = await accounts_among(connection, persons, held=held)
    barred = await barred_among(connection, accounts, ended_at(table))
    return GameTerms(table, tuple(people), accounts, barred, await last_ratings_at(connection, table.id))


async def _add(connection: AsyncConnection, terms: GameTerms) -> None:
    rows: list[ResultRow] = rows_of(terms)
    if not rows:
        return
    await add_results(connection, rows)
    if rows[0].rated:
        await rate(connection, await edition_in(connection), rows)
        await schedule(connection, UNREVIEWED, "", now())


# Games that are over, in the order in which they were last changed, some at a time.


class PastPlace(NamedTuple):
    """A place in that order."""

    at: int
    game: GameId


async def games_over(database: Database, after: PastPlace, modes: Collection[str], most: int) -> list[PastPlace]:
    """The next games of these modes that are over and not in the log of results."""
    later = or_(games.c.updated > after.at, and_(games.c.updated == after.at, games.c.id > after.game))
    known = exists().where(results.c.game == games.c.id)
    ended = and_(games.c.result.is_not(None), games.c.updated >= after.at, later, games.c.mode.in_(modes), ~known)
    query = select(games.c.updated, games.c.id).where(ended).order_by(games.c.updated, games.c.id).limit(most)
    return [PastPlace(row.updated, GameId(row.id)) for row in await database.fetch_all(query)]


# Games that ended before there was a log of results are put into it in the background, once, some at a time.

PAST = "past-results"
"""The kind of this job; the payload says how far it has come."""
DONE = "past results"
"""The fact that says when it was done."""
AT_ONCE = 20
PAUSE_MS = 200


class PastResults:
    """Goes through the games that are over, the longest ago first."""

    def __init__(self, log: ResultLog, database: Database) -> None:
        self._log = log
        self._database = database
        self._jobs = JobStore(database)

    async def start(self) -> None:
        async with self._database.read() as connection:
            done = await read_fact(connection, DONE)
        if done is None:
            await self._jobs.set_once(PAST, "", now())

    async def some(self, row: JobRow) -> None:
        """Take the next games in; the rest is due a little later."""
        at, _, game = row.payload.partition(" ")
        found = await games_over(self._database, PastPlace(int(at or 0), GameId(game)), LOGGED_MODES, AT_ONCE)
        for place in found:
            await self._log.take_in(place.game)
        if found:
            await self._jobs.set(PAST, "", now() + PAUSE_MS, f"{found[-1].at} {found[-1].game}")
            return
        async with self._database.write() as connection:
            await write_fact(connection, DONE, str(now()))
