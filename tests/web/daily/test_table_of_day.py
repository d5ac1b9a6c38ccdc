"""The table of a day as different people see it: strangers, friends, blocked ones, guests, and whoever hides."""

import asyncio
from collections.abc import Awaitable, Callable

import msgspec
from sqlalchemy import insert

from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import PersonId
from shanghaien.web.daily.day_table import DayPlace, TableOfDay
from shanghaien.web.daily.store import DayStore, TryRow
from shanghaien.web.people.blocks import Blocks
from shanghaien.web.people.preferences import PreferenceStore, Privacy, Shown
from shanghaien.web.people.schema import people
from shanghaien.web.standings.schema import results
from tests.web.core.database.databases import opened_database
from tests.web.daily.test_day_ranks import DAY, played, promise

INES, OTTO, PAVEL, GUEST = (PersonId(name) for name in ("ines", "otto", "pavel", "a-guest"))


class Evening:
    """A day that four people have played."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.preferences, self.blocks = PreferenceStore(database), Blocks(database)
        self.table = TableOfDay(database)

    async def hide(self, person: PersonId, shown: Shown) -> None:
        await self.preferences.change(person, lambda kept: msgspec.structs.replace(kept, privacy=Privacy(day=shown)))

    async def seen_by(self, reader: PersonId | None) -> list[tuple[int, str]]:
        """Places with what stands there as a name."""
        return [(row.rank, row.name or row.called) for row in (await self.table.page(DAY, reader, None))[0]]


def on_an_evening(url: str, use: Callable[[Evening], Awaitable[None]]) -> None:
    async def run() -> None:
        async with opened_database(url) as database:
            await promise(database, DAY)
            for number, person in enumerate((INES, OTTO, PAVEL)):
                async with database.write() as connection:
                    row = {"id": person, "name": person.title(), "role": "", "created": 1}
                    await connection.execute(insert(people).values(row))
                await played(database, person, 10 * (number + 1))
            await played(database, GUEST, 15)
            await use(Evening(database))

    asyncio.run(run())


def test_everybody_has_a_place_and_guests_have_no_name(database_url: str) -> None:
    async def test(evening: Evening) -> None:
        seen = [(1, "Ines"), (2, "guest"), (3, "Otto"), (4, "Pavel")]
        for reader in (None, INES, GUEST, PersonId("stranger")):
            assert await evening.seen_by(reader) == seen

    on_an_evening(database_url, test)


def test_blocked_people_do_not_see_each_other_and_the_places_stay(database_url: str) -> None:
    async def test(evening: Evening) -> None:
        await evening.blocks.block(INES, OTTO)
        assert await evening.seen_by(INES) == [(1, "Ines"), (2, "guest"), (4, "Pavel")]
        assert await evening.seen_by(OTTO) == [(2, "guest"), (3, "Otto"), (4, "Pavel")]
        assert len(await evening.seen_by(PAVEL)) == 4

    on_an_evening(database_url, test)


def test_whoever_hides_their_name_sees_it_themselves(database_url: str) -> None:
    async def test(evening: Evening) -> None:
        await evening.hide(OTTO, "nobody")
        assert (3, "private") in await evening.seen_by(INES)
        assert (3, "Otto") in await evening.seen_by(OTTO)

    on_an_evening(database_url, test)


def test_a_name_for_opponents_is_told_to_those_one_has_finished_a_game_with(database_url: str) -> None:
    async def test(evening: Evening) -> None:
        await evening.hide(OTTO, "opponents")
        told = {"ended": 1, "setup": "base", "pace": "", "score": 2, "points": 1, "points_against": 0, "level": ""}
        row = {"game": "g", "seat": 0, "number": 1, "person": INES, "opponent": OTTO, "reason": "", "unrated": "x"}
        async with evening.database.write() as connection:
            await connection.execute(insert(results).values(row | told))
        assert (3, "Otto") in await evening.seen_by(INES)
        assert (3, "private") in await evening.seen_by(PAVEL)
        assert (3, "private") in await evening.seen_by(None)

    on_an_evening(database_url, test)


async def own(evening: Evening, person: PersonId) -> TryRow:
    found = await DayStore(evening.database).try_of(DAY, person)
    assert found is not None
    return found


def ranks(rows: tuple[DayPlace, ...]) -> list[int]:
    return [row.rank for row in rows]


def test_an_excerpt_has_the_first_three_and_ones_own_neighbourhood(database_url: str) -> None:
    async def test(evening: Evening) -> None:
        for number in range(20):
            await played(evening.database, PersonId(f"p{number}"), 100 + number)
        me = await own(evening, PersonId("p10"))
        found = await evening.table.excerpt(DAY, me.person, 24, me)
        assert ranks(found.first) == [1, 2, 3]
        assert ranks(found.around) == [13, 14, 15, 16, 17]
        assert [row.mine for row in found.around] == [False, False, True, False, False]
        assert (found.between, found.more) == (9, 7)

    on_an_evening(database_url, test)


def test_whoever_is_among_the_first_stands_there_once(database_url: str) -> None:
    async def test(evening: Evening) -> None:
        me = await own(evening, GUEST)
        found = await evening.table.excerpt(DAY, GUEST, 4, me)
        assert ranks(found.first) == [1, 2, 3]
        assert ranks(found.around) == [4]
        assert (found.between, found.more) == (0, 0)
        stranger = await evening.table.excerpt(DAY, None, 4, None)
        assert (ranks(stranger.first), stranger.around, stranger.more) == ([1, 2, 3], (), 1)

    on_an_evening(database_url, test)
