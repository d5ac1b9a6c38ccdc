"""What is known of people by others: who goes by a name, what is shown of them, their results and their strength."""

from dataclasses import dataclass

from shanghaien.web.http.refusals import Refused
from shanghaien.web.ids import PersonId
from shanghaien.web.store.database import Database
from shanghaien.web.store.people import PeopleStore, PersonRow
from shanghaien.web.store.result_lists import ResultLists
from shanghaien.web.store.strengths import StrengthStore

from .account_names import AccountNames
from .blocks import Blocks
from .name_rules import folded
from .seeing import Seeing, Seen
from .wishes import WishStore

LONGEST_ASKED = 80
"""No name is longer, whatever it is made of; what is longer is nobody's."""


class KeptBack(Refused):
    """Somebody does not show this to whoever asks."""

    status = 403
    code = "kept-back"


@dataclass(frozen=True)
class AboutPeople:
    """The parts that pages about people are made with."""

    people: PeopleStore
    seeing: Seeing
    names: AccountNames
    results: ResultLists
    strengths: StrengthStore

    async def named(self, name: str, viewer: PersonId | None) -> tuple[PersonRow, Seen] | None:
        """Whoever goes by a name at present, and what the viewer sees of them.

        None if there is nobody, if the name is only held, and if the two keep away from each other: all look the same.
        """
        person = await self.people.named(folded(name)) if len(name) <= LONGEST_ASKED else None
        if person is None:
            return None
        seen = await self.seeing.what_is_shown(person.id, viewer)
        return None if seen.apart else (person, seen)


def open_about_people(database: Database, wishes: WishStore, blocks: Blocks) -> AboutPeople:
    """All of it for one database; nothing is read yet."""
    people, results = PeopleStore(database), ResultLists(database)
    return AboutPeople(people, Seeing(wishes, blocks, results), AccountNames(people), results, StrengthStore(database))
