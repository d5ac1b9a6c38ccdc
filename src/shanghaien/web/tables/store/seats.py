"""Private links that carry a seat to another device: each is good once, and not for long. Only their hashes are stored."""

from collections.abc import AsyncIterator, Collection, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, Table, and_, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.rules import Seat
from shanghaien.web.core.database.dialects import insert_into, now_in
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.person_rows import Joining, PersonRows, batches, give, later, rename, take
from shanghaien.web.core.ids import GameId, PersonId, Version
from shanghaien.web.people.schema import people
from shanghaien.web.tables.log import NAMES_A_PLAYER
from shanghaien.web.tables.store import schema
from shanghaien.web.tables.store import schema as store_schema


class LinkStore:
    """The store of private links. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, digest: str, game: GameId, seat: Seat, lasts_ms: int) -> None:
        """Keep a new link for so long; those that have run out go."""
        links = schema.links
        async with self._database.write() as connection:
            now = now_in(connection)
            await connection.execute(delete(links).where(links.c.until < now))
            await connection.execute(insert(links).values(hash=digest, game=game, seat=seat, until=now + lasts_ms))

    async def use(self, digest: str, person: PersonId) -> bool:
        """Let the person use a link; False if it has run out, was withdrawn, or was used by another person.

        The same person may use it again: a second click, or a repeat after a lost answer, is no second use.
        """
        links = schema.links
        async with self._database.write() as connection:
            free = or_(links.c.used_by.is_(None), links.c.used_by == person)
            good = and_(links.c.hash == digest, links.c.until >= now_in(connection), free)
            return (await connection.execute(update(links).where(good).values(used_by=person))).rowcount == 1

    async def unused(self, game: GameId, seat: Seat) -> int:
        """How many links of a seat can still be used."""
        links = schema.links.c
        async with self._database.connect() as connection:
            good = links.game == game, links.seat == seat, links.used_by.is_(None), links.until >= now_in(connection)
            return int((await connection.execute(select(func.count()).where(*good))).scalar_one())

    async def withdraw(self, game: GameId, seat: Seat) -> None:
        """End all links of a seat that were not used yet."""
        links = schema.links
        async with self._database.write() as connection:
            unused = and_(links.c.game == game, links.c.seat == seat, links.c.used_by.is_(None))
            await connection.execute(delete(links).where(unused))


# When people looked at their games, and how far these had come; and the ends of games that were not seen yet.


class VisitStore:
    """The store of visits. Every method is one transaction."""

    def __init__(self, database: Database, called_off: str) -> None:
        self._database = database
        self._called_off = called_off
        """The result of what is no game: it has no end to be seen."""

    async def look(self, person: PersonId, game: GameId, version: Version) -> None:
        """The person looks at the game, which has come so far; it never counts as less far than it did."""
        visits = store_schema.visits
        async with self._database.write() as connection:
            row = insert_into(connection, visits).values(
                person=person, game=game, at=now_in(connection), version=version
            )
            now = {"at": row.excluded.at, "version": row.excluded.version}
            later = visits.c.version <= row.excluded.version
            again = row.on_conflict_do_update(index_elements=["person", "game"], set_=now, where=later)
            await connection.execute(again)

    async def last_look(self, game: GameId, seat: Seat) -> int | None:
        """When the player of the seat last looked at the game; None if they never have."""
        visits, seated = store_schema.visits.c, schema.seated.c
        theirs = and_(seated.game == visits.game, seated.person == visits.person, seated.seat == seat)
        query = select(func.max(visits.at)).join_from(store_schema.visits, schema.seated, theirs)
        async with self._database.connect() as connection:
            found: int | None = (await connection.execute(query.where(visits.game == game))).scalar_one()
            return found or None

    async def unseen_ends(self, person: PersonId, since: int, most: int = 10) -> list[GameId]:
        """Games with an opponent that have ended since then, and whose end the person has not seen; oldest first."""
        async with self._database.connect() as connection:
            found = await connection.execute(_unseen(person, since, self._called_off).limit(most))
            return [GameId(row.id) for row in found]


def _unseen(person: PersonId, since: int, called_off: str) -> Select[tuple[str, int]]:
    games, seated, visits = schema.games.c, schema.seated.c, store_schema.visits.c
    seen: ColumnElement[bool] = and_(visits.person == seated.person, visits.game == games.id)
    ended = and_(games.result.is_not(None), games.result != called_off, games.mode == "invite", seated.ended >= since)
    unseen = or_(visits.version.is_(None), visits.version < games.version)
    found = select(games.id, games.updated).join_from(schema.seated, schema.games, games.id == seated.game)
    found = found.outerjoin(store_schema.visits, seen).where(seated.person == person, ended, unseen)
    return found.distinct().order_by(games.updated, games.id)


# What was promised for games that do not exist yet: secrets that are random, used once, and expire.

LASTS_MS = 24 * 3600 * 1000
"""For how long a reservation is good."""
REMOVED_AT_ONCE = 100


class ReservationRow(NamedTuple):
    """The secrets of a game's chains, and the ends that were shown of them."""

    game: GameId
    secrets: bytes
    ends: tuple[str, ...]

    def __repr__(self) -> str:
        return f"ReservationRow({self.game!r})"  # a log line must not tell the secrets


async def keep_reservation(connection: AsyncConnection, row: ReservationRow) -> None:
    """Keep a new reservation for a day; some of those that have run out go."""
    kept, now = schema.reservations, now_in(connection)
    old = select(kept.c.game).where(kept.c.until < now).limit(REMOVED_AT_ONCE).with_for_update(skip_locked=True)
    await connection.execute(delete(kept).where(kept.c.game.in_(old)))
    ends, until = " ".join(row.ends), now + LASTS_MS
    await connection.execute(insert(kept).values(game=row.game, secrets=row.secrets, ends=ends, until=until))


async def use_reservation(connection: AsyncConnection, game: GameId) -> bool:
    """Use a reservation up; False if it is not there: it was used, has run out, or was made void."""
    kept = schema.reservations
    good = delete(kept).where(kept.c.game == game, kept.c.until >= now_in(connection))
    return (await connection.execute(good)).rowcount == 1


async def find_reservation(database: Database, game: GameId) -> ReservationRow | None:
    """A reservation that is still good."""
    kept = schema.reservations
    async with database.read() as connection:
        good = select(kept).where(kept.c.game == game, kept.c.until >= now_in(connection))
        row = (await connection.execute(good)).one_or_none()
    return None if row is None else ReservationRow(row.game, row.secrets, tuple(row.ends.split(" ")))


GAMES_AT_ONCE = 200


class PersonSeats:
    """The seats of one person after the other. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def games(self, person: PersonId, most: int) -> list[GameId]:
        """Some of the games in which they still have a seat."""
        seated = schema.seated.c
        query = select(seated.game).where(seated.person == person).distinct().limit(most)
        async with self._database.connect() as connection:
            return list(await connection.scalars(query))

    async def forget_names(self, game: GameId, seats: Collection[Seat], instead: str) -> None:
        """Replace the names that were given for seats in the log; the digest of a game does not include them."""
        entries = schema.entries
        named = entries.c.kind.in_(NAMES_A_PLAYER), entries.c.seat.in_(seats), entries.c.text != ""
        async with self._database.write() as connection:
            await connection.execute(update(entries).where(entries.c.game == game, *named).values(text=instead))

    async def give_up(self, game: GameId, person: PersonId, instead: str) -> None:
        """They have no seat there any more, and what links of theirs could still give away is gone.

        A game that cannot be opened any more, since it was called off or is damaged, does not keep their name either.
        """
        seated, links, seats_of = schema.seated, schema.links, schema.seats
        async with self._database.write() as connection:
            theirs = and_(seated.c.game == game, seated.c.person == person)
            seats = select(seated.c.seat).where(theirs)
            await connection.execute(delete(links).where(links.c.game == game, links.c.seat.in_(seats)))
            named = seats_of.c.game == game, seats_of.c.seat.in_(seats), seats_of.c.name != ""
            await connection.execute(update(seats_of).where(*named).values(name=instead))
            await connection.execute(delete(seated).where(theirs))

    async def all_games(self, person: PersonId) -> AsyncIterator[GameId]:
        """The ids of the person's games, in order."""
        seated, last = schema.seated.c, ""
        mine = select(seated.game).where(seated.person == person).distinct().order_by(seated.game).limit(GAMES_AT_ONCE)
        while games := await self._games(mine.where(seated.game > last)):
            for game in games:
                yield GameId(game)
            last = games[-1]

    async def _games(self, query: Select[Any]) -> list[str]:
        async with self._database.connect() as connection:
            return list(await connection.scalars(query))


async def _move_seats(connection: AsyncConnection, table: Table, joining: Joining) -> None:
    """A seat of a rated game that another account has stays that account's alone."""
    seats = await take(connection, table, joining.guest)
    kept = await _kept_by_others(connection, joining.account, seats)
    await give(connection, table, joining.account, [row for row in seats if (row["game"], row["seat"]) not in kept])
    joining.games = sorted({GameId(row["game"]) for row in seats})


async def _kept_by_others(
    connection: AsyncConnection, account: PersonId, seats: Sequence[dict[str, Any]]
) -> set[tuple[str, int]]:
    """The seats of rated games among these that another account has."""
    seated, games = schema.seated, schema.games
    query = select(seated.c.game, seated.c.seat).join(games, games.c.id == seated.c.game)
    query = query.join(people, people.c.id == seated.c.person).where(games.c.rated == 1, people.c.id != account)
    kept: set[tuple[str, int]] = set()
    for some in batches(seats):
        found = await connection.execute(query.where(seated.c.game.in_([row["game"] for row in some])))
        kept |= {(row.game, row.seat) for row in found}
    return kept


async def _move_visits(connection: AsyncConnection, table: Table, joining: Joining) -> None:
    """Of two looks at one game the later one counts."""
    for some in batches(await take(connection, table, joining.guest)):
        row = insert_into(connection, table)
        later = {"at": row.excluded.at, "version": row.excluded.version}
        kept = row.on_conflict_do_update(
            index_elements=["person", "game"], set_=later, where=row.excluded.at > table.c.at
        )
        await connection.execute(kept, [visit | {"person": joining.account} for visit in some])


PERSON_ROWS = [
    PersonRows(schema.seated, _move_seats, later, "seats", ("game", "seat")),
    PersonRows(schema.links, rename(schema.links.c.used_by), later),
    PersonRows(schema.vacations, name="vacations", columns=("begins", "ends")),
    PersonRows(schema.visits, _move_visits, name="visits", columns=("game", "at", "version", "muted")),
]
