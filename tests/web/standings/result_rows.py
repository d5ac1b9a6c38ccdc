"""Results, standings and habits of a test, written as rows: what a page shows hangs on nothing else."""

from itertools import count
from typing import Any

from sqlalchemy import insert

from shanghaien.web.core.database.engine import Database
from shanghaien.web.people import schema as people_schema
from shanghaien.web.standings.schema import habits, results, standings
from shanghaien.web.tables.store import schema

_numbers = count(1)
FIRST_DAY = 1_760_000_000_000
"""In October 2025."""
DAY = 86_400_000


def result_row(person: str, opponent: str = "", **values: Any) -> dict[str, Any]:
    """A result of a person; every game is a day later than the one before."""
    number = next(_numbers)
    told = {"seat": 0, "level": "", "ended": FIRST_DAY + number * DAY, "setup": "base", "pace": "live", "score": 2}
    counted = {"points": 20, "points_against": 15, "reason": "points", "unrated": "", "review": ""}
    reviewed = {"luck": None, "loss": None, "decisions": None, "reviewed": None}
    own = {"game": f"game{number}", "number": number, "person": person, "opponent": opponent}
    return own | told | counted | reviewed | values


async def add_results(database: Database, *rows: dict[str, Any]) -> None:
    """Write results."""
    async with database.write() as connection:
        await connection.execute(insert(results), list(rows))


def both_sides(one: str, other: str, **values: Any) -> list[dict[str, Any]]:
    """The two rows of one game between people; `values` are as the first of them sees it."""
    own = result_row(one, other, **values)
    turned = {"score": 2 - own["score"], "points": own["points_against"], "points_against": own["points"], "seat": 1}
    luck = None if own["luck"] is None else -own["luck"]
    return [own, own | {"person": other, "opponent": one, "luck": luck} | turned]


async def add_account(database: Database, person: str, name: str, folded: str) -> None:
    """Somebody who keeps their games."""
    async with database.write() as connection:
        await connection.execute(insert(people_schema.people), {"id": person, "name": name, "created": 1, "role": ""})
        await connection.execute(insert(people_schema.names), {"folded": folded, "person": person, "held_until": None})


async def add_seats(database: Database, game: str, *names: str) -> None:
    """A game that is kept, with these names at its seats."""
    values = {"mode": "invite", "options": "{}", "revision": 1, "seed": b"s" * 32, "commitment": "c", "created": 1}
    told = {"id": game, "version": 1, "updated": 1, "round": 8, "waits_for": None, "result": "{}"}
    seats = [{"game": game, "seat": at, "kind": "human", "name": name, "level": ""} for at, name in enumerate(names)]
    async with database.write() as connection:
        await connection.execute(insert(schema.games), values | told)
        await connection.execute(insert(schema.seats), seats)


async def add_strength(database: Database, person: str, **values: Any) -> None:
    """A person's standing by one list."""
    row = {"list": "live", "rating": 1587.0, "deviation": 48.0, "volatility": 0.06, "games": 40, "at": FIRST_DAY}
    more = {"skill": 1612.0, "skill_deviation": 32.0, "reviewed": 38, "sums": "", "curve": "[]", "evidence": 0.0}
    async with database.write() as connection:
        await connection.execute(insert(standings), {"person": person} | row | more | values)


async def add_habits(database: Database, person: str, **shares: tuple[int, float, float]) -> None:
    """What a person gives away: decisions, loss and stake by habit, with `_` for the space in its name."""
    rows = [
        {"person": person, "habit": habit.replace("_", " "), "decisions": many, "loss": loss, "stake": stake}
        for habit, (many, loss, stake) in shares.items()
    ]
    async with database.write() as connection:
        await connection.execute(insert(habits), rows)
