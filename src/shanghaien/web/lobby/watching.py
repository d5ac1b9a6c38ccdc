"""Games to watch: rated ones that go on, the strongest first, of people who let themselves be watched."""

import asyncio
from collections.abc import Collection
from dataclasses import asdict, dataclass
from math import inf
from time import monotonic

from sqlalchemy import delete, select

from shanghaien.rules import Seat
from shanghaien.web.core.database.dialects import insert_into
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.core.jobs import JobRow
from shanghaien.web.lobby.pairing import UNKNOWN, Strength, strength_of
from shanghaien.web.lobby.schema import watchable
from shanghaien.web.people.preferences import PreferenceStore, Shown
from shanghaien.web.people.schema import people
from shanghaien.web.standings.result_lists import opponents_among
from shanghaien.web.standings.schema import standings
from shanghaien.web.standings.store import edition_now
from shanghaien.web.tables.clocks import Pace
from shanghaien.web.tables.errors import NoSuchGame
from shanghaien.web.tables.model import ListedCard, Mode
from shanghaien.web.tables.open_games import GameWriter
from shanghaien.web.tables.store import schema
from shanghaien.web.tables.store.rows import GameRow, read_games
from shanghaien.web.tables.summary import chairs_of, decode_row, points_from


@dataclass(frozen=True, slots=True)
class WatchableRow:
    """A game that can be watched; `first` and `second` are the people at its seats, in their order."""

    game: GameId
    list: str
    strength: float
    started: int
    first: PersonId
    second: PersonId

    @property
    def people(self) -> tuple[PersonId, PersonId]:
        return self.first, self.second


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
        async with self._database.write() as connection:
            added = insert_into(connection, watchable).values(asdict(row))
            again = added.on_conflict_do_update(index_elements=["game"], set_={"strength": row.strength})
            await connection.execute(again)

    async def remove(self, game: GameId) -> bool:
        async with self._database.write() as connection:
            return (await connection.execute(delete(watchable).where(watchable.c.game == game))).rowcount == 1

    async def accounts(self, asked: Collection[PersonId]) -> set[PersonId]:
        rows = await self._database.fetch_all(select(people.c.id).where(people.c.id.in_(asked)))
        return {PersonId(row.id) for row in rows}

    async def ratings(self, name: str, asked: Collection[PersonId]) -> dict[PersonId, tuple[float, float]]:
        """Rating and deviation of these people in a list, of those who stand in it."""
        query = select(standings.c.person, standings.c.rating, standings.c.deviation)
        query = query.where(
            standings.c.edition == edition_now(), standings.c.list == name, standings.c.person.in_(asked)
        )
        return {row.person: (row.rating, row.deviation) for row in await self._database.fetch_all(query)}

    async def strongest(self, most: int) -> list[WatchedGame]:
        query = select(watchable).order_by(watchable.c.strength.desc(), watchable.c.game.desc()).limit(most)
        async with self._database.read() as connection:
            rows = [WatchableRow(*row) for row in await connection.execute(query)]
            if not rows:
                return []
            played = select(schema.games).where(schema.games.c.id.in_([row.game for row in rows]))
            games = await read_games(connection, played)
            people_there = {person for row in rows for person in row.people}
            rated = select(standings.c.person, standings.c.list, standings.c.rating, standings.c.deviation)
            rated = rated.where(standings.c.edition == edition_now(), standings.c.person.in_(people_there))
            known = {(row.person, row.list): (row.rating, row.deviation) for row in await connection.execute(rated)}
        by_id = {game.id: game for game in games}
        return [
            WatchedGame(row, by_id[row.game], (known.get((row.first, row.list)), known.get((row.second, row.list))))
            for row in rows
            if row.game in by_id
        ]


MOST_LOOKED_AT = 100
"""How many of the strongest games are read; blocks and privacy are looked at among these."""
KEPT_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class SeenGame:
    """A game that a person may watch, as lists show it."""

    id: GameId
    names: tuple[str, str]
    strengths: tuple[Strength, Strength]
    round: int
    pace: str
    delay: int
    """By how many seconds watchers are behind."""
    points: tuple[int, int] | None = None
    tavern: tuple[ListedCard, ...] = ()
    """How it stands, unless watchers are behind."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    people: tuple[PersonId, PersonId]
    shown: tuple[Shown, Shown]
    seen: SeenGame


class Watching:
    """Keeps the list of games to watch; it is cached for some seconds."""

    def __init__(self, games: GameWriter, database: Database) -> None:
        self._games = games
        self._store = WatchableStore(database)
        self._database = database
        self._preferences = PreferenceStore(database)
        self._found: tuple[_Candidate, ...] = ()
        self._read_at = -inf
        self._reading = asyncio.Lock()

    async def settle(self, row: JobRow) -> None:
        """A game has begun or ended: list it if it is rated, goes on, and is played by two accounts."""
        game = GameId(row.subject)
        wanted = await self._to_list(game)
        if wanted is None:
            await self._store.remove(game)
        else:
            await self._store.add(wanted)
        self._read_at = -inf

    async def seen_by(self, person: PersonId | None, hidden: frozenset[PersonId], most: int) -> list[SeenGame]:
        """What a person may watch, the strongest first; not their own games."""
        unseen = hidden | {person}
        found = [each for each in await self._candidates() if unseen.isdisjoint(each.people)]
        met = await self._met(person, found)
        return [each.seen for each in found if _lets(each, met)][:most]

    async def _candidates(self) -> tuple[_Candidate, ...]:
        if monotonic() - self._read_at > KEPT_SECONDS:
            async with self._reading:
                if monotonic() - self._read_at > KEPT_SECONDS:
                    self._found = await self._read()
                    self._read_at = monotonic()
        return self._found

    async def _read(self) -> tuple[_Candidate, ...]:
        games = [each for each in await self._store.strongest(MOST_LOOKED_AT) if each.game.summary.result is None]
        preferences = await self._preferences.of_all({person for each in games for person in each.row.people})
        shown = {person: each.privacy.games for person, each in preferences.items()}
        return tuple(
            _Candidate(each.row.people, (shown[each.row.first], shown[each.row.second]), _seen(each)) for each in games
        )

    async def _met(self, person: PersonId | None, found: list[_Candidate]) -> set[PersonId]:
        """Of people who let only opponents watch, those who have played the person."""
        asked = {each.people[seat] for each in found for seat in (0, 1) if each.shown[seat] == "opponents"}
        return set() if person is None or not asked else await opponents_among(self._database, person, asked)

    async def _to_list(self, game: GameId) -> WatchableRow | None:
        try:
            table = (await self._games.current(game)).table()
        except NoSuchGame:
            return None
        if not table.rated or not table.started or table.over or table.mode is not Mode.INVITE or table.pace is None:
            return None
        people = await self._two_accounts(game)
        if people is None:
            return None
        name = str(table.pace.kind)
        known = await self._store.ratings(name, people)
        strength = sum(known[each][0] if each in known else UNKNOWN for each in people) / 2
        return WatchableRow(game, name, strength, table.created, *people)

    async def _two_accounts(self, game: GameId) -> tuple[PersonId, PersonId] | None:
        at: dict[Seat, PersonId] = dict(await self._games.store.people_of(game))
        if len(at) != 2 or at[0] == at[1] or len(await self._store.accounts(at.values())) != 2:
            return None
        return at[0], at[1]


def _seen(each: WatchedGame) -> SeenGame:
    first, second = chairs_of(each.game)
    pace = Pace.read(each.game.pace) if each.game.pace else None
    strengths = tuple(strength_of(*(known or (None, None))) for known in each.ratings)
    return SeenGame(
        each.row.game,
        (first.name, second.name),
        (strengths[0], strengths[1]),
        each.game.summary.round,
        "" if pace is None else str(pace),
        each.game.delay,
        None if each.game.delay else points_from(each.game.summary.points),
        () if each.game.delay else decode_row(each.game.summary.tavern),
    )


def _lets(each: _Candidate, met: set[PersonId]) -> bool:
    """Whether both players let this person watch them."""
    return all(
        shown == "everybody" or (shown == "opponents" and person in met)
        for person, shown in zip(each.people, each.shown, strict=True)
    )
