"""The store keeps its promises on SQLite and on PostgreSQL alike."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy import text

from shanghaien.web.core.ids import GameId, PersonId, RequestId, Version
from shanghaien.web.tables.log import Entry, EntryKind
from shanghaien.web.tables.store.games import Conflict, GameStore
from shanghaien.web.tables.store.rows import GameRow, GameSummary, SeatRow
from shanghaien.web.tables.store.writers import Addition
from tests.web.core.database.databases import opened_database
from tests.web.persons import ADA, BOB, EVE

G = GameId("g")
RUNNING = GameSummary(1, 0, None)


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[GameStore]:
    async with opened_database(url) as database:
        yield GameStore(database)


def with_store(url: str, use: Callable[[GameStore], Awaitable[None]]) -> None:
    async def run() -> None:
        async with opened(url) as games:
            await use(games)

    asyncio.run(run())


def game(name: GameId = G, **changes: Any) -> GameRow:
    seats = (SeatRow("human", "Ada"), SeatRow("bot", "", "captain"))
    values: dict[str, Any] = {"summary": RUNNING, "created": 1, "updated": 1, **changes}
    return GameRow(name, "bot", "{}", 1, b"s" * 32, "c" * 64, seats=values.pop("seats", seats), **values)


def entry(number: int, request_id: str | None = None, text: str = "roll") -> Entry:
    return Entry(Version(number), EntryKind.ACT, 0, text, RequestId(request_id) if request_id else None, 100 + number)


def after(version: int, *entries: Entry, game: GameId = G, summary: GameSummary = RUNNING) -> Addition:
    return Addition(game, Version(version), entries, summary, "digest")


def test_a_game_comes_back_as_it_was_stored(database_url: str) -> None:
    async def use(games: GameStore) -> None:
        await games.create(game(), [(0, ADA)], [])
        await games.append(after(0, entry(1), entry(2, "m"), summary=GameSummary(2, 1, None, "12 9", tavern="0-t1")))
        loaded = await games.load(G)
        assert loaded is not None
        assert loaded.row == game(version=2, updated=102, summary=GameSummary(2, 1, None))
        assert (loaded.row.summary.points, loaded.row.summary.tavern) == ("12 9", "0-t1")
        assert loaded.entries == [(1, "act", 0, "roll", None, 101, None), (2, "act", 0, "roll", "m", 102, None)]
        assert loaded.people == [(0, ADA)]

    with_store(database_url, use)


def test_only_what_is_new_is_read(database_url: str) -> None:
    async def use(games: GameStore) -> None:
        await games.create(game(), [], [])
        await games.append(after(0, entry(1), entry(2), entry(3)))
        loaded = await games.load(G, since=2)
        assert loaded is not None
        assert [e.number for e in loaded.entries] == [3]

    with_store(database_url, use)


def test_of_many_moves_for_one_turn_exactly_one_lands(database_url: str) -> None:
    async def use(games: GameStore) -> None:
        await games.create(game(), [], [])
        moves = (games.append(after(0, entry(1, f"m{n}", f"place {n}"))) for n in range(8))
        outcomes = await asyncio.gather(*moves, return_exceptions=True)
        assert outcomes.count(None) == 1
        assert all(isinstance(outcome, Conflict) for outcome in outcomes if outcome is not None)
        loaded = await games.load(G)
        assert loaded is not None
        assert [e.text for e in loaded.entries] == [f"place {outcomes.index(None)}"]

    with_store(database_url, use)


def test_a_refused_move_leaves_nothing_behind(database_url: str) -> None:
    async def use(games: GameStore) -> None:
        await games.create(game(), [], [])
        await games.append(after(0, entry(1, "m")))
        for refused in ([entry(1)], [entry(2), entry(3, "m")]):
            with pytest.raises(Conflict):
                await games.append(after(refused[0].number - 1, *refused, summary=GameSummary(8, None, "over")))
        loaded = await games.load(G)
        assert loaded is not None
        assert (loaded.row.version, loaded.row.summary, len(loaded.entries)) == (1, RUNNING, 1)

    with_store(database_url, use)


def test_many_games_are_written_at_the_same_time(database_url: str) -> None:
    async def use(games: GameStore) -> None:
        async def play(name: GameId) -> None:
            await games.create(game(name), [], [])
            for number in range(1, 6):
                await games.append(after(number - 1, entry(number), game=name))

        names = [GameId(f"g{n}") for n in range(12)]
        await asyncio.gather(*(play(name) for name in names))
        assert [await games.version_of(name) for name in names] == [5] * 12

    with_store(database_url, use)


def test_an_id_is_given_to_one_game_only(database_url: str) -> None:
    async def use(games: GameStore) -> None:
        await games.create(game(), [], [])
        with pytest.raises(Conflict):
            await games.create(game(), [(0, EVE)], [])
        assert await games.people_of(G) == []

    with_store(database_url, use)


def test_a_game_has_one_rematch(database_url: str) -> None:
    async def use(games: GameStore) -> None:
        await games.create(game(), [], [])
        await games.create(game(GameId("next"), rematch_of=G), [], [])
        with pytest.raises(Conflict):
            await games.create(game(GameId("other"), rematch_of=G), [], [])
        assert await games.part_from_predecessor(GameId("next")) == G
        assert await games.part_from_predecessor(GameId("next")) is None
        assert await games.rematch_of(G) is None
        await games.create(game(GameId("other"), rematch_of=G), [], [])
        assert await games.rematch_of(G) == "other"

    with_store(database_url, use)


def test_a_free_seat_is_taken_once(database_url: str) -> None:
    async def use(games: GameStore) -> None:
        await games.create(game(seats=(SeatRow("human"), SeatRow("open"))), [(0, ADA)], [])
        bob, eve = SeatRow("human", "Bob"), SeatRow("human", "Eve")
        await games.fill_seat(after(0, entry(1)), bob, (1, BOB))
        with pytest.raises(Conflict):
            await games.fill_seat(after(1, entry(2)), eve, (1, EVE))
        loaded = await games.load(G)
        assert loaded is not None
        assert loaded.row.seats[1] == bob
        assert sorted(await games.people_of(G)) == [(0, ADA), (1, BOB)]

    with_store(database_url, use)


def test_a_seat_can_belong_to_several_devices(database_url: str) -> None:
    async def use(games: GameStore) -> None:
        phone, laptop = PersonId("phone"), PersonId("laptop")
        await games.create(game(), [(0, phone)], [])
        await games.seat(G, [(0, laptop), (0, phone)])
        assert sorted(await games.people_of(G)) == [(0, laptop), (0, phone)]
        assert await games.people_of(GameId("nope")) == []

    with_store(database_url, use)


def test_what_is_in_the_log_stays_there_when_the_store_is_opened_again(database_url: str) -> None:
    async def first(games: GameStore) -> None:
        await games.create(game(version=1), [], [entry(1)])

    async def second(games: GameStore) -> None:
        loaded = await games.load(G)
        assert loaded is not None
        assert [e.number for e in loaded.entries] == [1]

    with_store(database_url, first)
    with_store(database_url, second)


def test_a_reader_is_not_kept_waiting_by_a_writer(database_url: str) -> None:
    async def use(games: GameStore) -> None:
        await games.create(game(), [], [])
        async with games.database.write() as connection:
            await connection.execute(text("UPDATE games SET round = 5"))
            loaded = await games.load(G)
            assert loaded is not None
            assert loaded.row.summary.round == 1

    with_store(database_url, use)
