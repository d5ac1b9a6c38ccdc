"""One secret for all servers of a database: what one of them signs, every other believes."""

import hashlib
import logging

from sqlalchemy import delete, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.setting_checks import ChosenSecret
from shanghaien.web.store.database import Database
from shanghaien.web.store.schema import facts
from shanghaien.wrong_input import WrongInput

log = logging.getLogger("shanghaien.web")

SECRET = "secret"  # noqa: S105 - the name of the fact
FINGERPRINT = "secret fingerprint"
ONE_AT_A_TIME = 0x5A6_4A2
"""A number for PostgreSQL's lock, so that servers that start together agree."""
OTHER_SECRET = (
    "The secret differs from the one that this database was used with, so that links and cookies would not hold; "
    f"give the earlier one, or, to begin with a new one, delete the rows {SECRET!r} and {FINGERPRINT!r} of table facts."
)
MISSING_HERE = "The other servers of this database were given a secret; give the same one here."


async def agreed_secret(database: Database, own: str) -> str:
    """The secret to sign with: the one that was given, else on PostgreSQL the one that all servers share, else one's own.

    WrongInput if a given secret is not the one that the database was used with. A given secret is never stored.
    """
    async with database.writing() as connection:
        if not database.is_sqlite:
            await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ONE_AT_A_TIME})
        rows = await connection.execute(select(facts.c.name, facts.c.value))
        known: dict[str, str] = {row.name: row.value for row in rows}
        if isinstance(own, ChosenSecret):
            await _check(connection, known, own, OTHER_SECRET)
            return own
        if database.is_sqlite:
            return await _kept_in_file(connection, known, own)
        if SECRET not in known:
            await _check(connection, known, own, MISSING_HERE)
            await _tell(connection, SECRET, own)
        return known.get(SECRET, own)


def fingerprint(secret: str) -> str:
    """What tells two secrets apart without telling either."""
    return hashlib.sha256(f"shanghaien secret fingerprint\n{secret}".encode()).hexdigest()


async def _check(connection: AsyncConnection, known: dict[str, str], own: str, sentence: str) -> None:
    if known.get(FINGERPRINT, fingerprint(own)) != fingerprint(own):
        raise WrongInput(sentence)
    if FINGERPRINT not in known:
        await _tell(connection, FINGERPRINT, fingerprint(own))


async def _kept_in_file(connection: AsyncConnection, known: dict[str, str], own: str) -> str:
    if known.get(FINGERPRINT) != fingerprint(own):
        if FINGERPRINT in known:
            log.warning("the database comes without its secret: earlier links and cookies no longer hold")
            await connection.execute(delete(facts).where(facts.c.name == FINGERPRINT))
        await _tell(connection, FINGERPRINT, fingerprint(own))
    return own


async def _tell(connection: AsyncConnection, name: str, value: str) -> None:
    await connection.execute(insert(facts).values(name=name, value=value))
