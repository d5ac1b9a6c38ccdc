"""The lists of people's games, page by page: of games that are not shown nothing but rank and time is looked at."""

import re
from collections import defaultdict
from collections.abc import AsyncIterator, Collection
from enum import IntEnum
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Integer,
    Select,
    String,
    and_,
    case,
    func,
    literal,
    literal_column,
    or_,
    select,
    union_all,
)

from shanghaien.rules import Seat
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.tables.clocks import DAY, DAYS_TO_DECIDE, SECOND, PaceKind
from shanghaien.web.tables.log import EntryKind
from shanghaien.web.tables.store import schema
from shanghaien.web.tables.store.rows import GameRow, game_with_seats, with_seats

PLACE = re.compile(r"([012])-(\d{1,15})-([A-Za-z0-9_.-]{1,40})", re.ASCII)
FAR = 100_000_000_000_000
"""Beyond every deadline, in milliseconds since 1970: what has none comes after what has one."""


class Rank(IntEnum):
    """In which order games are listed: those that wait for the person, those that go on, those that are over."""

    YOURS = 0
    RUNNING = 1
    OVER = 2


class ListPlace(NamedTuple):
    """Where a list stands, so that the next page goes on behind it though games change meanwhile."""

    rank: int
    order: int
    """What waits: by the end of its time, then by how long it has waited. Everything else: the latest first."""
    game: GameId

    @classmethod
    def read(cls, text: str) -> "ListPlace | None":
        """The place that a text such as `2-1700000000000-abc` names; None if it names none."""
        found = PLACE.fullmatch(text)
        return cls(int(found[1]), int(found[2]), GameId(found[3])) if found else None

    def __str__(self) -> str:
        return f"{self.rank}-{self.order}-{self.game}"


class ListedRow(NamedTuple):
    """A game in a person's list, and the seats that are theirs."""

    place: ListPlace
    game: GameRow
    seats: frozenset[Seat]


class StartPageRows(NamedTuple):
    """The games of a person's start page."""

    waiting: list[ListedRow]
    """The first of those that wait for the person."""
    waits: int
    """How many wait in all."""
    others: list[ListedRow]
    """The next ones after a place, or the first that do not wait for the person."""


AROUND_TIME_UP = (EntryKind.TIME_UP, EntryKind.MORE_TIME, EntryKind.ACT)
"""What begins and ends that time is up; the last of them in a log says whether it is."""
WAITING, REST = "waiting", "rest"
"""The parts of a start page."""


class GameLists:
    """Reads lists of games, each with one statement."""

    def __init__(self, database: Database, called_off: str) -> None:
        self._database = database
        self._called_off = called_off
        """The result of what is no game, and so is not listed."""

    async def page(self, person: PersonId, limit: int, after: ListPlace | None = None) -> list[ListedRow]:
        """The person's next games after a place: those that wait for them first, by the time that is left."""
        found = await self._found(self._following(person, limit, after))
        return [row for row, _ in found[REST]][:limit]

    async def start_page(self, person: PersonId, most: int, limit: int, after: ListPlace) -> StartPageRows:
        """The first games that wait for the person, and a page of the others after a place."""
        waiting = self._running(WAITING, person, most, waiting=True)
        found = await self._found([waiting, *self._following(person, limit, after)])
        first = [row for row, _ in found[WAITING]]
        return StartPageRows(
            first, next((waits for _, waits in found[WAITING]), 0), [row for row, _ in found[REST]][:limit]
        )

    async def waiting(self, person: PersonId) -> int:
        """How many games wait for the person."""
        games, seated = schema.games.c, schema.seated.c
        query = select(func.count(games.id.distinct())).join_from(schema.seated, schema.games, _same_game())
        mine = and_(seated.person == person, seated.ended.is_(None))
        asked = and_(mine, games.result.is_(None), or_(_asked(), _decides()))
        async with self._database.connect() as connection:
            return int((await connection.execute(query.where(asked))).scalar_one())

    async def _found(self, parts: list[Select[Any]]) -> dict[str, list[tuple[ListedRow, int]]]:
        """The games of all parts in their order, each with the number of games of its kind."""
        places = union_all(*(select(part.subquery()) for part in parts)).cte("places")
        games = schema.games.join(places, places.c.game == schema.games.c.id)
        query = select(*places.c, *with_seats()).select_from(
            games.outerjoin(schema.seats, schema.seats.c.game == schema.games.c.id)
        )
        rows: dict[tuple[str, ListPlace], list[Any]] = defaultdict(list)
        for row in await self._database.fetch_all(query):
            rows[row.part, ListPlace(row.rank, row.place, row.game)].append(row)
        found: dict[str, list[tuple[ListedRow, int]]] = {WAITING: [], REST: []}
        for part, place in _in_order(rows):
            same = rows[part, place]
            own = frozenset((same[0].first_seat, same[0].last_seat))
            found[part].append((ListedRow(place, game_with_seats(same), own), same[0].many))
        return found

    def _following(self, person: PersonId, limit: int, after: ListPlace | None) -> list[Select[Any]]:
        parts = [self._over(person, limit, after)]
        if after is None or after.rank != Rank.OVER:
            parts.append(self._running(REST, person, limit, after))
        return parts

    def _running(
        self, part: str, person: PersonId, limit: int, after: ListPlace | None = None, *, waiting: bool = False
    ) -> Select[Any]:
        """Those that go on: there are never very many of them, so all are put in order."""
        games, seated = schema.games.c, schema.seated.c
        asked, decides = _asked(), _decides()
        yours, running = (literal_column(str(int(rank)), Integer) for rank in (Rank.YOURS, Rank.RUNNING))
        rank = func.min(case((asked, yours), (decides, yours), else_=running))
        since_up = games.deadline - DAYS_TO_DECIDE * DAY * SECOND  # a decision comes before whatever time still runs
        end = case((asked, func.coalesce(games.deadline, games.updated + FAR)), (decides, since_up))
        place = func.coalesce(
            func.min(end), func.min(FAR - games.updated)
        )  # where both seats are theirs, the asked one
        columns = _columns(part, rank, place, games.id, func.count().over())
        query = select(*columns).join_from(schema.seated, schema.games, _same_game())
        # A damaged game may have a result of which its seats know nothing; it is listed all the same.
        listed = or_(games.result.is_(None), games.result != self._called_off)
        query = query.where(seated.person == person, seated.ended.is_(None), listed).group_by(games.id)
        if waiting:
            query = query.having(rank == yours)
        elif after is not None:
            query = query.having(_behind(after, rank, place))
        return query.order_by(rank, place, games.id).limit(limit)

    def _over(self, person: PersonId, limit: int, after: ListPlace | None) -> Select[Any]:
        """Those that are over, read from the latest on: the index has them in this order."""
        games, seated = schema.games.c, schema.seated.c
        over, many = (literal_column(text, Integer) for text in (str(int(Rank.OVER)), "0"))
        columns = _columns(REST, over, literal(FAR, BigInteger) - seated.ended, seated.game, many)
        query = select(*columns).join_from(schema.seated, schema.games, _same_game())
        query = query.where(seated.person == person, seated.ended.is_not(None), games.result != self._called_off)
        if after is not None and after.rank == Rank.OVER:
            last = FAR - after.order
            query = query.where(seated.ended <= last, or_(seated.ended < last, seated.game < after.game))
        query = query.group_by(seated.ended, seated.game)
        return query.order_by(seated.ended.desc(), seated.game.desc()).limit(limit)


def _columns(part: str, rank: Any, place: Any, game: Any, many: Any) -> list[ColumnElement[Any]]:
    seat = schema.seated.c.seat
    named = {"rank": rank, "place": place, "game": game, "first_seat": func.min(seat), "last_seat": func.max(seat)}
    return [
        literal_column(f"'{part}'", String).label("part"),
        *(named[name].label(name) for name in named),
        many.label("many"),
    ]


def _in_order(places: Collection[tuple[str, ListPlace]]) -> list[tuple[str, ListPlace]]:
    """As the list goes on: of games that ended at one moment the greater id comes first."""
    running = sorted(each for each in places if each[1].rank != Rank.OVER)
    over = sorted((each for each in places if each[1].rank == Rank.OVER), key=lambda each: each[1].game, reverse=True)
    return [*running, *sorted(over, key=lambda each: each[1].order)]


def _asked() -> ColumnElement[bool]:
    return schema.games.c.waits_for == schema.seated.c.seat


def _decides() -> ColumnElement[bool]:
    """Whether the time of the opponent is up over days, so that the player of the seat decides what follows."""
    games, entries = schema.games.c, schema.entries.c
    last = select(entries.kind).where(entries.game == games.id, entries.kind.in_(AROUND_TIME_UP))
    kind = last.order_by(entries.number.desc()).limit(1).correlate(schema.games).scalar_subquery()
    other = games.waits_for == 1 - schema.seated.c.seat
    return and_(other, games.pace.startswith(PaceKind.DAYS), kind == EntryKind.TIME_UP)


def _same_game() -> ColumnElement[bool]:
    return schema.games.c.id == schema.seated.c.game


def _behind(known: ListPlace, rank: ColumnElement[int], place: ColumnElement[int]) -> ColumnElement[bool]:
    later = or_(place > known.order, and_(place == known.order, schema.games.c.id > known.game))
    return or_(rank > known.rank, and_(rank == known.rank, later))


# Every game of a database, one after the other, for callers that have to see them all.

AT_ONCE = 500


class AllGames:
    """Reads ids a few at a time, so that no player waits for it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def count(self) -> int:
        async with self._database.connect() as connection:
            return int((await connection.execute(select(func.count()).select_from(schema.games))).scalar_one())

    async def ids(self) -> AsyncIterator[GameId]:
        """Their ids, in order."""
        games, last = schema.games.c, ""
        while True:
            query = select(games.id).where(games.id > last).order_by(games.id).limit(AT_ONCE)
            async with self._database.connect() as connection:
                found: list[GameId] = list(await connection.scalars(query))
            for game in found:
                yield game
            if len(found) < AT_ONCE:
                return
            last = found[-1]

    async def with_lost_versions(self) -> set[GameId]:
        """Games whose log goes on behind the version that they are said to be at."""
        games, entries = schema.games.c, schema.entries.c
        behind = select(games.id).join(schema.entries, entries.game == games.id).where(entries.number > games.version)
        async with self._database.connect() as connection:
            return set(await connection.scalars(behind.distinct()))


async def running_games(database: Database, person: PersonId, after: str, most: int) -> list[GameId]:
    """Some of the games in which the person has a seat and that are not over, in the order of their ids."""
    games, seated = schema.games.c, schema.seated.c
    query = (
        select(seated.game)
        .join(schema.games, games.id == seated.game)
        .where(seated.person == person, seated.game > after, seated.ended.is_(None), games.result.is_(None))
        .distinct()
        .order_by(seated.game)
        .limit(most)
    )
    async with database.connect() as connection:
        return list(await connection.scalars(query))


async def open_games_of_two(database: Database, one: PersonId, other: PersonId) -> list[GameId]:
    """The games in which two people have seats, of which one is not taken yet: rematches that are offered."""
    games, seats = schema.games.c, schema.seats.c
    mine, theirs = schema.seated.alias("mine"), schema.seated.alias("theirs")
    query = (
        select(mine.c.game)
        .join(theirs, theirs.c.game == mine.c.game)
        .join(schema.games, games.id == mine.c.game)
        .join(schema.seats, seats.game == mine.c.game)
        .where(mine.c.person == one, mine.c.ended.is_(None), theirs.c.person == other, theirs.c.ended.is_(None))
        .where(games.result.is_(None), seats.kind == "open")
        .distinct()
    )
    async with database.connect() as connection:
        return list(await connection.scalars(query))


async def count_games(database: Database, person: PersonId) -> int:
    """In how many games the person has a seat."""
    seated = schema.seated
    query = select(func.count(seated.c.game.distinct())).where(seated.c.person == person)
    async with database.connect() as connection:
        return int((await connection.execute(query)).scalar_one())
