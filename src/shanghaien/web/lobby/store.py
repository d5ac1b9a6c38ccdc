"""Offered tables, and people who look for an opponent."""

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Select, Table, and_, delete, func, insert, null, or_, select, union_all, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.core.database.dialects import insert_into, lock_until_commit, now_in
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.person_rows import PersonRows, drop, stay
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.core.jobs import schedule
from shanghaien.web.lobby.pairing import Seeker
from shanghaien.web.lobby.schema import offers, seekers, watchable
from shanghaien.web.people.schema import blocks, people
from shanghaien.web.standings.schema import standings
from shanghaien.web.standings.store import edition_now
from shanghaien.web.tables.change import OFFER
from shanghaien.web.tables.store.schema import seats

Stored = TypeVar("Stored")


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
    """An offer with its owner: what they are called, and how strong they are by the list of its pace."""

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
        """List an offer, and schedule its end; False if the person offers so many already that it was not listed."""
        mine = select(func.count()).where(offers.c.person == row.person)
        async with self._database.write() as connection:
            await lock_until_commit(connection, f"offers of {row.person}")
            if (await connection.execute(mine)).scalar_one() >= most:
                return False
            await connection.execute(insert(offers), _stored(row))
            await schedule(connection, OFFER, row.game, row.until)
            return True

    async def count(self, person: PersonId) -> int:
        return int(await self._database.fetch_value(select(func.count()).where(offers.c.person == person)))

    async def find(self, game: GameId) -> OfferRow | None:
        """The offer of a game; None if it is not offered, or no longer."""
        row = await self._database.fetch_one(select(offers).where(offers.c.game == game))
        return None if row is None else _read(row, OfferRow)

    async def remove(self, game: GameId) -> bool:
        """List it no longer; False if it was not listed."""
        async with self._database.write() as connection:
            return (await connection.execute(delete(offers).where(offers.c.game == game))).rowcount == 1

    async def newest(self, most: int) -> list[ListedOffer]:
        """What is offered now, the latest first."""
        async with self._database.connect() as connection:
            found = await connection.execute(_newest(connection, most))
            return [_listed(row) for row in found]

    async def put_off(self, present: Collection[PersonId], kind: str, milliseconds: int) -> None:
        """Let the offers of that kind of these people end so much later than now."""
        async with self._database.write() as connection:
            theirs = and_(offers.c.person.in_(present), offers.c.kind == kind)
            await connection.execute(update(offers).where(theirs).values(until=now_in(connection) + milliseconds))


class AskerStore:
    """Reads what decides about the offers that a person sees."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(
        self, person: PersonId, *, account: bool
    ) -> tuple[dict[str, tuple[float, float]], frozenset[PersonId]]:
        """The rating and deviation of an account by list, and the people who are hidden from the person."""
        no_rating = null().label("rating"), null().label("deviation")
        parts = [
            select(blocks.c.other.label("name"), *no_rating).where(blocks.c.person == person),
            select(blocks.c.person, *no_rating).where(blocks.c.other == person),
        ]
        if account:
            strength = select(standings.c.list, standings.c.rating, standings.c.deviation)
            parts.insert(0, strength.where(standings.c.edition == edition_now(), standings.c.person == person))
        rows = await self._database.fetch_all(union_all(*parts))
        rated = {row[0]: (row[1], row[2]) for row in rows if row[1] is not None}
        return rated, frozenset(PersonId(row[0]) for row in rows if row[1] is None)


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


def _listed(row: Any) -> ListedOffer:
    name = row.called if row.name is None else row.name
    return ListedOffer(_read(row, OfferRow), name, row.name is not None, row.rating, row.deviation)


def _stored(row: "OfferRow | SeekerRow") -> dict[str, object]:
    """A row as the database takes it, where 0 and 1 stand for no and yes."""
    return {name: int(value) if isinstance(value, bool) else value for name, value in asdict(row).items()}


def _read(row: Any, kind: type[Stored]) -> Stored:
    return msgspec.convert(row, kind, strict=False, from_attributes=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeekerRow(Seeker):
    """A search as it is stored."""

    until: int
    partner: str = ""
    partner_until: int = 0
    agreed: bool = False
    game: str = ""


FREE = {"partner": "", "agreed": 0, "game": ""}
"""What is stored of a person without a partner."""
BEING_MADE = "-"
"""Stands for the table while a process sets it up."""


class SeekerStore:
    """The store of searches; a person has one partner at most. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, row: SeekerRow) -> None:
        """Start a search; a second one replaces the first."""
        values = _stored(row)
        async with self._database.write() as connection:
            await _leave_partner(connection, row.person)
            put = insert_into(connection, seekers).values(values)
            await connection.execute(put.on_conflict_do_update(index_elements=["person"], set_=values))

    async def find(self, person: PersonId) -> SeekerRow | None:
        row = await self._database.fetch_one(select(seekers).where(seekers.c.person == person))
        return None if row is None else _read(row, SeekerRow)

    async def free(self, kind: str, most: int) -> list[SeekerRow]:
        """Who waits without a partner, the longest first."""
        query = select(seekers).where(seekers.c.kind == kind, seekers.c.partner == "")
        query = query.order_by(seekers.c.since, seekers.c.person).limit(most)
        async with self._database.connect() as connection:
            found = await connection.execute(query.where(seekers.c.until > now_in(connection)))
            return [_read(row, SeekerRow) for row in found]

    async def pair(self, one: PersonId, other: PersonId, milliseconds: int) -> bool:
        """Pair two people for a while; False if one of them is gone or has a partner already."""
        async with self._database.write() as connection:
            rows = await _locked(connection, (one, other))
            if len(rows) != 2 or any(row.partner for row in rows):
                return False
            until = now_in(connection) + milliseconds
            for person, partner in ((one, other), (other, one)):
                values = FREE | {"partner": partner, "partner_until": until}
                await connection.execute(update(seekers).where(seekers.c.person == person).values(values))
            return True

    async def agree(self, person: PersonId) -> tuple[SeekerRow, SeekerRow] | None:
        """The person says yes. Both rows if both have now, for the caller, who sets the table up."""
        async with self._database.write() as connection:
            both = await _pair_with(connection, person)
            if both is None:
                return None
            await connection.execute(update(seekers).where(seekers.c.person == person).values(agreed=1))
            if not both[1].agreed or both[0].game:
                return None
            people = [row.person for row in both]
            await connection.execute(update(seekers).where(seekers.c.person.in_(people)).values(game=BEING_MADE))
            return both

    async def seat(self, people: Collection[PersonId], game: GameId | str) -> None:
        async with self._database.write() as connection:
            await connection.execute(update(seekers).where(seekers.c.person.in_(people)).values(game=game))

    async def part(self, person: PersonId) -> None:
        """Part two people again; both wait on."""
        async with self._database.write() as connection:
            await _leave_partner(connection, person)
            await connection.execute(update(seekers).where(seekers.c.person == person).values(FREE))

    async def leave(self, person: PersonId, at: str = "") -> None:
        """End a search; the partner waits on.

        A person who has a table, or is about to have one, stays until they are `at` it: else they would not hear
        of a game in which their clock runs.
        """
        async with self._database.write() as connection:
            await _leave_partner(connection, person)
            await connection.execute(delete(seekers).where(seekers.c.person == person, seekers.c.game.in_(("", at))))

    async def put_off(self, present: Collection[PersonId], milliseconds: int) -> None:
        async with self._database.write() as connection:
            until = now_in(connection) + milliseconds
            await connection.execute(update(seekers).where(seekers.c.person.in_(present)).values(until=until))

    async def anybody(self) -> bool:
        return await self._database.fetch_one(select(seekers.c.person).limit(1)) is not None

    async def apart(self, people: Collection[PersonId]) -> set[frozenset[PersonId]]:
        """Which of these people have blocked each other."""
        query = select(blocks.c.person, blocks.c.other).where(blocks.c.person.in_(people), blocks.c.other.in_(people))
        rows = await self._database.fetch_all(query)
        return {frozenset((PersonId(row.person), PersonId(row.other))) for row in rows}

    async def sweep(self) -> int:
        """Remove those who are gone, and set free those whose partner did not come."""
        async with self._database.write() as connection:
            present = now_in(connection)
            late = and_(
                seekers.c.partner != "", seekers.c.partner_until < present, seekers.c.game.in_(("", BEING_MADE))
            )
            gone = await connection.execute(
                delete(seekers).where(or_(seekers.c.until < present, and_(late, seekers.c.agreed == 0)))
            )
            await connection.execute(update(seekers).where(late).values(FREE))
            return gone.rowcount


async def _leave_partner(connection: AsyncConnection, person: PersonId) -> None:
    """The person's partner waits on, and is not paired with them again."""
    theirs = and_(seekers.c.partner == person, seekers.c.game == "")
    await connection.execute(update(seekers).where(theirs).values(FREE | {"passed": person}))


async def _pair_with(connection: AsyncConnection, person: PersonId) -> tuple[SeekerRow, SeekerRow] | None:
    """A person and their partner, as long as they may still say yes; both rows are locked."""
    query = select(seekers.c.partner).where(seekers.c.person == person)
    partner: str | None = (await connection.execute(query)).scalar_one_or_none()
    rows = {row.person: row for row in await _locked(connection, (person, PersonId(partner or "")))}
    own, other = rows.get(person), rows.get(PersonId(partner or ""))
    if own is None or other is None or own.partner != other.person or other.partner != person:
        return None
    return own, other


async def _locked(connection: AsyncConnection, people: Sequence[PersonId]) -> list[SeekerRow]:
    """These people if they are still here, locked in one order for every caller, so that there is no deadlock."""
    query = select(seekers).where(seekers.c.person.in_(people), seekers.c.until > now_in(connection))
    found = await connection.execute(query.order_by(seekers.c.person).with_for_update())
    return [_read(row, SeekerRow) for row in found]


async def _leave_search(connection: AsyncConnection, table: Table, person: PersonId) -> None:
    await connection.execute(delete(table).where(table.c.person == person))
    await connection.execute(update(table).where(table.c.partner == person).values(partner="", agreed=0))
    await connection.execute(update(table).where(table.c.passed == person).values(passed=""))


async def _unwatch(connection: AsyncConnection, table: Table, person: PersonId) -> None:
    await connection.execute(delete(table).where(or_(table.c.first == person, table.c.second == person)))


PERSON_ROWS = [
    PersonRows(offers, name="offers", columns=("game", "pace", "rated", "low", "high", "word", "created", "until")),
    # After signing in a person starts the search again.
    PersonRows(seekers, drop, _leave_search, "seeking", ("pace", "rated", "since", "until")),
    PersonRows(watchable, stay, _unwatch),
]
