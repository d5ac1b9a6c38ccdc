"""All that is known of a person, for whoever it is about; secrets and their hashes are left out."""

from typing import Any

from sqlalchemy import Table, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.ids import GameId, PersonId

from . import day_schema, lobby_schema, notice_schema, order_schema, people_schema, result_schema, schema
from .database import Database
from .standings import edition_now

TOLD: dict[str, tuple[Table, tuple[str, ...]]] = {
    "names": (people_schema.names, ("folded", "held_until")),
    "devices": (people_schema.sessions, ("label", "created", "seen")),
    "passkeys": (people_schema.passkeys, ("label", "created", "used", "count")),
    "mailboxes": (people_schema.mailboxes, ("address", "confirmed")),
    "wishes": (people_schema.wishes, ("text",)),
    "programs": (schema.tokens, ("name", "scope", "created")),
    "push": (notice_schema.push_subscriptions, ("label", "endpoint", "language", "created", "failures")),
    "webhooks": (notice_schema.webhooks, ("address", "failures")),
    "vacations": (notice_schema.vacations, ("begins", "ends")),
    "visits": (notice_schema.visits, ("game", "at", "version", "muted")),
    "results": (result_schema.results, ("game", "ended", "setup", "pace", "score", "unrated", "luck", "loss")),
    "standings": (result_schema.standings, ("list", "rating", "deviation", "games", "skill", "skill_deviation")),
    "unrated": (result_schema.unratings, ("since",)),
    "habits": (result_schema.habits, ("habit", "decisions", "loss", "stake")),
    "blocked": (order_schema.blocks, ("name", "at")),
    "said": (order_schema.said, ("game", "number", "kind", "text", "at")),
    "notes": (order_schema.notes, ("game", "text", "at")),
    "reports": (order_schema.reports, ("at", "name", "game", "reason", "words", "closed", "outcome", "answer")),
    "sanctions": (order_schema.sanctions, ("at", "kind", "time", "reason", "lifted")),
    "days": (day_schema.day_tries, ("day", "game", "ranked", "points", "points_against", "loss", "rounds", "streak")),
    "daily puzzles": (day_schema.puzzle_days, ("day", "solved")),
    "mistakes": (day_schema.mistakes, ("game", "step", "played", "card", "due", "made", "sits")),
    "offers": (lobby_schema.offers, ("game", "pace", "rated", "low", "high", "word", "created", "until")),
    "seeking": (lobby_schema.seekers, ("pace", "rated", "since", "until")),
    "seats": (schema.seated, ("game", "seat")),
}
"""What is told under which name: which columns of which table."""
GAMES_AT_ONCE = 200


class KnownOfPerson:
    """Reads all that the store holds of one person."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def told(self, person: PersonId) -> dict[str, Any]:
        """Everything except for the games themselves; times are milliseconds since 1970 (UTC)."""
        people = people_schema.people
        async with self._database.reading() as connection:
            query = select(people.c.name, people.c.role, people.c.created).where(people.c.id == person)
            about = (await connection.execute(query)).mappings().one_or_none()
            rows = {name: await _rows(connection, *told, person) for name, told in TOLD.items()}
        return {"about": dict(about or {}), **rows}

    async def games(self, person: PersonId, after: str) -> list[GameId]:
        """The ids of the person's games in their order, some at a time."""
        seated = schema.seated.c
        mine = select(seated.game).where(seated.person == person, seated.game > after).distinct()
        async with self._database.glancing() as connection:
            return list(await connection.scalars(mine.order_by(seated.game).limit(GAMES_AT_ONCE)))


async def _rows(
    connection: AsyncConnection, table: Table, columns: tuple[str, ...], person: PersonId
) -> list[dict[str, Any]]:
    wanted = [table.c[name] for name in columns]
    query = select(*wanted).where(table.c.person == person).order_by(*wanted)
    if "edition" in table.c:
        query = query.where(table.c.edition == edition_now())
    return [dict(row) for row in (await connection.execute(query)).mappings()]
