"""What is known of people by others: who goes by a name, what is shown of them, their results and their strength."""

from collections.abc import Iterable
from dataclasses import dataclass

from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.errors import DomainError
from shanghaien.web.core.ids import PersonId
from shanghaien.web.people.account_names import AccountNames
from shanghaien.web.people.blocks import Blocks
from shanghaien.web.people.names import normalised_name
from shanghaien.web.people.preferences import PreferenceStore
from shanghaien.web.people.store import PeopleStore, PersonRow
from shanghaien.web.people.visibility import Visibility, VisibleParts
from shanghaien.web.standings.result_lists import ListedResult, ResultLists, StrengthStore

LONGEST_ASKED = 80
"""No name is longer, whatever it is made of; what is longer is nobody's."""


class KeptBack(DomainError):
    """Somebody does not show this to whoever asks."""

    code = "kept-back"


@dataclass(frozen=True)
class ProfileService:
    """The parts that pages about people are made with."""

    people: PeopleStore
    seeing: Visibility
    names: AccountNames
    results: ResultLists
    strengths: StrengthStore

    async def named(self, name: str, viewer: PersonId | None) -> tuple[PersonRow, VisibleParts] | None:
        """Whoever goes by a name at present, and what the viewer sees of them.

        None if there is nobody, if the name is only held, and if the two keep away from each other: all look the same.
        """
        person = await self.people.named(normalised_name(name)) if len(name) <= LONGEST_ASKED else None
        if person is None:
            return None
        seen = await self.seeing.what_is_shown(person.id, viewer)
        return None if seen.apart else (person, seen)


def open_about_people(database: Database, wishes: PreferenceStore, blocks: Blocks) -> ProfileService:
    """All of it for one database; nothing is read yet."""
    people, results = PeopleStore(database), ResultLists(database)
    return ProfileService(
        people, Visibility(wishes, blocks, results.met), AccountNames(people), results, StrengthStore(database)
    )


# Whom somebody has played, as far as a viewer may know it: also those who were there decide about their name.


@dataclass(frozen=True, slots=True)
class OtherSide:
    """Whoever was on the other side of a game."""

    account: str = ""
    """The name of their account; empty for guests, bots, and whoever has gone or is not to be named."""
    named: bool = True
    """Whether the game may be opened, since in it they are named."""


GONE = OtherSide()
KEPT_BACK = OtherSide(named=False)


async def other_sides(
    about: ProfileService, rows: Iterable[ListedResult], viewer: PersonId | None, *, own: bool
) -> dict[PersonId, OtherSide | None]:
    """Who the people on the other side of these results are, by id; None for those of whom nothing may be seen.

    Whoever looks at their `own` results knows whom they played.
    """
    people = {row.opponent for row in rows if row.opponent}
    seen = await about.seeing.of_all(people, viewer)
    names = await about.names.of(people)
    known = {person: _side(seen[person], names.get(person, ""), own=own) for person in people}
    return {**known, PersonId(""): GONE}


def _side(seen: VisibleParts, name: str, *, own: bool) -> OtherSide | None:
    if seen.apart:
        return None
    return OtherSide(name) if seen.games or own else KEPT_BACK
