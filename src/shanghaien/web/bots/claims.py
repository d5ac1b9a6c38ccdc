"""Who thinks for a bot: whoever claimed the game at its present version, until their lease runs out."""

import time
from collections import OrderedDict
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, Protocol

from sqlalchemy import BigInteger, and_, bindparam, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.dml import ReturningInsert

from shanghaien.web.core.database import schema as database_schema
from shanghaien.web.core.database.dialects import clock_of, clock_values, insert_of, now_in
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import GameId, Version
from shanghaien.web.tables.store import schema

MOST_REMEMBERED = 10_000
"""How many claims a process that is alone remembers; a game has one, and older ones ran out long ago."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A game at one version, had by whoever holds this until a moment of the clock that gave it."""

    game: GameId
    version: Version
    until: int


class Claims(Protocol):
    """Gives each version of a game to one worker at a time."""

    async def claim(self, game: GameId, version: Version, lease_ms: int) -> Claim | None:
        """Take the game at this version; None if somebody else has it, or has come further."""

    async def renew(self, claim: Claim, lease_ms: int) -> Claim | None:
        """Keep it for that long from now on; None if it has passed to somebody else."""

    async def release(self, claim: Claim) -> None:
        """Let somebody else have it at once."""


class DatabaseClaims:
    """Claims in the database, for workers in several processes. Each is one statement, which needs no transaction around it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim(self, game: GameId, version: Version, lease_ms: int) -> Claim | None:
        """Take the game at this version; None if somebody else has it, or has come further."""
        async with self._database.connect() as connection:
            statement = _claiming(sqlite=self._database.is_sqlite)
            given = {"wanted": game, "at": version, "lease": lease_ms} | clock_values(connection)
            until = (await connection.execute(statement, given)).scalar_one_or_none()
        return None if until is None else Claim(game, version, until)

    async def renew(self, claim: Claim, lease_ms: int) -> Claim | None:
        """Keep it for that long from now on; None if it has passed to somebody else."""
        async with self._database.connect() as connection:
            until = await _moved(connection, claim, lease_ms)
        return None if until is None else Claim(claim.game, claim.version, until)

    async def release(self, claim: Claim) -> None:
        """Let somebody else have it at once."""
        async with self._database.connect() as connection:
            await _moved(connection, claim, -1)


class MemoryClaims:
    """Claims of a process that is alone: nobody else could have them."""

    def __init__(self) -> None:
        self._claims: OrderedDict[GameId, Claim] = OrderedDict()

    async def claim(self, game: GameId, version: Version, lease_ms: int) -> Claim | None:
        """Take the game at this version; None if it is had already, or at a later one."""
        held = self._claims.get(game)
        if held is not None and (held.version > version or (held.version == version and held.until >= _uptime())):
            return None
        return self._keep(Claim(game, version, _uptime() + lease_ms))

    async def renew(self, claim: Claim, lease_ms: int) -> Claim | None:
        """Keep it for that long from now on; None if it was taken anew."""
        if self._claims.get(claim.game) != claim:
            return None
        return self._keep(Claim(claim.game, claim.version, _uptime() + lease_ms))

    async def release(self, claim: Claim) -> None:
        """Let it be taken at once."""
        if self._claims.get(claim.game) == claim:
            del self._claims[claim.game]

    def _keep(self, claim: Claim) -> Claim:
        self._claims[claim.game] = claim
        self._claims.move_to_end(claim.game)
        if len(self._claims) > MOST_REMEMBERED:
            self._claims.popitem(last=False)
        return claim


class WaitingBotGame(NamedTuple):
    """A game in which a bot is asked."""

    id: GameId
    version: Version
    mode: str


async def games_at_bots(database: Database, since: int, limit: int) -> list[WaitingBotGame]:
    """Games changed since then in which a bot is asked and nobody thinks: those of people first, then the longest waiting."""
    games, seats, claims = schema.games.c, schema.seats.c, database_schema.claims.c
    at_bot = and_(seats.game == games.id, seats.seat == games.waits_for, seats.kind == "bot")
    async with database.connect() as connection:
        had = and_(claims.game == games.id, claims.version == games.version, claims.until >= now_in(connection))
        query = (
            select(games.id, games.version, games.mode)
            .join(schema.seats, at_bot)
            .where(games.result.is_(None), games.waits_for.is_not(None), games.updated >= since)
            .where(~select(claims.game).where(had).exists())
            .order_by(games.mode == "bots", games.updated)
            .limit(limit)
        )
        return [WaitingBotGame(*row) for row in await connection.execute(query)]


@cache
def _claiming(*, sqlite: bool) -> ReturningInsert[int]:
    """The statement of every bot's decision, built once."""
    claims, now = database_schema.claims, clock_of(sqlite=sqlite)
    until = now + bindparam("lease", type_=BigInteger)
    wanted = insert_of(claims, sqlite=sqlite).values(game=bindparam("wanted"), version=bindparam("at"), until=until)
    excluded = wanted.excluded
    free = or_(claims.c.version < excluded.version, and_(claims.c.version == excluded.version, claims.c.until < now))
    taken = {"version": excluded.version, "until": excluded.until}
    upsert = wanted.on_conflict_do_update(index_elements=["game"], set_=taken, where=free)
    return upsert.returning(claims.c.until)


async def _moved(connection: AsyncConnection, claim: Claim, lease_ms: int) -> int | None:
    claims = database_schema.claims
    mine = and_(claims.c.game == claim.game, claims.c.version == claim.version, claims.c.until == claim.until)
    moved = update(claims).where(mine).values(until=now_in(connection) + lease_ms).returning(claims.c.until)
    until: int | None = (await connection.execute(moved)).scalar_one_or_none()
    return until


def _uptime() -> int:
    return time.monotonic_ns() // 1_000_000
