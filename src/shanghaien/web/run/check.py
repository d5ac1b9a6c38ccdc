"""Reading every game to see whether it is whole, while others play."""

from collections.abc import Callable
from typing import Any, NamedTuple

from sqlalchemy import Select, exists, func, select

from shanghaien.web.core.database import schema as database_schema
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import GameId
from shanghaien.web.people import schema as people_schema
from shanghaien.web.tables import loading
from shanghaien.web.tables.errors import DamagedGame
from shanghaien.web.tables.store import schema
from shanghaien.web.tables.store import schema as store_schema
from shanghaien.web.tables.store.games import GameStore
from shanghaien.web.tables.store.lists import AllGames

# Whether the tables beside the games agree with each other: people, their names and ways in, clocks, and jobs.

CLOCK = "clock"
"""The kind of the job for the end of a player's time; its subject is the game."""


class Inconsistency(NamedTuple):
    """Something that does not agree, and how often."""

    times: int
    what: str

    def __str__(self) -> str:
        return f"{self.what}: {self.times}."


async def inconsistencies(database: Database) -> list[Inconsistency]:
    """Everything that does not agree; on a sound database nothing, also while others play."""
    found = []
    async with database.read() as connection:
        for what, query in QUESTIONS.items():
            count = (await connection.execute(query())).scalar_one()
            found += [Inconsistency(count, what)] if count else []
    return found


def _names_of_nobody() -> Select[Any]:
    names, people = people_schema.names.c, people_schema.people.c
    return _count(names.folded, names.held_until.is_(None), ~exists().where(people.id == names.person))


def _people_without_a_name() -> Select[Any]:
    names, people = people_schema.names.c, people_schema.people.c
    named = exists().where(names.person == people.id, names.held_until.is_(None))
    return _count(people.id, ~named)


def _ways_in_of_nobody() -> Select[Any]:
    tables = (people_schema.sessions, people_schema.passkeys, people_schema.recovery_codes, people_schema.mailboxes)
    people = people_schema.people.c
    counts = [
        _count(table.c.person, ~exists().where(people.id == table.c.person)).scalar_subquery() for table in tables
    ]
    return select(counts[0] + counts[1] + counts[2] + counts[3])


def _time_gone_back() -> Select[Any]:
    return _count(schema.entries.c.game, schema.entries.c.used < 0)


def _clocks_nobody_watches() -> Select[Any]:
    games, jobs = schema.games.c, database_schema.jobs.c
    watched = exists().where(jobs.kind == CLOCK, jobs.subject == games.id)
    return _count(games.id, games.result.is_(None), games.deadline.is_not(None), ~watched)


def _deadlines_without_a_clock() -> Select[Any]:
    return _count(schema.games.c.id, schema.games.c.deadline.is_not(None), schema.games.c.pace.is_(None))


def _spans_that_end_before_they_begin() -> Select[Any]:
    spans = (store_schema.vacations, store_schema.outages)
    counts = [_count(table.c.begins, table.c.ends < table.c.begins).scalar_subquery() for table in spans]
    return select(counts[0] + counts[1])


def _count(column: Any, *where: Any) -> Select[Any]:
    return select(func.count(column)).where(*where)


QUESTIONS: dict[str, Callable[[], Select[Any]]] = {
    "Names that belong to nobody": _names_of_nobody,
    "People without a name": _people_without_a_name,
    "Sessions, passkeys, codes and addresses of nobody": _ways_in_of_nobody,
    "Entries that give time back": _time_gone_back,
    "Games whose clock runs and whose end nobody watches": _clocks_nobody_watches,
    "Games with a deadline and without a clock": _deadlines_without_a_clock,
    "Vacations and outages that end before they begin": _spans_that_end_before_they_begin,
}
"""What may not agree, and how to count it."""

Progress = Callable[[int, int], None]
"""Called with how many games were read, of how many."""


class Damage(NamedTuple):
    """A damaged game, and what is wrong with it."""

    game: GameId
    why: str


class Findings(NamedTuple):
    """How many games were read, which of them are damaged, and what does not agree in the tables beside them."""

    games: int
    damages: list[Damage]
    inconsistencies: list[Inconsistency]


async def check_games(database: Database, progress: Progress = lambda done, of: None) -> Findings:
    """Read and replay every game, and look whether people, clocks and jobs agree."""
    every, store = AllGames(database), GameStore(database)
    lost, total, done = await every.with_lost_versions(), await every.count(), 0
    damages: list[Damage] = []
    async for game in every.ids():
        why = "entries stand behind the version that it is said to be at" if game in lost else ""
        why = why or await _wrong_with(store, game)
        damages += [Damage(game, why)] if why else []
        done += 1
        progress(done, max(total, done))
    return Findings(done, damages, await inconsistencies(database))


async def _wrong_with(store: GameStore, game: GameId) -> str:
    why = await _read(store, game)
    # What goes on, or is removed, while it is read must not pass for damaged: look once more.
    return why and await _read(store, game)


async def _read(store: GameStore, game: GameId) -> str:
    try:
        stored = await store.load(game)
        if stored is None:
            return ""
        loaded = loading.load(stored)
        if loaded.dice is not None and loaded.ledger is not None:
            loaded.dice.check(loaded.ledger)
    except DamagedGame as unreadable:
        return unreadable.why
    if loaded.summary != stored.row.summary:
        return "lists tell of it what its log does not"
    return ""
