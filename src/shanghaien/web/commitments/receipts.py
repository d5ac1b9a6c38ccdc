"""The desk that gives receipts: what was committed to, signed together with the public log that it stands in."""

from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.fairness.second.receipts import LogHead, Receipt, is_signed
from shanghaien.web.clock import now
from shanghaien.web.store.database import Database

from .keys import public_keys, signer_of
from .public_log import LogState


class ReceiptDesk:
    """Signs receipts with the key of the present log."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def receipt(
        self, connection: AsyncConnection, game_id: str, reservation: str, contract: str, logged: LogState
    ) -> str:
        """The line of a receipt, in the transaction that has added to the log; `contract` is `-` before there is one."""
        signer = await signer_of(connection, logged.epoch)
        head = LogHead(logged.size, logged.root, now() // 1000)
        return signer.receipt(Receipt(game_id, reservation, contract, head)).text

    async def public_key(self, connection: AsyncConnection, logged: LogState) -> str:
        """The public key that the receipts of this log are signed with, also if this transaction has made it."""
        return (await signer_of(connection, logged.epoch)).public

    async def key_of(self, line: str) -> str:
        """The public key that a receipt was signed with, perhaps before a copy was restored; empty if it was none."""
        keys = await self.public_keys()
        receipt = Receipt.read(line)
        return next((key for key in reversed(keys.values()) if is_signed(receipt, key)), "")

    async def public_keys(self) -> dict[int, str]:
        """The public keys of all logs so far, by their number."""
        async with self._database.reading() as connection:
            return await public_keys(connection)
