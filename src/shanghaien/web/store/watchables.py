"""Rated games that go on, for those who like to watch: the strongest first."""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import delete, select

from shanghaien.web.ids import GameId, PersonId

from . import schema
from .database import Database
from .dialects import insert_into
from .game_rows import read_games
from .lobby_schema import watchable
from .people_schema import people
from .result_schema import standings
from .rows import GameRow
from .standings import edition_now


@dataclass(frozen=True, slots=True)
class WatchableRow:
    """A game that can be watched; `first` and `second` are the people at its seats, in their order."""

    game: GameId
    list: str
    strength: float
    started: int
    first: PersonId
    second: PersonId


@dataclass(frozen=True, slots=True)
class WatchedGame:
    """The same with the game as it stands, and each player's rating and deviation, if they have one."""

    row: WatchableRow
    game: GameRow
    ratings: tuple[tuple[float, float] | None, tuple[float, float] | None]


class WatchableStore:
    """The store of games to watch. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, row: WatchableRow) -> None:
        """List a game; listed twice, the later strength counts."""
        values = {column.key: getattr(row, column.key) for column in watchable.c}
        async with self._database.writing() as connection:
            added = insert_into(connection, watchable).values(values)
            again = added.on_conflict_do_update(index_elements=["game"], set_={"strength": row.strength})
            await connection.execute(again)

    async def remove(self, game: GameId) -> bool:
        """List it no longer; False if it was not listed."""
        async with self._database.writing() as connection:
            return (await connection.execute(delete(watchable).where(watchable.c.game == game))).rowcount == 1

    async def accounts(self, asked: Collection[PersonId]) -> set[PersonId]:
        """Which of these people have an account."""
        async with self._database.glancing() as connection:
            return set(await connection.scalars(select(people.c.id).where(people.c.id.in_(asked))))

    async def ratings(self, name: str, asked: Collection[PersonId]) -> dict[PersonId, tuple[float, float]]:
        """Rating and deviation of these people in a list, of those who stand in it."""
        query = select(standings.c.person, standings.c.rating, standings.c.deviation)
        query = query.where(
            standings.c.edition == edition_now(), standings.c.list == name, standings.c.person.in_(asked)
        )
        async with self._database.glancing() as connection:
            return {row.person: (row.rating, row.deviation) for row in await connection.execute(query)}

    async def strongest(self, most: int) -> list[WatchedGame]:
        """The games that can be watched, the strongest first."""
        query = select(watchable).order_by(watchable.c.strength.desc(), watchable.c.game.desc()).limit(most)
        async with self._database.reading() as connection:
            rows = [WatchableRow(*row) for row in await connection.execute(query)]
            ids = [row.game for row in rows]
            games = await read_games(connection, select(schema.games).where(schema.games.c.id.in_(ids))) if ids else []
            both = {person for row in rows for person in (row.first, row.second)}
            rated = select(standings.c.person, standings.c.list, standings.c.rating, standings.c.deviation)
            found = (
                await connection.execute(
                    rated.where(standings.c.edition == edition_now(), standings.c.person.in_(both))
                )
                if both
                else ()
            )
            known = {(row.person, row.list): (row.rating, row.deviation) for row in found}
        by_id = {game.id: game for game in games}
        return [
            WatchedGame(row, by_id[row.game], (known.get((row.first, row.list)), known.get((row.second, row.list))))
            for row in rows
            if row.game in by_id
        ]
