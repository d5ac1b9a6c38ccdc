"""What a change adds to the public log: a guest who sat down with their chain, or a player who committed anew."""

from collections.abc import Iterator

from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.commitments.public_log import LoggedEntry, add_to_log
from shanghaien.web.store.games import Inside

from .change import Change
from .log import EntryKind


def committing(change: Change) -> Inside:
    """Tells the public log of every commitment in a change, in the transaction that stores it."""
    entries = list(_logged(change))

    async def tell(connection: AsyncConnection) -> None:
        if entries:
            await add_to_log(connection, entries)

    return tell


def _logged(change: Change) -> Iterator[LoggedEntry]:
    for decided in change.decided:
        ledger = decided.ledger
        if decided.entry.kind is not EntryKind.COMMIT or ledger is None:
            continue
        if change.taken is not None:
            yield LoggedEntry("guest", ledger.game_id, ledger.head)
        else:
            yield LoggedEntry("anew", ledger.game_id, ledger.anew[-1].hash(ledger.game_id))
