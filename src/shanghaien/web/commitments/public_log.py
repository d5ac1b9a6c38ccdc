"""The public log in the store: it grows inside the transaction of whoever commits to something, without gaps."""

import json
import logging
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.fairness.second.public_log import Entry, Frontier, entry, leaf
from shanghaien.web.store.schema import commitments, log_heads

from .facts import read_fact, settle_fact, write_fact
from .keys import public_keys

log = logging.getLogger("shanghaien.log")
PUBLIC_LOG = "public-log"
"""The fact that holds the right edge of the tree; its lock lets one transaction at a time add to the log."""


class LoggedEntry(NamedTuple):
    """Something that the server has committed to, for one game."""

    kind: Entry
    game: str
    hash: str

    @property
    def leaf(self) -> str:
        """Its leaf in the tree."""
        return leaf(entry(self.kind, self.game, self.hash))


class LogState(NamedTuple):
    """The log at one moment."""

    epoch: int
    """Counts from 1; another log with another key begins when a copy has been restored."""
    size: int
    root: str


class _Edge(NamedTuple):
    epoch: int
    frontier: Frontier

    @property
    def state(self) -> LogState:
        return LogState(self.epoch, self.frontier.size, self.frontier.head)

    @property
    def text(self) -> str:
        return json.dumps({"epoch": self.epoch, "size": self.frontier.size, "edge": self.frontier.edge})


async def add_to_log(connection: AsyncConnection, entries: Sequence[LoggedEntry]) -> LogState:
    """Add entries in this order; they count when the transaction does. Until it ends nobody else adds any."""
    epoch, frontier = edge = await _locked(connection)
    rows = list[dict[str, object]]()
    for each in entries:
        rows.append({"epoch": epoch, "number": frontier.size, "kind": each.kind, "game": each.game, "hash": each.hash})
        frontier.add(each.leaf)
    if rows:
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
    await write_fact(connection, PUBLIC_LOG, _Edge(await _next_epoch(connection), Frontier()).text)
    return (await _locked(connection)).epoch


async def _locked(connection: AsyncConnection) -> _Edge:
    stored = await read_fact(connection, PUBLIC_LOG, locked=True)
    if stored is None:
        await settle_fact(connection, PUBLIC_LOG, _Edge(await _next_epoch(connection), Frontier()).text)
        stored = await read_fact(connection, PUBLIC_LOG, locked=True) or ""
    edge = _read(stored)
    if edge is None:
        log.error("the edge of the public log is damaged: another log begins")
        await begin_epoch(connection)
        return await _locked(connection)
    return edge


async def _next_epoch(connection: AsyncConnection) -> int:
    """The number of a log that is none of those that anything is known of."""
    known = [await connection.scalar(select(func.max(table.c.epoch))) for table in (commitments, log_heads)]
    present, keys = await present_log(connection), await public_keys(connection)
    return max([0 if present is None else present.epoch, *(epoch or 0 for epoch in known), *keys]) + 1


def _read(stored: str) -> _Edge | None:
    """The edge as it was stored; None if it cannot be one."""
    try:
        told = json.loads(stored)
        size, edge = int(told["size"]), [bytes.fromhex(part).hex() for part in told["edge"]]
        epoch = int(told["epoch"])
    except (ValueError, TypeError, KeyError):
        return None
    return _Edge(epoch, Frontier(size, edge)) if len(edge) == size.bit_count() else None
