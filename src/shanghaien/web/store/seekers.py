"""People who look for somebody to play with. Nobody is ever brought together with two people at once."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import and_, delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.ids import GameId, PersonId

from .database import Database
from .dialects import insert_into, now_in
from .lobby_schema import seekers
from .order_schema import blocks

BEING_MADE = "-"
"""What stands for the table while one process sets it up."""


@dataclass(frozen=True, slots=True)
class SeekerRow:
    """Somebody who looks for somebody, as it is stored."""

    person: PersonId
    name: str
    account: bool
    kind: str
    pace: str
    options: str
    rated: bool
    strength: float
    since: int
    until: int
    partner: str = ""
    partner_until: int = 0
    agreed: bool = False
    game: str = ""
    passed: str = ""


class SeekerStore:
    """The store of seekers. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, row: SeekerRow) -> None:
        """Let somebody look for somebody; whoever asks again begins anew."""
        values = {column.key: getattr(row, column.key) for column in seekers.c}
        values |= {name: int(values[name]) for name in ("account", "rated", "agreed")}
        async with self._database.writing() as connection:
            await _leave_partner(connection, row.person)
            put = insert_into(connection, seekers).values(values)
            await connection.execute(put.on_conflict_do_update(index_elements=["person"], set_=values))

    async def find(self, person: PersonId) -> SeekerRow | None:
        """Somebody who looks for somebody; None if they do not, or no longer."""
        async with self._database.glancing() as connection:
            found = await connection.execute(select(seekers).where(seekers.c.person == person))
            row = found.one_or_none()
            return None if row is None else _row(row)

    async def free(self, kind: str, most: int) -> list[SeekerRow]:
        """Who waits and has nobody yet, the longest first."""
        query = select(seekers).where(seekers.c.kind == kind, seekers.c.partner == "")
        query = query.order_by(seekers.c.since, seekers.c.person).limit(most)
        async with self._database.glancing() as connection:
            found = await connection.execute(query.where(seekers.c.until > now_in(connection)))
            return [_row(row) for row in found]

    async def pair(self, one: PersonId, other: PersonId, milliseconds: int) -> bool:
        """Bring two people together for a while; False if one of them is gone or has somebody else already."""
        async with self._database.writing() as connection:
            rows = await _locked(connection, (one, other))
            if len(rows) != 2 or any(row.partner for row in rows):
                return False
            until = now_in(connection) + milliseconds
            for person, partner in ((one, other), (other, one)):
                values = {"partner": partner, "partner_until": until, "agreed": 0, "game": ""}
                await connection.execute(update(seekers).where(seekers.c.person == person).values(values))
            return True

    async def agree(self, person: PersonId) -> tuple[SeekerRow, SeekerRow] | None:
        """Somebody wants to play whom they were brought together with. If both do, whoever gets them sets the table up."""
        async with self._database.writing() as connection:
            both = await _together(connection, person)
            if both is None:
                return None
            await connection.execute(update(seekers).where(seekers.c.person == person).values(agreed=1))
            if not both[1].agreed or both[0].game:
                return None
            people = [row.person for row in both]
            await connection.execute(update(seekers).where(seekers.c.person.in_(people)).values(game=BEING_MADE))
            return both

    async def seat(self, people: Collection[PersonId], game: GameId | str) -> None:
        """Tell both at which table they play."""
        async with self._database.writing() as connection:
            await connection.execute(update(seekers).where(seekers.c.person.in_(people)).values(game=game))

    async def part(self, person: PersonId) -> None:
        """Let two people go apart again; both wait on."""
        async with self._database.writing() as connection:
            await _leave_partner(connection, person)
            free = {"partner": "", "agreed": 0, "game": ""}
            await connection.execute(update(seekers).where(seekers.c.person == person).values(free))

    async def leave(self, person: PersonId, at: str = "") -> None:
        """Let somebody look for nobody any more; the other one waits on.

        Whoever has a table, or for whom one is being made, stays until they are `at` it: else they would not be told of
        a game in which their clock runs.
        """
        async with self._database.writing() as connection:
            await _leave_partner(connection, person)
            await connection.execute(delete(seekers).where(seekers.c.person == person, seekers.c.game.in_(("", at))))

    async def put_off(self, present: Collection[PersonId], milliseconds: int) -> None:
        """Let people who are here wait for so long from now on."""
        async with self._database.writing() as connection:
            until = now_in(connection) + milliseconds
            await connection.execute(update(seekers).where(seekers.c.person.in_(present)).values(until=until))

    async def anybody(self) -> bool:
        """Whether there is anything to look after."""
        async with self._database.glancing() as connection:
            return (await connection.execute(select(seekers.c.person).limit(1))).first() is not None

    async def apart(self, people: Collection[PersonId]) -> set[frozenset[PersonId]]:
        """Which of these people keep away from each other."""
        query = select(blocks.c.person, blocks.c.other).where(blocks.c.person.in_(people), blocks.c.other.in_(people))
        async with self._database.glancing() as connection:
            return {frozenset((PersonId(row.person), PersonId(row.other))) for row in await connection.execute(query)}

    async def sweep(self) -> int:
        """Forget who is gone, and set free whoever was brought together with somebody who did not come."""
        async with self._database.writing() as connection:
            present = now_in(connection)
            late = and_(
                seekers.c.partner != "", seekers.c.partner_until < present, seekers.c.game.in_(("", BEING_MADE))
            )
            gone = await connection.execute(
                delete(seekers).where(or_(seekers.c.until < present, and_(late, seekers.c.agreed == 0)))
            )
            free = {"partner": "", "agreed": 0, "game": ""}
            await connection.execute(update(seekers).where(late).values(free))
            return gone.rowcount


async def _leave_partner(connection: AsyncConnection, person: PersonId) -> None:
    """Whoever was brought together with somebody waits on, and is not brought together with them again."""
    alone = {"partner": "", "agreed": 0, "game": "", "passed": person}
    theirs = and_(seekers.c.partner == person, seekers.c.game == "")
    await connection.execute(update(seekers).where(theirs).values(alone))


async def _together(connection: AsyncConnection, person: PersonId) -> tuple[SeekerRow, SeekerRow] | None:
    """Somebody and whom they were brought together with, as long as they may still say yes; both are held."""
    query = select(seekers.c.partner).where(seekers.c.person == person)
    partner: str | None = (await connection.execute(query)).scalar_one_or_none()
    rows = {row.person: row for row in await _locked(connection, (person, PersonId(partner or "")))}
    own, other = rows.get(person), rows.get(PersonId(partner or ""))
    if own is None or other is None or own.partner != other.person or other.partner != person:
        return None
    return own, other


async def _locked(connection: AsyncConnection, people: Sequence[PersonId]) -> list[SeekerRow]:
    """These people if they are still here, in one order for everybody, so that nobody waits for each other."""
    query = select(seekers).where(seekers.c.person.in_(people), seekers.c.until > now_in(connection))
    found = await connection.execute(query.order_by(seekers.c.person).with_for_update())
    return [_row(row) for row in found]


def _row(row: object) -> SeekerRow:
    values = {column.key: getattr(row, column.key) for column in seekers.c}
    return SeekerRow(**values | {name: bool(values[name]) for name in ("account", "rated", "agreed")})
