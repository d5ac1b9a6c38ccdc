"""The keys that sign receipts and heads: one for each log, made at its first need, never leaving the server."""

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.fairness.second.receipts import ReceiptSigner
from shanghaien.web.store.schema import facts

from .facts import read_fact, settle_fact

PRIVATE, PUBLIC = "receipt-key:", "public-key:"
"""Followed by the number of the log; of a key that signs no more only its public half is kept."""


async def signer_of(connection: AsyncConnection, epoch: int) -> ReceiptSigner:
    """Whoever signs for this log; processes that need it at once for the first time agree on one key."""
    name = f"{PRIVATE}{epoch}"
    stored = await read_fact(connection, name)
    if stored is None:
        await settle_fact(connection, name, ReceiptSigner.new_key().hex())
        stored = await read_fact(connection, name) or ""
    return ReceiptSigner(bytes.fromhex(stored))


async def public_keys(connection: AsyncConnection) -> dict[int, str]:
    """The public keys of all logs so far, by their number."""
    kept = await _named(connection, PUBLIC)
    signing = {
        epoch: ReceiptSigner(bytes.fromhex(key)).public for epoch, key in (await _named(connection, PRIVATE)).items()
    }
    return dict(sorted((kept | signing).items()))


async def retire_keys(connection: AsyncConnection) -> None:
    """Let nothing be signed any more with any key so far; what was signed can still be checked."""
    for epoch, public in (await public_keys(connection)).items():
        await settle_fact(connection, f"{PUBLIC}{epoch}", public)
        await connection.execute(delete(facts).where(facts.c.name == f"{PRIVATE}{epoch}"))


async def _named(connection: AsyncConnection, beginning: str) -> dict[int, str]:
    asked = select(facts.c.name, facts.c.value).where(facts.c.name.startswith(beginning))
    return {int(row.name.removeprefix(beginning)): row.value for row in await connection.execute(asked)}
