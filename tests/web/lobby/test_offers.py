"""Tables are offered, seen by those they are for, taken by one, and end by themselves; in every database."""

import asyncio

import pytest
from sqlalchemy import insert

from shanghaien.web.core import clock
from shanghaien.web.core.errors import LimitReached
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.jobs import JobRow
from shanghaien.web.lobby.offers import LEFT_TOO_OFTEN, MOST_OFFERS, BadOffer, DoesNotFit, OfferGone, WantedOpponent
from shanghaien.web.lobby.store import OfferStore
from shanghaien.web.people.blocks import Blocks
from shanghaien.web.standings import schema as result_schema
from shanghaien.web.tables.clocks import Pace, PaceKind
from shanghaien.web.tables.errors import NoSuchGame, NotYours
from shanghaien.web.tables.model import Table
from tests.web.lobby.quay import DAYS, LIVE, Quay, at_the_quay, quay
from tests.web.persons import ADA, BOB, EVE
from tests.web.tables.tavern import request

MINUTE, DAY = 60_000, 86_400_000


def test_whoever_sits_down_first_plays_and_the_next_one_was_too_slow(database_url: str) -> None:
    async def visit(quay: Quay) -> None:
        table = await quay.offer(ADA, WantedOpponent(word="first one tonight"))
        assert await quay.seen_by(BOB) == {"first one tonight": "fits"}
        assert await quay.seen_by(ADA) == {"first one tonight": "own"}
        begun = await quay.sit_down(table, BOB)
        assert begun.started
        assert {chair.name for chair in begun.chairs} == {"Ada", "Bob"}
        with pytest.raises(OfferGone):
            await quay.sit_down(table, EVE)
        assert await quay.seen_by(EVE) == {}

    at_the_quay(database_url, visit)


def test_of_many_who_press_at_once_one_sits_down(database_url: str) -> None:
    async def press(here: Quay, table: Table, number: int) -> bool:
        try:
            await here.sit_down(table, PersonId(f"guest {number}"))
        except OfferGone:
            return False
        return True

    async def run() -> None:
        alone = database_url.startswith("sqlite")
        async with quay(database_url, alone=alone, name="1") as one, quay(database_url, alone=alone, name="2") as two:
            table = await one.offer(ADA)
            pressed = [press(here, table, number) for number, here in enumerate([one, two] * (4 if not alone else 0))]
            pressed = pressed or [press(one, table, number) for number in range(8)]
            assert sum(await asyncio.gather(*pressed)) == 1

    asyncio.run(run())


def test_people_who_keep_away_from_each_other_see_nothing_and_cannot_sit_down_by_the_address(database_url: str) -> None:
    async def visit(quay: Quay) -> None:
        table = await quay.offer(ADA, WantedOpponent(word="hello"))
        await Blocks(quay.database).block(BOB, ADA)
        assert await quay.seen_by(BOB) == {}
        with pytest.raises(OfferGone):
            await quay.sit_down(table, BOB)
        await Blocks(quay.database).block(ADA, EVE)
        assert await quay.seen_by(EVE) == {}
        with pytest.raises(OfferGone):
            await quay.sit_down(table, EVE)
        await quay.sit_down(await quay.offer(EVE), BOB)

    at_the_quay(database_url, visit)


def test_a_table_is_for_the_strength_that_it_names(database_url: str) -> None:
    async def visit(quay: Quay) -> None:
        await quay.rate(BOB, "live", 1700)
        await quay.rate(BOB, "days", 1300)
        strong = await quay.offer(ADA, WantedOpponent(1650, None, "strong"))
        await quay.offer(ADA, WantedOpponent(None, 1400, "weak by days"), DAYS)
        await quay.offer(ADA, WantedOpponent(1400, 1600, "in the middle"))
        assert await quay.seen_by(BOB) == {"weak by days": "fits", "strong": "fits", "in the middle": "strength"}
        assert await quay.seen_by(EVE) == {"in the middle": "fits", "weak by days": "strength", "strong": "strength"}
        with pytest.raises(DoesNotFit):
            await quay.sit_down(strong, EVE)
        await quay.sit_down(strong, BOB)

    at_the_quay(database_url, visit)


def test_a_rated_table_is_for_people_with_an_account(database_url: str) -> None:
    async def visit(quay: Quay) -> None:
        table = await quay.offer(ADA, WantedOpponent(word="rated"), rated=True)
        assert await quay.seen_by(BOB, account=False) == {"rated": "guest"}
        with pytest.raises(DoesNotFit):
            await quay.sit_down(table, BOB, account=False)
        with pytest.raises(BadOffer):
            await quay.offer(BOB, rated=True, account=False)
        assert (await quay.sit_down(table, BOB)).rated

    at_the_quay(database_url, visit)


def test_one_person_offers_five_tables_at_most_even_if_they_press_very_fast(database_url: str) -> None:
    async def visit(quay: Quay) -> None:
        tried = await asyncio.gather(*(quay.offer(ADA) for _ in range(8)), return_exceptions=True)
        assert sum(isinstance(each, LimitReached) for each in tried) == 3
        assert len(await OfferStore(quay.database).newest(20)) == MOST_OFFERS
        first = next(each for each in tried if not isinstance(each, BaseException))
        await quay.lobby.offers.withdraw(first.id, ADA)
        await quay.offer(ADA)

    at_the_quay(database_url, visit)


def test_an_offer_is_taken_back_by_whoever_made_it_alone(database_url: str) -> None:
    async def visit(quay: Quay) -> None:
        table = await quay.offer(ADA)
        with pytest.raises(NotYours):
            await quay.lobby.offers.withdraw(table.id, BOB)
        await quay.lobby.offers.withdraw(table.id, ADA)
        with pytest.raises(OfferGone):
            await quay.sit_down(table, BOB)
        with pytest.raises(NoSuchGame):
            await quay.tavern.tables.look(table.id, ADA)

    at_the_quay(database_url, visit)


def test_a_table_that_is_taken_or_called_off_elsewhere_is_offered_no_longer(database_url: str) -> None:
    async def visit(quay: Quay) -> None:
        taken, called_off = (
            await quay.offer(ADA, WantedOpponent(word="taken")),
            await quay.offer(ADA, WantedOpponent(word="off")),
        )
        seating = quay.tavern.seating
        await seating.join(seating.invitation(taken.id), BOB, "Bob")
        await seating.call_off(request(called_off, ADA))
        await quay.do_what_is_due()
        assert await quay.seen_by(EVE) == {}

    at_the_quay(database_url, visit)


@pytest.mark.parametrize(("pace", "minutes"), [(LIVE, 10), (DAYS, 7 * 24 * 60)])
def test_an_offer_ends_by_itself_and_its_game_with_it(pace: Pace, minutes: int, database_url: str) -> None:
    async def visit(quay: Quay) -> None:
        table = await quay.offer(ADA, WantedOpponent(word="here"), pace)
        began = clock.now()
        with clock.set_clock(lambda: began + minutes * MINUTE + 1000):
            assert await quay.seen_by(BOB) == {}
            with pytest.raises(OfferGone):
                await quay.sit_down(table, BOB)
            await quay.lobby.offers.end(due(table.id))
        with pytest.raises(NoSuchGame):
            await quay.tavern.tables.look(table.id, ADA)

    at_the_quay(database_url, visit)


def test_an_offer_stands_while_whoever_made_it_is_there(database_url: str) -> None:
    async def visit(quay: Quay) -> None:
        table = await quay.offer(ADA, WantedOpponent(word="here"))
        await OfferStore(quay.database).put_off([ADA], "live", 30 * MINUTE)
        began = clock.now()
        with clock.set_clock(lambda: began + 20 * MINUTE):
            await quay.lobby.offers.end(due(table.id))
            await quay.sit_down(table, BOB)

    at_the_quay(database_url, visit)


def test_between_strangers_a_clock_runs_and_a_range_goes_upwards(database_url: str) -> None:
    async def visit(quay: Quay) -> None:
        with pytest.raises(BadOffer):
            await quay.offer(ADA, pace=None)
        with pytest.raises(BadOffer):
            await quay.offer(ADA, pace=Pace(PaceKind.LIVE, 1, 10))
        with pytest.raises(BadOffer):
            await quay.offer(ADA, WantedOpponent(1700, 1500))
        with pytest.raises(BadOffer):
            await quay.offer(ADA, WantedOpponent(-5, None))

    at_the_quay(database_url, visit)


def test_whoever_leaves_several_tables_to_the_clock_has_to_wait(database_url: str) -> None:
    async def visit(quay: Quay) -> None:
        table, by_letter = await quay.offer(ADA), await quay.offer(ADA, pace=DAYS)
        async with quay.database.write() as connection:
            for number in range(LEFT_TOO_OFTEN):
                await connection.execute(insert(result_schema.results).values(lost(number)))
        for attempt in (quay.sit_down(table, BOB), quay.offer(BOB)):
            with pytest.raises(LimitReached):
                await attempt
        await quay.sit_down(by_letter, BOB)

    at_the_quay(database_url, visit)


def lost(number: int) -> dict[str, object]:
    """A game that Bob has let run out just now."""
    told = {"setup": "base", "pace": "live", "score": 0, "points": 0, "points_against": 0, "reason": "time"}
    who = {"game": f"g{number}", "seat": 0, "number": number, "person": BOB, "opponent": EVE, "level": ""}
    return told | who | {"ended": clock.now(), "unrated": "wish"}


def due(game: str) -> JobRow:
    """What the due runner hands over."""
    return JobRow(1, "offer", game, "", 0, 0, 1)
