"""Rated games that go on can be watched, the strongest first, by those to whom their players show them; in every database."""

import msgspec

from shanghaien.web.core.ids import PersonId
from shanghaien.web.lobby.offers import WantedOpponent
from shanghaien.web.people.person_data import delete_person
from shanghaien.web.people.preferences import PreferenceStore, Privacy, Shown
from shanghaien.web.tables.model import Table
from tests.web.lobby.quay import Quay, at_the_quay
from tests.web.persons import ADA, BOB, EVE
from tests.web.tables.tavern import request

FAY, GUS = PersonId("fay"), PersonId("gus")


async def play(there: Quay, one: PersonId, other: PersonId, *, rated: bool = True) -> Table:
    table = await there.sit_down(await there.offer(one, WantedOpponent(), rated=rated), other)
    await there.do_what_is_due()
    return table


async def seen(there: Quay, person: PersonId | None, hidden: frozenset[PersonId] = frozenset()) -> list[str]:
    there.lobby.watching._read_at = -1e9  # as if some seconds had passed
    return [game.id for game in await there.lobby.watching.seen_by(person, hidden, 10)]


async def settle(there: Quay) -> None:
    for person, rating in ((ADA, 1500), (BOB, 1600), (FAY, 1800), (GUS, 1700)):
        await there.keep(person, person.title())
        await there.rate(person, "live", rating)


def test_the_strongest_come_first_and_what_is_over_or_not_rated_is_not_listed(database_url: str) -> None:
    async def visit(there: Quay) -> None:
        await settle(there)
        weak, strong = await play(there, ADA, BOB), await play(there, FAY, GUS)
        await play(there, ADA, GUS, rated=False)
        assert await seen(there, EVE) == await seen(there, None) == [strong.id, weak.id]
        assert await seen(there, FAY) == [weak.id]
        await there.tavern.tables.resign(request(strong, FAY))
        await there.do_what_is_due()
        assert await seen(there, EVE) == [weak.id]

    at_the_quay(database_url, visit)


def test_nobody_is_watched_by_whom_they_hide_from(database_url: str) -> None:
    async def visit(there: Quay) -> None:
        await settle(there)
        game = await play(there, ADA, BOB)

        async def show(to: Shown) -> None:
            privacy = Privacy(games=to)
            await PreferenceStore(there.database).change(
                ADA, lambda kept: msgspec.structs.replace(kept, privacy=privacy)
            )

        assert await seen(there, EVE, frozenset({BOB})) == []
        await show("nobody")
        assert await seen(there, EVE) == []
        await show("opponents")
        assert await seen(there, EVE) == await seen(there, None) == []
        await show("everybody")
        assert await seen(there, EVE) == [game.id]

    at_the_quay(database_url, visit)


def test_whoever_leaves_is_watched_no_more(database_url: str) -> None:
    async def visit(there: Quay) -> None:
        await settle(there)
        await play(there, ADA, BOB)
        async with there.database.write() as connection:
            await delete_person(connection, ADA)
        assert await seen(there, EVE) == []

    at_the_quay(database_url, visit)
