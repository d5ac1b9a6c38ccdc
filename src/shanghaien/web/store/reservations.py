"""What was promised for games that do not exist yet: secrets that are random, used once, and expire."""

from typing import NamedTuple

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.ids import GameId

from . import schema
from .database import Database
from .dialects import now_in

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
    async with database.reading() as connection:
        good = select(kept).where(kept.c.game == game, kept.c.until >= now_in(connection))
        row = (await connection.execute(good)).one_or_none()
    return None if row is None else ReservationRow(row.game, row.secrets, tuple(row.ends.split(" ")))
