"""The public log in the store: it grows without gaps, inside the transaction of each commitment."""

import json
import logging
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.fairness.merkle_tree import Entry, Frontier, entry, leaf
from shanghaien.fairness.receipts import LogHead, Receipt, ReceiptSigner, is_signed
from shanghaien.web.core.clock import now
from shanghaien.web.core.database.dialects import insert_into
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.schema import facts
from shanghaien.web.tables.store.schema import commitments, log_heads

# Facts that all processes of a site agree on, read and written inside the caller's transaction.


async def read_fact(connection: AsyncConnection, name: str, *, locked: bool = False) -> str | None:
    """The value of a fact, if there is one; `locked` keeps others from reading it so before this transaction ends."""
    asked = select(facts.c.value).where(facts.c.name == name)
    value: str | None = await connection.scalar(asked.with_for_update() if locked else asked)
    return value


async def write_fact(connection: AsyncConnection, name: str, value: str) -> None:
    row = insert_into(connection, facts).values(name=name, value=value)
    await connection.execute(row.on_conflict_do_update(index_elements=["name"], set_={"value": value}))


async def settle_fact(connection: AsyncConnection, name: str, value: str) -> None:
    """Set a value if there is none; the first transaction wins, and the others wait for it."""
    await connection.execute(insert_into(connection, facts).values(name=name, value=value).on_conflict_do_nothing())


# The keys that sign receipts and heads: one for each log, made at its first need, never leaving the server.

PRIVATE, PUBLIC = "receipt-key:", "public-key:"
"""Followed by the number of the log; of a key that signs no more only its public half is kept."""


async def signer_of(connection: AsyncConnection, epoch: int) -> ReceiptSigner:
    """The signer of this log; processes that need it at once for the first time agree on one key."""
    name = f"{PRIVATE}{epoch}"
    stored = await read_fact(connection, name)
    if stored is None:
        await settle_fact(connection, name, ReceiptSigner.new_key().hex())
        stored = await read_fact(connection, name) or ""
    return ReceiptSigner(bytes.fromhex(stored))


async def present_signer(connection: AsyncConnection, epoch: int) -> ReceiptSigner | None:
    """The signer of this log, if it has signed anything yet; for those who only read."""
    stored = await read_fact(connection, f"{PRIVATE}{epoch}")
    return None if stored is None else ReceiptSigner(bytes.fromhex(stored))


async def public_keys(connection: AsyncConnection) -> dict[int, str]:
    """The public keys of all logs so far, by their number."""
    kept = await _named(connection, PUBLIC)
    signing = {
        epoch: ReceiptSigner(bytes.fromhex(key)).public for epoch, key in (await _named(connection, PRIVATE)).items()
    }
    return dict(sorted((kept | signing).items()))


async def retire_keys(connection: AsyncConnection) -> None:
    """Keep only the public halves of all keys so far: nothing more is signed with them."""
    for epoch, public in (await public_keys(connection)).items():
        await settle_fact(connection, f"{PUBLIC}{epoch}", public)
        await connection.execute(delete(facts).where(facts.c.name == f"{PRIVATE}{epoch}"))


async def _named(connection: AsyncConnection, beginning: str) -> dict[int, str]:
    asked = select(facts.c.name, facts.c.value).where(facts.c.name.startswith(beginning))
    return {int(row.name.removeprefix(beginning)): row.value for row in await connection.execute(asked)}


log = logging.getLogger("shanghaien.log")
PUBLIC_LOG = "public-log"
"""The fact that holds the right edge of the tree; its lock lets one transaction at a time add to the log."""


class LoggedEntry(NamedTuple):
    """A commitment of the server for one game."""

    kind: Entry
    game: str
    hash: str

    @property
    def leaf(self) -> str:
        return leaf(entry(self.kind, self.game, self.hash))


class LogState(NamedTuple):
    """The log at one moment."""

    epoch: int
    """Counts from 1; another log with another key begins when a copy has been restored."""
    size: int
    root: str
    time: int = 0
    """When the last entry was added, in seconds; it never goes back, whichever computer adds and whatever its clock says."""


class _Edge(NamedTuple):
    epoch: int
    frontier: Frontier
    time: int

    @property
    def state(self) -> LogState:
        return LogState(self.epoch, self.frontier.size, self.frontier.head, self.time)

    @property
    def text(self) -> str:
        values = {"epoch": self.epoch, "size": self.frontier.size, "edge": self.frontier.edge, "time": self.time}
        return json.dumps(values)


async def add_to_log(connection: AsyncConnection, entries: Sequence[LoggedEntry]) -> LogState:
    """Add entries in this order, when the transaction is committed; others wait until then."""
    edge = await _locked(connection)
    epoch, frontier = edge.epoch, edge.frontier
    rows = list[dict[str, object]]()
    for each in entries:
        rows.append({"epoch": epoch, "number": frontier.size, "kind": each.kind, "game": each.game, "hash": each.hash})
        frontier.add(each.leaf)
    if rows:
        edge = edge._replace(time=max(edge.time, _seconds()))
        await connection.execute(insert(commitments), rows)
        await write_fact(connection, PUBLIC_LOG, edge.text)
    return edge.state


async def present_log(connection: AsyncConnection) -> LogState | None:
    """The log as it stands now; None if nothing was ever added."""
    stored = await read_fact(connection, PUBLIC_LOG)
    edge = None if stored is None else _read(stored)
    return None if edge is None else edge.state


async def begin_epoch(connection: AsyncConnection) -> int:
    """Begin another log, empty and with a key of its own; the earlier ones stay to be read."""
    await write_fact(connection, PUBLIC_LOG, (await _empty_edge(connection)).text)
    return (await _locked(connection)).epoch


async def _locked(connection: AsyncConnection) -> _Edge:
    stored = await read_fact(connection, PUBLIC_LOG, locked=True)
    if stored is None:
        await settle_fact(connection, PUBLIC_LOG, (await _empty_edge(connection)).text)
        stored = await read_fact(connection, PUBLIC_LOG, locked=True) or ""
    edge = _read(stored)
    if edge is None:
        log.error("the edge of the public log is damaged: another log begins")
        await begin_epoch(connection)
        return await _locked(connection)
    return edge


async def _empty_edge(connection: AsyncConnection) -> _Edge:
    return _Edge(await _next_epoch(connection), Frontier(), _seconds())


def _seconds() -> int:
    return now() // 1000


async def _next_epoch(connection: AsyncConnection) -> int:
    """The first unused number of a log."""
    known = [await connection.scalar(select(func.max(table.c.epoch))) for table in (commitments, log_heads)]
    present, keys = await present_log(connection), await public_keys(connection)
    return max([0 if present is None else present.epoch, *(epoch or 0 for epoch in known), *keys]) + 1


def _read(stored: str) -> _Edge | None:
    """The stored edge; None if it is damaged."""
    try:
        told = json.loads(stored)
        size, edge = int(told["size"]), [bytes.fromhex(part).hex() for part in told["edge"]]
        epoch, time = int(told["epoch"]), int(told.get("time", _seconds()))
    except (ValueError, TypeError, KeyError):
        return None
    return _Edge(epoch, Frontier(size, edge), time) if len(edge) == size.bit_count() else None


# Receipts: what was committed to, signed together with the public log that it stands in.


class ReceiptStore:
    """Signs receipts with the key of the present log."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def receipt(
        self, connection: AsyncConnection, game_id: str, reservation: str, contract: str, logged: LogState
    ) -> str:
        """The line of a receipt, in the transaction that has added to the log; `contract` is `-` before there is one."""
        signer = await signer_of(connection, logged.epoch)
        head = LogHead(logged.size, logged.root, logged.time)
        return signer.receipt(Receipt(game_id, reservation, contract, head)).text

    async def public_key(self, connection: AsyncConnection, logged: LogState) -> str:
        """The public key of this log's receipts, also if this transaction has made it."""
        return (await signer_of(connection, logged.epoch)).public

    async def key_of(self, line: str) -> str:
        """The public key that a receipt was signed with, perhaps before a restore; empty if it was none."""
        keys = await self.public_keys()
        receipt = Receipt.read(line)
        return next((key for key in reversed(keys.values()) if is_signed(receipt, key)), "")

    async def public_keys(self) -> dict[int, str]:
        async with self._database.read() as connection:
            return await public_keys(connection)
