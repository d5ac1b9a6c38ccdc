"""What is kept in memory is bounded by its size, and what was looked at last stays longest."""

import gc
import random
import tracemalloc
from collections.abc import Sequence
from pathlib import Path

import pytest

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


MOST_BYTES, LONG = 40_000, 225
"""What a game of so many entries, as long as most, may take in memory."""


def bytes_of(tavern: Tavern, games: Sequence[GameId]) -> float:
    """What each of these games takes in memory: so much is free again when they are forgotten."""
    gc.collect()
    before, _ = tracemalloc.get_traced_memory()
    for game in games:
        tavern.games.forget(game)
    gc.collect()
    return (before - tracemalloc.get_traced_memory()[0]) / len(games)


async def played(tavern: Tavern, seed: int, entries: int) -> GameId:
    """A game of about so many entries, of which only the server knows more than its id."""
    table = await tavern.create(Setup(Mode.HOT_SEAT, PRESETS["everything"]), ADA)
    while table.version < entries and not table.over:
        table = await tavern.act(table, ADA, dice=random.Random(f"{seed} {table.version}"))
    return table.id


@pytest.mark.parametrize("entries", [20, 100, LONG])
def test_the_size_of_a_game_is_judged_within_a_fifth(tmp_path: Path, entries: int) -> None:
    async def visit(tavern: Tavern) -> None:
        tracemalloc.start()
        try:
            games = [await played(tavern, seed, entries) for seed in range(4)]
            judged = [size_of(CachedGame((await tavern.games.open(game))[0])) for game in games]
            taken = bytes_of(tavern, games)
        finally:
            tracemalloc.stop()
        assert taken / 1.2 < sum(judged) / len(judged) < taken * 1.2
        assert taken < MOST_BYTES

    in_tavern(tmp_path, visit)
