"""Private links that carry a seat to another device: each is good once, and not for long. Only their hashes are stored."""

from sqlalchemy import and_, delete, func, insert, or_, select, update

from shanghaien.rules import Seat
from shanghaien.web.ids import GameId, PersonId

from . import schema
from .database import Database
from .dialects import now_in


class LinkStore:
    """The store of private links. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, digest: str, game: GameId, seat: Seat, lasts_ms: int) -> None:
        """Keep a new link for so long; those that have run out go."""
        links = schema.links
        async with self._database.writing() as connection:
            now = now_in(connection)
            await connection.execute(delete(links).where(links.c.until < now))
            await connection.execute(insert(links).values(hash=digest, game=game, seat=seat, until=now + lasts_ms))

    async def use(self, digest: str, person: PersonId) -> bool:
        """Let the person use a link; False if it has run out, was withdrawn, or was used by somebody else.

        Whoever used it may do so again: a second click, or a repeat after a lost answer, is no second use.
        """
        links = schema.links
        async with self._database.writing() as connection:
            free = or_(links.c.used_by.is_(None), links.c.used_by == person)
            good = and_(links.c.hash == digest, links.c.until >= now_in(connection), free)
            return (await connection.execute(update(links).where(good).values(used_by=person))).rowcount == 1

    async def unused(self, game: GameId, seat: Seat) -> int:
        """How many links of a seat can still be used."""
        links = schema.links.c
        async with self._database.glancing() as connection:
            good = links.game == game, links.seat == seat, links.used_by.is_(None), links.until >= now_in(connection)
            return int((await connection.execute(select(func.count()).where(*good))).scalar_one())

    async def withdraw(self, game: GameId, seat: Seat) -> None:
        """End all links of a seat that were not used yet."""
        links = schema.links
        async with self._database.writing() as connection:
            unused = and_(links.c.game == game, links.c.seat == seat, links.c.used_by.is_(None))
            await connection.execute(delete(links).where(unused))
