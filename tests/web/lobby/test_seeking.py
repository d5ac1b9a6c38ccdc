"""People who want to play somebody are brought together once, say yes, and meet at one table; in every database."""

import asyncio

from shanghaien.rules import PRESETS, Options
from shanghaien.web.core import clock
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.lobby.offers import WantedOpponent
from shanghaien.web.lobby.seeking import SearchStage, SeekRequest
from shanghaien.web.lobby.store import SeekerStore
from shanghaien.web.people.blocks import Blocks
from shanghaien.web.tables.model import Mode, Table
from tests.web.lobby.quay import DAYS, LIVE, Quay, at_the_quay, quay
from tests.web.persons import ADA, BOB, EVE

WANTED = SeekRequest(LIVE, Options(), rated=True)


async def seek(there: Quay, person: PersonId, wanted: SeekRequest = WANTED, *, account: bool = True) -> Table:
    asker = await there.asker(person, account=account)
    return await there.lobby.seeking.ask(asker, person.title(), wanted)


async def stage(there: Quay, person: PersonId) -> SearchStage:
    return (await there.lobby.seeking.look(person)).stage


def test_a_bot_sits_in_until_somebody_comes_and_then_both_meet_at_one_table(database_url: str) -> None:
    async def visit(there: Quay) -> None:
        assert await stage(there, ADA) is SearchStage.NOT
        table = await seek(there, ADA)
        assert (table.mode, await stage(there, ADA)) == (Mode.BOT, SearchStage.WAITING)
        assert (await seek(there, BOB)).mode is Mode.BOT
        found = await there.lobby.seeking.look(ADA)
        assert (found.stage, found.partner) == (SearchStage.FOUND, "Bob")
        assert (await there.lobby.seeking.agree(ADA)).stage is SearchStage.AGREED
        met = await there.lobby.seeking.agree(BOB)
        assert met.stage is SearchStage.TABLE
        assert (await there.lobby.seeking.look(ADA)).game == met.game
        real, viewer = await there.tavern.tables.look(GameId(met.game), ADA)
        assert (real.started, real.rated, str(real.pace)) == (True, True, str(LIVE))
        assert len(viewer.seats) == 1

    at_the_quay(database_url, visit)


def test_who_stays_where_they_are_looks_no_more_and_the_other_waits_on(database_url: str) -> None:
    async def visit(there: Quay) -> None:
        await seek(there, ADA)
        await seek(there, BOB)
        await there.lobby.seeking.agree(ADA)
        await there.lobby.seeking.stop(BOB)
        assert (await stage(there, ADA), await stage(there, BOB)) == (SearchStage.WAITING, SearchStage.NOT)
        await seek(there, BOB)
        assert await stage(there, ADA) is SearchStage.WAITING
        await seek(there, EVE)
        assert await stage(there, EVE) is SearchStage.FOUND

    at_the_quay(database_url, visit)


def test_people_who_keep_away_from_each_other_never_meet(database_url: str) -> None:
    async def visit(there: Quay) -> None:
        await Blocks(there.database).block(BOB, ADA)
        await seek(there, ADA)
        await seek(there, BOB)
        assert (await stage(there, ADA), await stage(there, BOB)) == (SearchStage.WAITING, SearchStage.WAITING)

    at_the_quay(database_url, visit)


def test_who_is_gone_is_found_by_nobody_and_who_does_not_answer_keeps_nobody_waiting(database_url: str) -> None:
    async def visit(there: Quay) -> None:
        store = SeekerStore(there.database)
        await seek(there, ADA)
        await store.put_off([ADA], -1000)
        await seek(there, BOB)
        assert await stage(there, BOB) is SearchStage.WAITING
        await store.sweep()
        assert await stage(there, ADA) is SearchStage.NOT
        await store.pair(BOB, BOB, 0)
        await seek(there, EVE)
        await there.lobby.seeking.agree(EVE)
        assert await stage(there, EVE) is SearchStage.AGREED
        async with there.database.write() as connection:
            await connection.exec_driver_sql("UPDATE seekers SET partner_until = 1")
        await store.sweep()
        assert (await stage(there, EVE), await stage(there, BOB)) == (SearchStage.WAITING, SearchStage.NOT)

    at_the_quay(database_url, visit)


def test_a_table_that_is_offered_and_fits_is_taken_at_once(database_url: str) -> None:
    async def visit(there: Quay) -> None:
        offered = await there.offer(ADA, WantedOpponent(word="come"), rated=True)
        assert (await seek(there, BOB)).id == offered.id
        assert await stage(there, BOB) is SearchStage.NOT
        picky = await there.offer(ADA, WantedOpponent(1700, None))
        assert (await seek(there, BOB)).id != picky.id

    at_the_quay(database_url, visit)


def test_over_days_a_table_is_offered_instead_of_waiting(database_url: str) -> None:
    async def visit(there: Quay) -> None:
        table = await seek(there, ADA, SeekRequest(DAYS, Options(), rated=False))
        assert await there.seen_by(BOB) == {"": "fits"}
        assert (await seek(there, BOB, SeekRequest(DAYS, Options(), rated=False))).id == table.id

    at_the_quay(database_url, visit)


def test_of_many_in_two_processes_nobody_is_brought_together_with_two(database_url: str) -> None:
    people = [PersonId(f"sailor {number:02}") for number in range(16)]

    async def run() -> None:
        alone = database_url.startswith("sqlite")
        async with quay(database_url, alone=alone, name="1") as one, quay(database_url, alone=alone, name="2") as two:
            store = SeekerStore(one.database)
            for person in people:
                await one.lobby.seeking._wait(await one.asker(person), person, WANTED)
            async with one.database.write() as connection:
                await connection.exec_driver_sql("UPDATE seekers SET partner = '', agreed = 0")
            made = await asyncio.gather(*(there.lobby.seeking.pair() for there in (one, two) * 4))
            rows = [await store.find(person) for person in people]
            partners = {row.person: row.partner for row in rows if row is not None}
            assert sum(made) == len(people) / 2
            assert all(partners[PersonId(partners[person])] == person for person in people)

    asyncio.run(run())


def test_both_say_yes_at_the_same_moment_and_there_is_one_table(database_url: str) -> None:
    async def run() -> None:
        alone = database_url.startswith("sqlite")
        async with quay(database_url, alone=alone, name="1") as one, quay(database_url, alone=alone, name="2") as two:
            other = one if alone else two
            await seek(one, ADA)
            await seek(other, BOB)
            await asyncio.gather(one.lobby.seeking.agree(ADA), other.lobby.seeking.agree(BOB))
            games = {(await one.lobby.seeking.look(person)).game for person in (ADA, BOB)}
            assert len(games) == 1
            assert games != {""}

    asyncio.run(run())


def test_whoever_waits_longer_is_brought_together_with_others_further_away(database_url: str) -> None:
    async def visit(there: Quay) -> None:
        await there.rate(BOB, "live", 2000)
        began, store = clock.now(), SeekerStore(there.database)
        with clock.set_clock(lambda: began):
            await seek(there, ADA)
            await seek(there, BOB)
            assert await stage(there, ADA) is SearchStage.WAITING
        with clock.set_clock(lambda: began + 79_000):
            await store.put_off([ADA, BOB], 600_000)
            assert await there.lobby.seeking.pair() == 0
        with clock.set_clock(lambda: began + 81_000):
            assert await there.lobby.seeking.pair() == 1

    at_the_quay(database_url, visit)


def test_whoever_is_here_waits_on_and_whoever_has_gone_does_not(database_url: str) -> None:
    async def visit(there: Quay) -> None:
        store = SeekerStore(there.database)
        await there.lobby.seeking.tend([ADA])
        await seek(there, ADA)
        await seek(there, BOB, SeekRequest(LIVE, PRESETS["everything"], rated=False))
        await store.put_off([ADA, BOB], 1000)
        await there.lobby.seeking.tend([ADA])
        await store.put_off([BOB], -1000)
        await there.lobby.seeking.tend([ADA])
        assert (await stage(there, ADA), await stage(there, BOB)) == (SearchStage.WAITING, SearchStage.NOT)

    at_the_quay(database_url, visit)
