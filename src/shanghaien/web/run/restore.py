"""After a copy was restored: links that were opened since the copy was made are known, so every running game commits anew."""

import sqlite3
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

from sqlalchemy import delete, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.fairness import Chain
from shanghaien.fairness.receipts import ReceiptSigner
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import GameId
from shanghaien.web.core.signing import Randomness
from shanghaien.web.people.schema import attempts, once, sessions
from shanghaien.web.tables import loading
from shanghaien.web.tables.change import Change
from shanghaien.web.tables.dice.log_writer import PRIVATE, PUBLIC, begin_epoch, retire_keys
from shanghaien.web.tables.dice.protocol import LENGTH
from shanghaien.web.tables.errors import DamagedGame
from shanghaien.web.tables.log import EntryKind
from shanghaien.web.tables.store import schema
from shanghaien.web.tables.store.games import GameStore, Inside
from shanghaien.web.tables.store.lists import AllGames
from shanghaien.web.tables.store.schema import reservations


async def commit_games_anew(database: Database, randomness: Randomness | None = None) -> int:
    """Let the server commit to another chain in every game that goes on; returns in how many."""
    store, done = GameStore(database), 0
    async for game in AllGames(database).ids():
        done += await _commit_anew(store, game, (randomness or Randomness()).new_secrets(game, 1))
    return done


async def _commit_anew(store: GameStore, game: GameId, secret: bytes) -> bool:
    try:
        stored = await store.load(game)
        if stored is None or stored.row.contract is None:
            return False
        loaded = loading.load(stored)
    except DamagedGame:
        return False
    if loaded.ledger is None or loaded.over:
        return False
    change = Change(loaded)
    end = Chain(secret, game, loaded.ledger.next_server, LENGTH).end
    change.note(EntryKind.COMMIT, None, end)
    await store.append_with(replace(change.addition, jobs=()), _keeping(game, stored.row.seed + secret))
    return True


def _keeping(game: GameId, secrets: bytes) -> Inside:
    async def keep(connection: AsyncConnection) -> None:
        await connection.execute(update(schema.games).where(schema.games.c.id == game).values(seed=secrets))

    return keep


# After a copy was restored: all people sign in again, since it is unknown who has signed out after it was made.


async def sign_everybody_out(database: Database) -> None:
    """End all sessions and all links and challenges that were under way."""
    async with database.write() as connection:
        for table in (sessions, once, attempts):
            await connection.execute(delete(table))


# A copy that takes the place of the database goes on by itself: nothing that was promised since is promised again.


async def start_afresh(database: Database) -> None:
    """Begin another log with another key, and drop what was reserved.

    The log in the copy may have gone on where the copy was made: a second one of the same size, signed with the same
    key, would be a lie. And a player who reserved a game there may have seen its dice since.
    """
    async with database.write() as connection:
        await retire_keys(connection)
        await begin_epoch(connection)
        await connection.execute(delete(reservations))


# What a SQLite database that is about to be replaced knows of the public log goes over into the copy that replaces
# it.

ENTRIES = "INSERT OR IGNORE INTO commitments (epoch, number, kind, game, hash) SELECT epoch, number, kind, game, hash"
HEADS = (
    "INSERT OR IGNORE INTO log_heads (epoch, day, size, root, time, signature) "
    "SELECT epoch, day, size, root, time, signature FROM replaced.log_heads"
)
GAPS = "SELECT 1 FROM replaced.commitments GROUP BY epoch HAVING count(*) <> max(number) + 1"


def carry_over(replaced: Path, copy: Path) -> None:
    """Bring entries, heads and public keys over, as far as they can be read and belong to the same site."""
    if not replaced.exists():
        return
    with closing(sqlite3.connect(copy, uri=True)) as connection, suppress(sqlite3.DatabaseError, ValueError):
        connection.execute("ATTACH ? AS replaced", (replaced.resolve().as_uri() + "?mode=ro",))
        with connection:
            _carry_over(connection)


def _carry_over(connection: sqlite3.Connection) -> None:
    here, there = _public_keys(connection, "main"), _public_keys(connection, "replaced")
    if any(there.get(epoch) != key for epoch, key in here.items()):
        return  # a copy from elsewhere brings its own log
    rows = [(f"{PUBLIC}{epoch}", key) for epoch, key in there.items() if epoch not in here]
    connection.executemany("INSERT INTO facts (name, value) VALUES (?, ?)", rows)
    connection.execute(HEADS)
    if connection.execute(GAPS).fetchone() is None:
        connection.execute(f"{ENTRIES} FROM replaced.commitments")


def _public_keys(connection: sqlite3.Connection, schema: str) -> dict[int, str]:
    asked = f"SELECT name, value FROM {schema}.facts WHERE name LIKE ? || '%'"  # noqa: S608 - a word of our own
    kept = {_epoch(name): value for name, value in connection.execute(asked, (PUBLIC,))}
    signing = connection.execute(asked, (PRIVATE,))
    return kept | {_epoch(name): ReceiptSigner(bytes.fromhex(value)).public for name, value in signing}


def _epoch(name: str) -> int:
    return int(name.rpartition(":")[2])
