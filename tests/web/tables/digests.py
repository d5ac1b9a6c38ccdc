"""Digests of logs, put right by somebody who has changed the store."""

from sqlalchemy import select, update

from shanghaien.web.tables.store.rows import LogDigest
from shanghaien.web.tables.store.schema import games
from tests.web.tables.tavern import Tavern


async def put_digests_right(tavern: Tavern) -> None:
    """Let every digest fit what is stored now."""
    store = tavern.games.games
    async with store.database.read() as connection:
        ids = (await connection.execute(select(games.c.id))).scalars().all()
    for game in ids:
        stored = await store.load(game)
        assert stored is not None
        digest = LogDigest(stored.row)
        for entry in stored.entries:
            digest.add(entry)
        async with store.database.write() as connection:
            await connection.execute(update(games).where(games.c.id == game).values(digest=digest.text))
