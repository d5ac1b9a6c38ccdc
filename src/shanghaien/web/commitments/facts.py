"""Facts that all processes of a site agree on, read and written inside a transaction of whoever asks."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.store.dialects import insert_into
from shanghaien.web.store.schema import facts


async def read_fact(connection: AsyncConnection, name: str, *, locked: bool = False) -> str | None:
    """The value of a fact, if there is one; `locked` lets nobody else read it so before this transaction ends."""
    asked = select(facts.c.value).where(facts.c.name == name)
    value: str | None = await connection.scalar(asked.with_for_update() if locked else asked)
    return value


async def write_fact(connection: AsyncConnection, name: str, value: str) -> None:
    """Let this be the value from now on."""
    row = insert_into(connection, facts).values(name=name, value=value)
    await connection.execute(row.on_conflict_do_update(index_elements=["name"], set_={"value": value}))


async def settle_fact(connection: AsyncConnection, name: str, value: str) -> None:
    """Let this be the value if there is none; whoever settled it first is right, and is waited for."""
    await connection.execute(insert_into(connection, facts).values(name=name, value=value).on_conflict_do_nothing())
