"""When people looked at their games, and how far these had come; and the ends of games that nobody has seen yet."""

from sqlalchemy import ColumnElement, Select, and_, func, or_, select

from shanghaien.rules import Seat
from shanghaien.web.ids import GameId, PersonId, Version

from . import notice_schema, schema
from .database import Database
from .dialects import insert_into, now_in


class VisitStore:
    """The store of visits. Every method is one transaction."""

    def __init__(self, database: Database, called_off: str) -> None:
        self._database = database
        self._called_off = called_off
        """The result of what is no game: it has no end to be seen."""

    async def look(self, person: PersonId, game: GameId, version: Version) -> None:
        """The person looks at the game, which has come so far; it never counts as less far than it did."""
        visits = notice_schema.visits
        async with self._database.writing() as connection:
            row = insert_into(connection, visits).values(
                person=person, game=game, at=now_in(connection), version=version
            )
            now = {"at": row.excluded.at, "version": row.excluded.version}
            later = visits.c.version <= row.excluded.version
            again = row.on_conflict_do_update(index_elements=["person", "game"], set_=now, where=later)
            await connection.execute(again)

    async def last_look(self, game: GameId, seat: Seat) -> int | None:
        """When whoever sits there last looked at the game; None if they never have."""
        visits, seated = notice_schema.visits.c, schema.seated.c
        theirs = and_(seated.game == visits.game, seated.person == visits.person, seated.seat == seat)
        query = select(func.max(visits.at)).join_from(notice_schema.visits, schema.seated, theirs)
        async with self._database.glancing() as connection:
            found: int | None = (await connection.execute(query.where(visits.game == game))).scalar_one()
            return found or None

    async def unseen_ends(self, person: PersonId, since: int, most: int = 10) -> list[GameId]:
        """Games with somebody else that have ended since then, and whose end the person has not seen; oldest first."""
        async with self._database.glancing() as connection:
            found = await connection.execute(_unseen(person, since, self._called_off).limit(most))
            return [GameId(row.id) for row in found]


def _unseen(person: PersonId, since: int, called_off: str) -> Select[tuple[str, int]]:
    games, seated, visits = schema.games.c, schema.seated.c, notice_schema.visits.c
    seen: ColumnElement[bool] = and_(visits.person == seated.person, visits.game == games.id)
    ended = and_(games.result.is_not(None), games.result != called_off, games.mode == "invite", seated.ended >= since)
    unseen = or_(visits.version.is_(None), visits.version < games.version)
    found = select(games.id, games.updated).join_from(schema.seated, schema.games, games.id == seated.game)
    found = found.outerjoin(notice_schema.visits, seen).where(seated.person == person, ended, unseen)
    return found.distinct().order_by(games.updated, games.id)
