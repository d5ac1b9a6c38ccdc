"""What others may see of a person: the account of a name, results, strength, opponents."""

from collections.abc import Iterable
from dataclasses import dataclass

from shanghaien.web.core.errors import DomainError
from shanghaien.web.core.ids import PersonId
from shanghaien.web.people.account_names import AccountNames
from shanghaien.web.people.store import PeopleStore
from shanghaien.web.people.visibility import Visibility, VisibleParts
from shanghaien.web.standings.result_lists import ListedResult, ResultLists, StrengthStore


class KeptBack(DomainError):
    """The person does not show this to the viewer."""

    code = "kept-back"


@dataclass(frozen=True)
class ProfileService:
    """What pages about people are made of."""

    people: PeopleStore
    visibility: Visibility
    names: AccountNames
    results: ResultLists
    strengths: StrengthStore


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

    With `own`, the viewer looks at their own results and knows whom they played.
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
