"""When each place of a person was last told something, in every database."""

from shanghaien.web.core.database.engine import Database
from shanghaien.web.notices.store import LastSent, Mark, NoticeStore
from tests.web.core.database.databases import with_database
from tests.web.persons import ADA, BOB


def test_the_last_notice_to_each_place_counts(database_url: str) -> None:
    async def use(database: Database) -> None:
        store = NoticeStore(database)
        for turn, person, place in ((1, ADA, "push:1"), (2, ADA, "push:1"), (1, ADA, "mail"), (1, BOB, "mail")):
            await store.mark(Mark("game", turn, person, place, "turn"))
        ada, bob = await LastSent(database).of(ADA), await LastSent(database).of(BOB)
        assert (set(ada), set(bob)) == ({"push:1", "mail"}, {"mail"})
        assert ada["push:1"] >= ada["mail"] - 1000

    with_database(database_url, use)
