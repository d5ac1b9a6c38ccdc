"""The log of results: each game that has ended is put at its end once, and counts in the same transaction."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.clock import now
from shanghaien.web.commitments.facts import read_fact
from shanghaien.web.ids import GameId
from shanghaien.web.play.loaded_game import LoadedGame
from shanghaien.web.play.open_games import OpenGames
from shanghaien.web.play.refusals import NoSuchGame
from shanghaien.web.play.table import Table
from shanghaien.web.store.database import Database
from shanghaien.web.store.due import DueRow, set_due
from shanghaien.web.store.result_rows import ResultRow
from shanghaien.web.store.results import accounts_among, add_results, alone, barred_among, results_of, seated_at
from shanghaien.web.store.standings import EDITION

from .ended_game import ended_at, rows_of
from .reasons import GameTerms
from .working_out import rate

UNREVIEWED = "unreviewed"
"""What looking for games without a review is called among the things that are due."""


class ResultDesk:
    """Where results and standings are changed: one at a time in this process, and at the database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        # Whoever waits for the others holds a connection, which moves need: so one of a process waits there.
        self._turn = asyncio.Lock()

    @asynccontextmanager
    async def changing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction in which nobody else changes results or standings."""
        async with self._turn, self.database.writing() as connection:
            await alone(connection)
            yield connection


async def edition_in(connection: AsyncConnection) -> int:
    """The edition of the standings that counts."""
    return int(await read_fact(connection, EDITION) or 0)


class ResultLog:
    """Takes in games that have ended; taking one in twice changes nothing."""

    def __init__(self, games: OpenGames, desk: ResultDesk) -> None:
        self._games = games
        self._desk = desk

    async def ended(self, row: DueRow) -> None:
        """A game has ended; the text names the version with which it has."""
        await self.take_in(GameId(row.subject), int(row.text or 0))

    async def take_in(self, game: GameId, version: int = 0) -> None:
        """Put a game into the log, unless it is there, or goes on."""
        try:
            table = await self.table(game, version)
        except NoSuchGame:  # called off before it began, or damaged: there is no result
            return
        async with self._desk.changing() as connection:
            if not await results_of(connection, game):
                await _add(connection, await terms_of(connection, table))

    async def table(self, game: GameId, version: int = 0) -> Table:
        """The game as it is stored, not before that version."""
        loaded = await self._games.current(game)
        if loaded.version < version:  # it is stored, and not announced yet
            stored = await self._games.games.load(game)
            if stored is None:
                raise NoSuchGame("")
            loaded = LoadedGame(stored.row)
            loaded.load(stored)
        return loaded.table()


async def terms_of(connection: AsyncConnection, table: Table, *, held: bool = True) -> GameTerms:
    """All that decides whether a game counts, as it stands in this transaction, and stays if its people are held."""
    people = await seated_at(connection, table.id)
    persons = {person for _, person in people}
    accounts = await accounts_among(connection, persons, held=held)
    return GameTerms(table, tuple(people), accounts, await barred_among(connection, accounts, ended_at(table)))


async def _add(connection: AsyncConnection, terms: GameTerms) -> None:
    rows: list[ResultRow] = rows_of(terms)
    if not rows:
        return
    await add_results(connection, rows)
    if rows[0].rated:
        await rate(connection, await edition_in(connection), rows)
        await set_due(connection, UNREVIEWED, "", now())
