"""What is kept in memory is bounded by its size, and what was looked at last stays longest."""

import tracemalloc
from pathlib import Path

from shanghaien.rules import PRESETS
from shanghaien.web.core.ids import GameId
from shanghaien.web.tables import loading
from shanghaien.web.tables.model import Mode
from shanghaien.web.tables.open_games import BYTES_OF_A_GAME, CachedGame, GameCache, size_of
from shanghaien.web.tables.setup import Setup
from shanghaien.web.tables.store.rows import GameRow, GameSummary, SeatRow
from tests.web.persons import ADA
from tests.web.tables.tavern import Tavern, in_tavern

A, B, C = GameId("a"), GameId("b"), GameId("c")


def cached(name: GameId) -> CachedGame:
    seats = (SeatRow("human"), SeatRow("human"))
    row = GameRow(name, "real-dice", "{}", 1, b"s" * 32, "c" * 64, 1, seats, GameSummary(1, 0, None))
    return CachedGame(loading.begin(row))


def test_the_game_that_was_not_looked_at_for_longest_goes_first() -> None:
    kept = GameCache(2 * BYTES_OF_A_GAME)
    for game in (A, B):
        kept.put(cached(game))
    assert kept.get(A) is not None
    kept.put(cached(C))
    assert [kept.get(game) is not None for game in (A, B, C)] == [True, False, True]


def test_a_game_that_is_put_again_counts_once_and_one_that_is_dropped_not_at_all() -> None:
    kept = GameCache(2 * BYTES_OF_A_GAME)
    for game in (A, A, A, B):
        kept.put(cached(game))
    assert [kept.get(game) is not None for game in (A, B)] == [True, True]
    kept.drop(A)
    kept.drop(A)
    kept.put(cached(C))
    assert [kept.get(game) is not None for game in (A, B, C)] == [False, True, True]


def test_a_game_larger_than_all_memory_is_not_kept() -> None:
    kept = GameCache(BYTES_OF_A_GAME - 1)
    kept.put(cached(A))
    assert kept.get(A) is None


def test_the_size_of_a_game_is_judged_within_a_half(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        setup = Setup(Mode.HOT_SEAT, PRESETS["everything"])
        await tavern.play_out(await tavern.tables.create(setup, ADA), ADA, seed=1)  # what is remembered once for all
        tracemalloc.start()
        tables = [await tavern.play_out(await tavern.tables.create(setup, ADA), ADA, seed=seed) for seed in (2, 3, 4)]
        taken, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        judged = sum([size_of(CachedGame((await tavern.games.open(table.id))[0])) for table in tables])
        assert taken / 1.5 < judged < taken * 1.5

    in_tavern(tmp_path, visit)
