"""Reading every game to see whether it is whole, while others play."""

from collections.abc import Callable
from typing import NamedTuple

from shanghaien.web.ids import GameId
from shanghaien.web.store.all_games import AllGames
from shanghaien.web.store.database import Database
from shanghaien.web.store.games import GameStore
from shanghaien.web.store.soundness import Oddity, oddities

from .loaded_game import LoadedGame
from .unreadable import UnreadableGame

Progress = Callable[[int, int], None]
"""Told how many games were read, of how many."""


class Damage(NamedTuple):
    """A damaged game, and what is wrong with it."""

    game: GameId
    why: str


class Findings(NamedTuple):
    """How many games were read, which of them are damaged, and what does not agree in the tables beside them."""

    games: int
    damages: list[Damage]
    oddities: list[Oddity]


async def check_games(database: Database, progress: Progress = lambda done, of: None) -> Findings:
    """Read and replay every game, and look whether people, clocks and what is due agree."""
    every, store = AllGames(database), GameStore(database)
    lost, total, done = await every.with_lost_versions(), await every.count(), 0
    damages: list[Damage] = []
    async for game in every.ids():
        why = "entries stand behind the version that it is said to be at" if game in lost else ""
        why = why or await _wrong_with(store, game)
        damages += [Damage(game, why)] if why else []
        done += 1
        progress(done, max(total, done))
    return Findings(done, damages, await oddities(database))


async def _wrong_with(store: GameStore, game: GameId) -> str:
    why = await _read(store, game)
    # What goes on, or is removed, while it is read must not pass for damaged: look once more.
    return why and await _read(store, game)


async def _read(store: GameStore, game: GameId) -> str:
    stored = await store.load(game)
    if stored is None:
        return ""
    try:
        loaded = LoadedGame(stored.row)
        loaded.load(stored)
        loaded.check_secrets()
    except UnreadableGame as unreadable:
        return unreadable.why
    if loaded.summary != stored.row.summary:
        return "lists tell of it what its log does not"
    return ""
