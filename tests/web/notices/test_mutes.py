"""Muted games are kept for each person, in every database."""

import asyncio

from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.migrate import upgrade
from shanghaien.web.core.ids import GameId
from shanghaien.web.notices.store import MuteStore
from tests.web.persons import ADA, BOB


def test_a_game_is_muted_for_one_person_and_can_be_heard_again(database_url: str) -> None:
    async def mute() -> None:
        database = Database(database_url)
        await upgrade(database)
        store, first, second = MuteStore(database), GameId("first"), GameId("second")
        for game in (first, second, first):
            await store.set(ADA, game, muted=True)
        await store.set(ADA, second, muted=False)
        assert (await store.of(ADA), await store.of(BOB)) == ([first], [])
        await database.close()

    asyncio.run(mute())
