"""Paths of the public log, as in RFC 6962, without reading all of it each time: heads of complete blocks are remembered."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import TypeVar

from shanghaien.fairness.public_log import Frontier
from shanghaien.web.tables.dice.log_reader import LogReader

BLOCK = 1024
"""Entries of a block; a power of two, so that a block is a part of the tree."""
MOST_BLOCKS, MOST_OPENED = 16_384, 16
"""Blocks whose heads are remembered, and blocks all of whose leaves are; a few megabytes at most."""
Kept = TypeVar("Kept")
Span = tuple[int, int]
"""A part of the tree: the number of its first entry, and of the first one after it."""


class LogGap(Exception):
    """Entries of the log are missing from the store."""


class LogPaths:
    """Works out paths; what a complete block adds up to never changes, so it is worked out once."""

    def __init__(self, reader: LogReader, block: int = BLOCK, most: int = MOST_BLOCKS) -> None:
        self.reader = reader
        self._block = block
        self._most = most
        self._heads: OrderedDict[tuple[int, int], str] = OrderedDict()
        self._opened: OrderedDict[tuple[int, int], list[str]] = OrderedDict()
        """The leaves of the blocks that were asked for last; the newest block may have more of them by now."""
        self._one_at_a_time = asyncio.Lock()

    async def inclusion(self, epoch: int, number: int, size: int) -> list[str]:
        """The hashes that lead from an entry to the head of the log when it had this size."""
        return [await self.head(epoch, span) for span in inclusion_spans(number, (0, size))]

    async def consistency(self, epoch: int, first: int, second: int) -> list[str]:
        """The hashes that show the log of the first size to be the beginning of that of the second."""
        if not 0 < first < second:
            return []
        return [await self.head(epoch, span) for span in consistency_spans(first, (0, second), whole=True)]

    async def head(self, epoch: int, span: Span) -> str:
        """The head of a part of the tree."""
        start, end = span
        blocks = Frontier()
        if end - start >= self._block:
            for block in range(start // self._block, end // self._block):
                blocks.add(self._heads.get((epoch, block)) or await self._work_out(epoch, block))
            start = end - end % self._block
        rest = _grown(await self._within_block(epoch, start, end))
        return Frontier(end - span[0], blocks.edge + rest.edge).head

    async def _work_out(self, epoch: int, block: int) -> str:
        # However many ask for paths after a start, the log is read once.
        async with self._one_at_a_time:
            if known := self._heads.get((epoch, block)):
                return known
            leaves = await self._leaves(epoch, block * self._block, self._block)
            _keep(self._heads, (epoch, block), head := _grown(leaves).head, self._most)
            return head

    async def _within_block(self, epoch: int, start: int, end: int) -> list[str]:
        """Leaves that all lie in one block."""
        if start == end:
            return []
        first = start - start % self._block
        opened = self._opened.get((epoch, first), [])
        if len(opened) < end - first:
            opened = await self._leaves(epoch, first, end - first)
            _keep(self._opened, (epoch, first), opened, MOST_OPENED)
        return opened[start - first : end - first]

    async def _leaves(self, epoch: int, first: int, least: int) -> list[str]:
        """The leaves of the block that begins there, at least so many."""
        found = await self.reader.leaves(epoch, first, first + self._block)
        if len(found) < least:
            raise LogGap(f"the public log {epoch} has {len(found)} entries from {first} on, not {least}")
        return found


def _grown(leaves: Sequence[str]) -> Frontier:
    frontier = Frontier()
    for leaf in leaves:
        frontier.add(leaf)
    return frontier


def _keep(memory: OrderedDict[tuple[int, int], Kept], key: tuple[int, int], value: Kept, most: int) -> None:
    memory[key] = value
    memory.move_to_end(key)
    if len(memory) > most:
        memory.popitem(last=False)


def inclusion_spans(number: int, span: Span) -> Iterator[Span]:
    """The parts of the tree whose heads are the path from an entry, the nearest first."""
    start, end = span
    if end - start == 1:
        return
    middle = start + _half(end - start)
    if number < middle:
        yield from inclusion_spans(number, (start, middle))
        yield middle, end
    else:
        yield from inclusion_spans(number, (middle, end))
        yield start, middle


def consistency_spans(first: int, span: Span, *, whole: bool) -> Iterator[Span]:
    """The same for the path between two sizes; `whole` tells that what ends at the first one is its whole tree."""
    start, end = span
    if first == end:
        if not whole:
            yield span
        return
    middle = start + _half(end - start)
    if first <= middle:
        yield from consistency_spans(first, (start, middle), whole=whole)
        yield middle, end
    else:
        yield from consistency_spans(first, (middle, end), whole=False)
        yield start, middle


def _half(size: int) -> int:
    return 1 << ((size - 1).bit_length() - 1)
