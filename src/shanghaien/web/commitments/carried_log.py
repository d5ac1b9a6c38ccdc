"""What a SQLite database that is about to be replaced knows of the public log goes over into the copy that replaces it.

The log only grows, so nothing in it is undone by a restore: receipts that were given since the copy was made can still
be found in it, and no number of a log is used twice.
"""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from shanghaien.fairness.second.receipts import ReceiptSigner

from .keys import PRIVATE, PUBLIC

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
