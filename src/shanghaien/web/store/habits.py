"""What people have given away in all, by kind of decision and by round."""

from collections.abc import Mapping

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.ids import PersonId

from .dialects import insert_into
from .result_schema import habits

Sums = tuple[int, float, float]
"""How many decisions, what they gave away, and what was at stake."""


async def add_habits(connection: AsyncConnection, person: PersonId, more: Mapping[str, Sums]) -> None:
    """Add what a game says to what is known."""
    for habit, (decisions, loss, stake) in sorted(more.items()):
        values = {"person": person, "habit": habit, "decisions": decisions, "loss": loss, "stake": stake}
        row = insert_into(connection, habits).values(values)
        sums = {name: habits.c[name] + row.excluded[name] for name in ("decisions", "loss", "stake")}
        await connection.execute(row.on_conflict_do_update(index_elements=["person", "habit"], set_=sums))


async def habits_of(connection: AsyncConnection, person: PersonId) -> dict[str, Sums]:
    """All that is known of somebody."""
    query = select(habits.c.habit, habits.c.decisions, habits.c.loss, habits.c.stake).where(habits.c.person == person)
    return {row.habit: (row.decisions, row.loss, row.stake) for row in await connection.execute(query)}
