"""Digests of logs, put right by somebody who has changed the store."""

from sqlalchemy import select, update

from shanghaien.web.tables.game import LogDigest
from shanghaien.web.tables.log import Entry
from shanghaien.web.tables.store.rows import read_games
from shanghaien.web.tables.store.schema import entries, games
from tests.web.tables.tavern import Tavern


async def put_digests_right(tavern: Tavern) -> None:
    """Let every digest fit what is stored now."""
    store = tavern.games.store
    async with store.database.read() as connection:
        ids = (await connection.execute(select(games.c.id))).scalars().all()
    for game in ids:
        async with store.database.read() as connection:
            (row,) = await read_games(connection, select(games).where(games.c.id == game))
            columns = [entries.c[name] for name in Entry._fields]
            found = select(*columns).where(entries.c.game == game, entries.c.number <= row.version)
            log = (await connection.execute(found.order_by(entries.c.number))).all()
        digest = LogDigest(row.digested)
        for entry in log:
            digest = digest.after(Entry(*entry))
        async with store.database.write() as connection:
            await connection.execute(update(games).where(games.c.id == game).values(digest=digest.text))
