"""After a copy was restored: links that were opened since the copy was made are known, so every running game commits anew."""

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.fairness.second import Chain, Ledger
from shanghaien.web.ids import GameId
from shanghaien.web.store import schema
from shanghaien.web.store.all_games import AllGames
from shanghaien.web.store.database import Database
from shanghaien.web.store.games import GameStore, Inside
from shanghaien.web.store.group_writer import Addition

from .loaded_game import LoadedGame, entry_row
from .log import EntryKind
from .luck import Luck
from .server_chains import LENGTH
from .unreadable import UnreadableGame


async def commit_games_anew(database: Database, luck: Luck | None = None) -> int:
    """Let the server commit to another chain in every game that goes on, and tell in how many."""
    store, done = GameStore(database), 0
    async for game in AllGames(database).ids():
        done += await _commit_anew(store, game, (luck or Luck()).new_secrets(game, 1))
    return done


async def _commit_anew(store: GameStore, game: GameId, secret: bytes) -> bool:
    stored = await store.load(game)
    if stored is None or stored.row.contract is None:
        return False
    try:
        loaded = LoadedGame(stored.row)
        loaded.load(stored)
    except UnreadableGame:
        return False
    ledger = loaded.progress.ledger
    if ledger is None or loaded.progress.result is not None or loaded.progress.called_off:
        return False
    await _store(store, loaded, ledger, secret)
    return True


async def _store(store: GameStore, loaded: LoadedGame, ledger: Ledger, secret: bytes) -> None:
    game, change = loaded.game, loaded.begin_change()
    end = Chain(secret, game.id, ledger.next_server, LENGTH).end
    change.note(EntryKind.COMMIT, None, end)
    entries = [entry_row(entry) for entry in change.entries]
    addition = Addition(game.id, loaded.version, entries, change.summary, loaded.digest_with(entries))
    await store.append_with(addition, _keeping(game.id, game.seed + secret))


def _keeping(game: GameId, secrets: bytes) -> Inside:
    async def keep(connection: AsyncConnection) -> None:
        await connection.execute(update(schema.games).where(schema.games.c.id == game).values(seed=secrets))

    return keep
