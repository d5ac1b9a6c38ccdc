"""Paths of the log in the store are those of RFC 6962, and cost little however long the log is."""

import random
from collections.abc import Sequence

import pytest

from shanghaien.fairness.merkle_tree import consistency_path, head_of, inclusion_path, is_consistent, is_included
from shanghaien.web.core.database.engine import Database
from shanghaien.web.tables.dice.log_reader import LogGap, LogPaths, LogReader
from shanghaien.web.tables.dice.log_writer import LoggedEntry, add_to_log
from shanghaien.web.tables.store.schema import commitments
from tests.web.core.database.databases import with_database
from tests.web.tables.dice.entries import some_entries

SIZE = 45


class CountingReader(LogReader):
    """Counts the entries that are read."""

    read = 0

    async def leaves(self, epoch: int, start: int, end: int) -> list[str]:
        found = await super().leaves(epoch, start, end)
        self.read += len(found)
        return found


async def add(database: Database, entries: Sequence[LoggedEntry]) -> None:
    async with database.write() as connection:
        await add_to_log(connection, entries)


@pytest.mark.parametrize("block", [1, 4, 16, 1024])
def test_every_path_is_the_one_of_the_whole_tree(tmp_path: object, block: int) -> None:
    async def use(database: Database) -> None:
        entries = some_entries(SIZE)
        leaves = [each.leaf for each in entries]
        await add(database, entries)
        paths = LogPaths(LogReader(database), block)
        chance = random.Random(block)
        for size in (1, 2, 3, 4, 5, 8, 15, 16, 17, 32, 33, 44, 45):
            number, first = chance.randrange(size), chance.randint(0, size)
            assert await paths.inclusion(1, number, size) == inclusion_path(leaves[:size], number)
            assert await paths.consistency(1, first, size) == consistency_path(leaves[:size], first)
            assert await paths.head(1, (0, size)) == head_of(leaves[:size])

    with_database(f"sqlite+aiosqlite:///{tmp_path}/games.db", use)


def test_once_blocks_are_known_a_path_reads_only_what_is_partial(database_url: str) -> None:
    async def use(database: Database) -> None:
        entries = some_entries(SIZE)
        await add(database, entries)
        reader = CountingReader(database)
        paths = LogPaths(reader, block=4)
        path = await paths.inclusion(1, 2, SIZE)
        before, reader.read = reader.read, 0
        assert await paths.inclusion(1, 2, SIZE) == path
        assert (reader.read, before) == (0, SIZE)
        assert await paths.inclusion(1, 22, SIZE - 2) == inclusion_path([each.leaf for each in entries[:-2]], 22)
        assert reader.read <= 3 * 4
        head = head_of([each.leaf for each in entries])
        assert is_included(entries[2].leaf, 2, SIZE, head, path)
        between = await paths.consistency(1, 30, SIZE)
        assert is_consistent((30, head_of([each.leaf for each in entries[:30]])), (SIZE, head), between)

    with_database(database_url, use)


def test_only_so_many_blocks_are_remembered(tmp_path: object) -> None:
    async def use(database: Database) -> None:
        entries = some_entries(SIZE)
        await add(database, entries)
        paths = LogPaths(LogReader(database), block=2, most=5)
        for _ in range(2):
            assert await paths.inclusion(1, 0, SIZE) == inclusion_path([each.leaf for each in entries], 0)
            assert len(paths._heads) == 5

    with_database(f"sqlite+aiosqlite:///{tmp_path}/games.db", use)


def test_a_log_with_a_gap_gives_no_path_at_all(tmp_path: object) -> None:
    async def use(database: Database) -> None:
        await add(database, some_entries(9))
        async with database.write() as connection:
            await connection.execute(commitments.delete().where(commitments.c.number == 6))
        paths = LogPaths(LogReader(database), block=4)
        with pytest.raises(LogGap):
            await paths.inclusion(1, 0, 9)
        assert len(await paths.inclusion(1, 0, 4)) == 2

    with_database(f"sqlite+aiosqlite:///{tmp_path}/games.db", use)
