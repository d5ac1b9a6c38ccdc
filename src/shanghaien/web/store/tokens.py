"""The tokens of programs. A token itself is not stored, only its hash."""

from dataclasses import dataclass

from sqlalchemy import delete, func, insert, select, text

from shanghaien.web.ids import PersonId

from . import schema
from .database import Database

ONE_AT_A_TIME = text("SELECT pg_advisory_xact_lock(hashtextextended('tokens of ' || :person, 0))")
"""PostgreSQL's lock for one person's tokens; SQLite has one writer anyway."""


@dataclass(frozen=True, slots=True)
class TokenRow:
    """A token as the person whose it is sees it in the list."""

    id: str
    name: str
    created: int
    scope: str = "play"


@dataclass(frozen=True, slots=True)
class Grant:
    """Whom a token stands for, and what it is good for."""

    person: PersonId
    scope: str


class TokenStore:
    """The store of tokens. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def add(self, person: PersonId, token: TokenRow, digest: str, most: int) -> bool:
        """Store a new token; False if the person has as many as they may."""
        table = schema.tokens
        async with self.database.writing() as connection:
            if not self.database.is_sqlite:  # two that count at once would both find room for the last one
                await connection.execute(ONE_AT_A_TIME, {"person": person})
            count = select(func.count()).select_from(table).where(table.c.person == person)
            if (await connection.execute(count)).scalar_one() >= most:
                return False
            values = {"id": token.id, "name": token.name, "created": token.created, "scope": token.scope}
            await connection.execute(insert(table), values | {"person": person, "hash": digest})
            return True

    async def of(self, person: PersonId) -> list[TokenRow]:
        """The person's tokens, the oldest first."""
        table = schema.tokens
        query = select(table.c.id, table.c.name, table.c.created, table.c.scope).where(table.c.person == person)
        async with self.database.reading() as connection:
            rows = await connection.execute(query.order_by(table.c.created, table.c.id))
            return [TokenRow(*row) for row in rows]

    async def grant(self, digest: str) -> Grant | None:
        """Whom the token with this hash stands for, and what it is good for; None if there is none."""
        query = select(schema.tokens.c.person, schema.tokens.c.scope).where(schema.tokens.c.hash == digest)
        async with self.database.glancing() as connection:
            row = (await connection.execute(query)).one_or_none()
            return None if row is None else Grant(*row)

    async def remove(self, person: PersonId, token: str) -> None:
        """Forget one of the person's tokens; one that is not there is no matter."""
        table = schema.tokens
        async with self.database.writing() as connection:
            await connection.execute(delete(table).where(table.c.person == person, table.c.id == token))

    async def remove_hashed(self, digest: str) -> None:
        """Forget the token with this hash."""
        async with self.database.writing() as connection:
            await connection.execute(delete(schema.tokens).where(schema.tokens.c.hash == digest))
