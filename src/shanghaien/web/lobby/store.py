"""Offered tables: who offers what to whom, and until when."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import Select, Table, and_, delete, func, insert, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.core.database.dialects import insert_into, now_in
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.person_rows import PersonRows, drop, stay
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.core.jobs import schedule
from shanghaien.web.lobby import schema as lobby_schema
from shanghaien.web.lobby.schema import offers, seekers
from shanghaien.web.people.schema import blocks, people
from shanghaien.web.standings.schema import standings
from shanghaien.web.standings.store import edition_now
from shanghaien.web.tables.store.schema import seats
from shanghaien.web.tables.time_up import OFFER

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
        async with self._database.write() as connection:
            if not self._database.is_sqlite:
                await connection.execute(ONE_AT_A_TIME, {"person": row.person})
            if (await connection.execute(mine)).scalar_one() >= most:
                return False
            await connection.execute(insert(offers), _values(row))
            await schedule(connection, OFFER, row.game, row.until)
            return True

    async def count(self, person: PersonId) -> int:
        """How many tables the person offers."""
        async with self._database.connect() as connection:
            query = select(func.count()).where(offers.c.person == person)
            return int((await connection.execute(query)).scalar_one())

    async def find(self, game: GameId) -> OfferRow | None:
        """The offer of a game; None if it is not offered, or no longer."""
        async with self._database.connect() as connection:
            row = (await connection.execute(select(offers).where(offers.c.game == game))).one_or_none()
            return None if row is None else _row(row)

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
        """Let the offers of that kind of people who are here end so much later than now."""
        async with self._database.write() as connection:
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


# People who look for somebody to play with. Nobody is ever brought together with two people at once.

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
        async with self._database.write() as connection:
            await _leave_partner(connection, row.person)
            put = insert_into(connection, seekers).values(values)
            await connection.execute(put.on_conflict_do_update(index_elements=["person"], set_=values))

    async def find(self, person: PersonId) -> SeekerRow | None:
        """Somebody who looks for somebody; None if they do not, or no longer."""
        async with self._database.connect() as connection:
            found = await connection.execute(select(seekers).where(seekers.c.person == person))
            row = found.one_or_none()
            return None if row is None else _seekers_row(row)

    async def free(self, kind: str, most: int) -> list[SeekerRow]:
        """Who waits and has nobody yet, the longest first."""
        query = select(seekers).where(seekers.c.kind == kind, seekers.c.partner == "")
        query = query.order_by(seekers.c.since, seekers.c.person).limit(most)
        async with self._database.connect() as connection:
            found = await connection.execute(query.where(seekers.c.until > now_in(connection)))
            return [_seekers_row(row) for row in found]

    async def pair(self, one: PersonId, other: PersonId, milliseconds: int) -> bool:
        """Bring two people together for a while; False if one of them is gone or has somebody else already."""
        async with self._database.write() as connection:
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
        async with self._database.write() as connection:
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
        async with self._database.write() as connection:
            await connection.execute(update(seekers).where(seekers.c.person.in_(people)).values(game=game))

    async def part(self, person: PersonId) -> None:
        """Let two people go apart again; both wait on."""
        async with self._database.write() as connection:
            await _leave_partner(connection, person)
            free = {"partner": "", "agreed": 0, "game": ""}
            await connection.execute(update(seekers).where(seekers.c.person == person).values(free))

    async def leave(self, person: PersonId, at: str = "") -> None:
        """Let somebody look for nobody any more; the other one waits on.

        Whoever has a table, or for whom one is being made, stays until they are `at` it: else they would not be told of
        a game in which their clock runs.
        """
        async with self._database.write() as connection:
            await _leave_partner(connection, person)
            await connection.execute(delete(seekers).where(seekers.c.person == person, seekers.c.game.in_(("", at))))

    async def put_off(self, present: Collection[PersonId], milliseconds: int) -> None:
        """Let people who are here wait for so long from now on."""
        async with self._database.write() as connection:
            until = now_in(connection) + milliseconds
            await connection.execute(update(seekers).where(seekers.c.person.in_(present)).values(until=until))

    async def anybody(self) -> bool:
        """Whether there is anything to look after."""
        async with self._database.connect() as connection:
            return (await connection.execute(select(seekers.c.person).limit(1))).first() is not None

    async def apart(self, people: Collection[PersonId]) -> set[frozenset[PersonId]]:
        """Which of these people keep away from each other."""
        query = select(blocks.c.person, blocks.c.other).where(blocks.c.person.in_(people), blocks.c.other.in_(people))
        async with self._database.connect() as connection:
            return {frozenset((PersonId(row.person), PersonId(row.other))) for row in await connection.execute(query)}

    async def sweep(self) -> int:
        """Forget who is gone, and set free whoever was brought together with somebody who did not come."""
        async with self._database.write() as connection:
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
    return [_seekers_row(row) for row in found]


def _seekers_row(row: object) -> SeekerRow:
    values = {column.key: getattr(row, column.key) for column in seekers.c}
    return SeekerRow(**values | {name: bool(values[name]) for name in ("account", "rated", "agreed")})


async def _leave_search(connection: AsyncConnection, table: Table, person: PersonId) -> None:
    """Nobody waits for them any more."""
    await connection.execute(delete(table).where(table.c.person == person))
    await connection.execute(update(table).where(table.c.partner == person).values(partner="", agreed=0))
    await connection.execute(update(table).where(table.c.passed == person).values(passed=""))


async def _unwatch(connection: AsyncConnection, table: Table, person: PersonId) -> None:
    """Nobody watches them any more."""
    await connection.execute(delete(table).where(or_(table.c.first == person, table.c.second == person)))


PERSON_ROWS = [
    PersonRows(
        lobby_schema.offers,
        name="offers",
        columns=("game", "pace", "rated", "low", "high", "word", "created", "until"),
    ),
    # Whoever signs in asks for somebody to play with once more.
    PersonRows(lobby_schema.seekers, drop, _leave_search, "seeking", ("pace", "rated", "since", "until")),
    PersonRows(lobby_schema.watchable, stay, _unwatch),
]
