"""What one person sees of another: by what they keep to themselves, by whom they played, and by who keeps away."""

from typing import Any

import msgspec
import pytest

from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import PersonId
from shanghaien.web.people.account_names import SECONDS, AccountNames
from shanghaien.web.people.blocks import Blocks
from shanghaien.web.people.names import normalised_name
from shanghaien.web.people.preferences import PreferenceStore, Privacy
from shanghaien.web.people.profile.service import ProfileService
from shanghaien.web.people.store import PeopleStore
from shanghaien.web.people.visibility import Visibility, VisibleParts
from shanghaien.web.standings.result_lists import ResultLists, StrengthStore
from tests.web.core.database.databases import with_database
from tests.web.standings.result_rows import add_account, add_results, both_sides

ADA, BEN, CLEO, GUEST = PersonId("ada"), PersonId("ben"), PersonId("cleo"), PersonId("guest")
PARTS = ("profile", "games", "strength", "day")


async def about(database: Database, **privacy: Any) -> ProfileService:
    """Ada, who wishes this, has played Ben and a guest, and never Cleo."""
    for person in (ADA, BEN, CLEO):
        await add_account(database, person, person.title(), normalised_name(person))
    await add_results(database, *both_sides(ADA, BEN), *both_sides(ADA, GUEST))
    preferences = PreferenceStore(database)
    await preferences.change(ADA, lambda kept: msgspec.structs.replace(kept, privacy=Privacy(**privacy)))
    people, results = PeopleStore(database), ResultLists(database)
    visibility = Visibility(database, results.met)
    return ProfileService(people, visibility, AccountNames(people), results, StrengthStore(database))


async def both_ways(known: ProfileService, viewer: PersonId | None) -> VisibleParts:
    """What is seen of Ada, asked for alone and among others: it is the same."""
    one = await known.visibility.what_is_shown(ADA, viewer)
    assert (await known.visibility.of_all([BEN, ADA, CLEO], viewer))[ADA] == one
    return one


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize(
    ("wish", "seeing"),
    [("everybody", {None, GUEST, BEN, CLEO, ADA}), ("opponents", {BEN, GUEST, ADA}), ("nobody", {ADA})],
)
def test_each_part_is_seen_by_whom_it_is_shown_to(
    database_url: str, part: str, wish: str, seeing: set[PersonId | None]
) -> None:
    async def use(database: Database) -> None:
        known = await about(database, **{part: wish})
        for viewer in (None, GUEST, BEN, CLEO, ADA):
            seen = await both_ways(known, viewer)
            assert getattr(seen, part) is (viewer in seeing), viewer
            assert all(getattr(seen, other) for other in PARTS if other != part)
            assert seen.own is (viewer == ADA)

    with_database(database_url, use)


@pytest.mark.parametrize("who", [(ADA, BEN), (BEN, ADA)])
def test_who_blocks_or_is_blocked_sees_nothing_at_all_and_finds_nobody(
    database_url: str, who: tuple[PersonId, PersonId]
) -> None:
    async def use(database: Database) -> None:
        known = await about(database)
        assert await known.visibility.named("Ada", BEN) is not None
        await Blocks(database).block(*who)
        assert await both_ways(known, BEN) == VisibleParts(apart=True)
        assert await known.visibility.named("Ada", BEN) is None
        assert await known.visibility.named("Ada", CLEO) is not None

    with_database(database_url, use)


def test_people_are_found_by_names_that_look_alike_and_not_by_names_that_are_only_held(database_url: str) -> None:
    async def use(database: Database) -> None:
        known = await about(database)
        found = await known.visibility.named("A d-A", None)
        assert found is not None
        assert found[0].id == ADA
        assert await known.visibility.named("Nobody", None) is None
        assert await known.visibility.named("A" * 81, None) is None
        async with database.write() as connection:
            await connection.exec_driver_sql("UPDATE names SET held_until = 9 WHERE person = 'ada'")
        assert await known.visibility.named("Ada", None) is None

    with_database(database_url, use)


def test_only_accounts_have_names_and_these_are_remembered_for_a_while(database_url: str) -> None:
    async def use(database: Database) -> None:
        await about(database)
        moment = [0.0]
        names = AccountNames(PeopleStore(database), lambda: moment[0])
        assert await names.of([ADA, GUEST]) == {ADA: "Ada"}
        async with database.write() as connection:
            await connection.exec_driver_sql("UPDATE people SET name = 'Adele' WHERE id = 'ada'")
        assert await names.of([ADA, GUEST, BEN]) == {ADA: "Ada", BEN: "Ben"}
        moment[0] = SECONDS
        assert await names.of([ADA]) == {ADA: "Adele"}

    with_database(database_url, use)
