"""Offered tables: who offers what to whom, and until when."""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import Select, and_, delete, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.ids import GameId, PersonId

from .database import Database
from .dialects import now_in
from .due import set_due
from .lobby_schema import offers
from .people_schema import people
from .result_schema import standings
from .schema import seats
from .standings import edition_now

OFFER = "offer"
"""What the end of an offer is called among the things that are due; its subject is the game."""
ONE_AT_A_TIME = text("SELECT pg_advisory_xact_lock(hashtextextended('offers of ' || :person, 0))")
"""PostgreSQL's lock for what one person offers; SQLite has one writer anyway."""


@dataclass(frozen=True, slots=True)
class OfferRow:
    """An offer as it is stored."""

    game: GameId
    person: PersonId
    kind: str
    pace: str
    options: str
    rated: bool
    low: int | None
    high: int | None
    word: str
    created: int
    until: int


@dataclass(frozen=True, slots=True)
class ListedOffer:
    """An offer with whoever offers it: what they are called, and how strong they are by the list of its pace."""

    row: OfferRow
    name: str
    account: bool
    rating: float | None
    deviation: float | None


class OfferStore:
    """The store of offers. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, row: OfferRow, most: int) -> bool:
        """List an offer, and let its end be due; False if the person offers so many already that it was not listed."""
        mine = select(func.count()).where(offers.c.person == row.person)
        async with self._database.writing() as connection:
            if not self._database.is_sqlite:
                await connection.execute(ONE_AT_A_TIME, {"person": row.person})
            if (await connection.execute(mine)).scalar_one() >= most:
                return False
            await connection.execute(insert(offers), _values(row))
            await set_due(connection, OFFER, row.game, row.until)
            return True

    async def count(self, person: PersonId) -> int:
        """How many tables the person offers."""
        async with self._database.glancing() as connection:
            query = select(func.count()).where(offers.c.person == person)
            return int((await connection.execute(query)).scalar_one())

    async def find(self, game: GameId) -> OfferRow | None:
        """The offer of a game; None if it is not offered, or no longer."""
        async with self._database.glancing() as connection:
            row = (await connection.execute(select(offers).where(offers.c.game == game))).one_or_none()
            return None if row is None else _row(row)

    async def remove(self, game: GameId) -> bool:
        """List it no longer; False if it was not listed."""
        async with self._database.writing() as connection:
            return (await connection.execute(delete(offers).where(offers.c.game == game))).rowcount == 1

    async def newest(self, most: int) -> list[ListedOffer]:
        """What is offered now, the latest first."""
        async with self._database.glancing() as connection:
            found = await connection.execute(_newest(connection, most))
            return [_listed(row) for row in found]

    async def put_off(self, present: Collection[PersonId], kind: str, milliseconds: int) -> None:
        """Let the offers of that kind of people who are here end so much later than now."""
        async with self._database.writing() as connection:
            theirs = and_(offers.c.person.in_(present), offers.c.kind == kind)
            await connection.execute(update(offers).where(theirs).values(until=now_in(connection) + milliseconds))


def _newest(connection: AsyncConnection, most: int) -> Select[tuple[object, ...]]:
    """The name is that of the account; a guest's is the one at the table, where the taken seat has it."""
    now = standings.c.edition == edition_now()
    strength = and_(now, standings.c.person == offers.c.person, standings.c.list == offers.c.kind)
    seat = and_(seats.c.game == offers.c.game, seats.c.kind == "human")
    wanted = (*offers.c, people.c.name, seats.c.name.label("called"), standings.c.rating, standings.c.deviation)
    found = select(*wanted).select_from(offers).join(seats, seat)
    found = found.outerjoin(people, people.c.id == offers.c.person).outerjoin(standings, strength)
    found = found.where(offers.c.until > now_in(connection))
    return found.order_by(offers.c.created.desc(), offers.c.game.desc()).limit(most)


def _values(row: OfferRow) -> dict[str, object]:
    return {column.key: getattr(row, column.key) for column in offers.c} | {"rated": int(row.rated)}


def _row(row: object) -> OfferRow:
    values = {column.key: getattr(row, column.key) for column in offers.c}
    return OfferRow(**values | {"rated": bool(values["rated"])})


def _listed(row: object) -> ListedOffer:
    name: str | None = row.name  # type: ignore[attr-defined]
    called, rating, deviation = row.called, row.rating, row.deviation  # type: ignore[attr-defined]
    return ListedOffer(_row(row), called if name is None else name, name is not None, rating, deviation)
