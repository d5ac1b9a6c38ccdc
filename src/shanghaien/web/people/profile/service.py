"""What others may see of a person: the account of a name, results, strength, opponents."""

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import quote

from shanghaien.rules import N_
from shanghaien.web.core.errors import BadRequestError, DomainError, NotFoundError
from shanghaien.web.core.ids import PersonId
from shanghaien.web.people.account_names import AccountNames
from shanghaien.web.people.store import PeopleStore, PersonRow
from shanghaien.web.people.visibility import Visibility, VisibleParts
from shanghaien.web.standings.result_lists import (
    ALL,
    ListedResult,
    ResultLists,
    ResultPage,
    ResultPlace,
    StrengthStore,
    WantedResults,
)


class KeptBack(DomainError):
    """The person does not show this to the viewer."""

    code = "kept-back"


def address_of(name: str) -> str:
    return f"/people/{quote(name, safe='')}"


@dataclass(frozen=True, slots=True)
class Found:
    """A person, and what the viewer may see of them."""

    person: PersonRow
    seen: VisibleParts

    @property
    def name(self) -> str:
        return self.person.name

    @property
    def address(self) -> str:
        return address_of(self.name)

    @property
    def shows_games(self) -> bool:
        return self.seen.profile and self.seen.games

    @property
    def shows_strength(self) -> bool:
        return self.seen.profile and self.seen.strength

    def kept_back(self) -> KeptBack:
        return KeptBack(N_("%(name)s keeps this to themselves."), name=self.name)


@dataclass(frozen=True)
class ProfileService:
    """What pages about people are made of."""

    people: PeopleStore
    visibility: Visibility
    names: AccountNames
    results: ResultLists
    strengths: StrengthStore

    async def find(self, name: str, viewer: PersonId | None) -> Found:
        """NotFoundError alike for unknown names, deleted accounts, and people who are blocked either way."""
        found = await self.visibility.named(name, viewer)
        if found is None:
            raise NotFoundError(N_("There is no account with this name."))
        return Found(*found)

    async def with_games(self, name: str, viewer: PersonId | None) -> Found:
        """The same; KeptBack unless the person shows their games to the viewer."""
        found = await self.find(name, viewer)
        if not found.shows_games:
            raise found.kept_back()
        return found

    async def page(self, person: PersonId, most: int, before: str, wanted: WantedResults = ALL) -> ResultPage:
        """Results from a place that another page has named, or the latest ones."""
        place = ResultPlace.read(before)
        if before and place is None:
            raise BadRequestError(N_("There is no such page of these games; begin with the first."))
        return await self.results.page(person, most, wanted, place)


@dataclass(frozen=True, slots=True)
class OtherSide:
    """The player on the other side of a game, as far as the viewer may know them."""

    account: str = ""
    """The name of their account; empty for guests, bots, deleted accounts, and people who are not to be named."""
    named: bool = True
    """Whether the game may be opened, in which they are named."""


GONE = OtherSide()
KEPT_BACK = OtherSide(named=False)


async def other_sides(
    about: ProfileService, rows: Iterable[ListedResult], viewer: PersonId | None, *, own: bool
) -> dict[PersonId, OtherSide | None]:
    """The people on the other side of these results by id; None for those that the viewer must not see.

    With `own`, the viewer looks at their own results and knows their opponents.
    """
    people = {row.opponent for row in rows if row.opponent}
    seen = await about.visibility.of_all(people, viewer)
    names = await about.names.of(people)
    known = {person: _side(seen[person], names.get(person, ""), own=own) for person in people}
    return {**known, PersonId(""): GONE}


def _side(visible: VisibleParts, name: str, *, own: bool) -> OtherSide | None:
    if visible.apart:
        return None
    return OtherSide(name) if visible.games or own else KEPT_BACK
