"""The tokens of programs. A token itself is not stored, only its hash."""

from dataclasses import dataclass

from sqlalchemy import delete, func, insert, select

from . import schema
from .database import Database


@dataclass(frozen=True, slots=True)
class TokenRow:
    """A token as its owner sees it in the list."""

    id: str
    name: str
    created: int


class TokenStore:
    """The store of tokens. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def add(self, guest: str, token: TokenRow, digest: str, most: int) -> bool:
        """Store a new token; False if its owner has as many as he may."""
        table = schema.tokens
        async with self.database.writing() as connection:
            owned = await connection.execute(select(func.count()).select_from(table).where(table.c.guest == guest))
            if owned.scalar_one() >= most:
                return False
            values = {"id": token.id, "guest": guest, "name": token.name, "hash": digest, "created": token.created}
            await connection.execute(insert(table), values)
            return True

    async def owned_by(self, guest: str) -> list[TokenRow]:
        """The owner's tokens, the oldest first."""
        table = schema.tokens
        query = select(table.c.id, table.c.name, table.c.created).where(table.c.guest == guest)
        async with self.database.reading() as connection:
            rows = await connection.execute(query.order_by(table.c.created, table.c.id))
            return [TokenRow(*row) for row in rows]

    async def owner(self, digest: str) -> str | None:
        """Whom the token with this hash stands for; None if there is none."""
        query = select(schema.tokens.c.guest).where(schema.tokens.c.hash == digest)
        async with self.database.reading() as connection:
            guest: str | None = (await connection.execute(query)).scalar_one_or_none()
            return guest

    async def remove(self, guest: str, token: str) -> None:
        """Forget a token of this owner; one that is not there is no matter."""
        table = schema.tokens
        async with self.database.writing() as connection:
            await connection.execute(delete(table).where(table.c.guest == guest, table.c.id == token))

    async def remove_hashed(self, digest: str) -> None:
        """Forget the token with this hash."""
        async with self.database.writing() as connection:
            await connection.execute(delete(schema.tokens).where(schema.tokens.c.hash == digest))
