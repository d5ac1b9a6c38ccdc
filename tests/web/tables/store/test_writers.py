"""Many moves, one commit: each is answered when it is durable, and one that came too late hinders no other."""

import asyncio
from collections.abc import Sequence

import asyncpg
import pytest

from shanghaien.web.core.database.engine import Database, NewsChannel
from shanghaien.web.core.database.migrate import upgrade
from shanghaien.web.core.ids import GameId
from shanghaien.web.tables.store.games import Conflict, GameStore
from shanghaien.web.tables.store.writers import Addition, GroupWriter
from tests.web.tables.store.test_games import G, after, entry, game, with_store

NAMES = [GameId(f"g{number}") for number in range(12)]


class Slow:
    """A committer that remembers what was stored together."""

    def __init__(self) -> None:
        self.commits: list[list[GameId]] = []

    async def commit(self, additions: Sequence[Addition]) -> list[bool]:
        self.commits.append([addition.game for addition in additions])
        await asyncio.sleep(0)
        return [addition.game != "late" for addition in additions]

    async def close(self) -> None:
        self.commits.append([])


class Broken(Slow):
    """A committer whose disk is full the first time."""

    async def commit(self, additions: Sequence[Addition]) -> list[bool]:
        if not self.commits:
            self.commits.append([])
            raise OSError("No space left on device")
        return await super().commit(additions)


def test_what_comes_while_a_commit_runs_shares_the_next_one() -> None:
    async def run() -> None:
        slow = Slow()
        writer = GroupWriter(slow)
        first = asyncio.create_task(writer.add(after(0, entry(1), game=GameId("first"))))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        others = [writer.add(after(0, entry(1), game=name)) for name in (*NAMES, GameId("late"))]
        assert await asyncio.gather(first, *others) == [True] * 13 + [False]
        assert slow.commits == [["first"], [*NAMES, "late"]]

    asyncio.run(run())


def test_two_moves_of_one_game_never_share_a_commit() -> None:
    async def run() -> None:
        slow = Slow()
        writer = GroupWriter(slow)
        moves = [after(0, entry(1)), after(1, entry(2)), after(0, entry(1), game=GameId("other"))]
        await asyncio.gather(*(writer.add(move) for move in moves))
        assert slow.commits == [["g", "other"], ["g"]]

    asyncio.run(run())


def test_nobody_is_told_of_a_move_that_could_not_be_stored_and_the_next_one_can() -> None:
    async def run() -> None:
        writer = GroupWriter(Broken())
        answers = await asyncio.gather(
            writer.add(after(0, entry(1))), writer.add(after(0, entry(1), game=NAMES[0])), return_exceptions=True
        )
        assert [str(answer) for answer in answers] == ["No space left on device"] * 2
        assert await writer.add(after(0, entry(1)))

    asyncio.run(run())


def test_closing_stores_what_waits_first() -> None:
    async def run() -> None:
        slow = Slow()
        writer = GroupWriter(slow)
        move = asyncio.create_task(writer.add(after(0, entry(1))))
        await asyncio.sleep(0)
        await writer.close()
        assert await move
        assert slow.commits == [["g"], []]

    asyncio.run(run())


def test_a_move_that_the_store_refuses_does_not_take_the_others_with_it(database_url: str) -> None:
    async def use(games: GameStore) -> None:
        for name in NAMES:
            await games.create(game(name), [], [])
        await games.append(after(0, entry(1, "m"), game=NAMES[0]))
        # The first repeats an id, the second comes too late: both go wrong inside the same commit as the others.
        moves = [after(1, entry(2, "m"), game=NAMES[0]), after(7, entry(8), game=NAMES[1])]
        moves += [after(0, entry(1), game=name) for name in NAMES[2:]]
        answers = await asyncio.gather(*(games.append(move) for move in moves), return_exceptions=True)
        assert [type(answer) for answer in answers[:2]] == [Conflict, Conflict]
        assert answers[2:] == [None] * 10
        assert [await games.version_of(name) for name in NAMES] == [1, 0] + [1] * 10

    with_store(database_url, use)


def test_other_processes_are_told_by_the_commit_itself(empty_postgres: str) -> None:
    async def run() -> None:
        heard: asyncio.Queue[str] = asyncio.Queue()
        listener = await asyncpg.connect(empty_postgres.replace("+asyncpg", ""))
        await listener.add_listener("harbour", lambda *told: heard.put_nowait(told[-1]))
        database = Database(empty_postgres, news=NewsChannel("harbour", "me news."))
        await upgrade(database)
        games = GameStore(database)
        await games.create(game(), [], [])
        await games.append(after(0, entry(1), entry(2)))
        with pytest.raises(Conflict):
            await games.append(after(0, entry(1)))
        await games.rename(after(2, entry(3)), 0, "Ada Lovelace")
        assert [await heard.get(), await heard.get()] == ["me news.g 2", "me news.g 3"]
        await database.close()
        await listener.close()
        assert heard.empty()

    asyncio.run(run())


def test_the_connection_for_moves_comes_back_after_it_was_lost(empty_postgres: str) -> None:
    async def run() -> None:
        database = Database(empty_postgres)
        await upgrade(database)
        games = GameStore(database)
        await games.create(game(), [], [])
        await games.append(after(0, entry(1)))
        other = await asyncpg.connect(empty_postgres.replace("+asyncpg", ""))
        await other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        await other.close()
        outcome = (await asyncio.gather(games.append(after(1, entry(2))), return_exceptions=True))[0]
        if outcome is not None:  # the driver may have noticed before the move came
            await games.append(after(1, entry(2)))
        stored = await games.load(G)
        assert stored is not None
        assert stored.row.version == 2
        await database.close()

    asyncio.run(run())
