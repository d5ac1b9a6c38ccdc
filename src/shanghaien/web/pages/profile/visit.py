"""A request about a person: who is meant, who looks, and what they may see."""

from dataclasses import dataclass
from urllib.parse import quote

from litestar.di import NamedDependency

from shanghaien.rules import N_
from shanghaien.web.http.person_cookie import PersonCookie
from shanghaien.web.http.refusals import NotThere
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.people.about_people import AboutPeople, KeptBack
from shanghaien.web.people.seeing import Seen
from shanghaien.web.people.told_rows import PersonRow

NOBODY = N_("Nobody of this name keeps games here.")


def address_of(name: str) -> str:
    """Where the page of whoever goes by a name is."""
    return f"/people/{quote(name, safe='')}"


@dataclass(frozen=True, slots=True)
class Found:
    """A person who was found, and what the one who looks may see of them."""

    person: PersonRow
    seen: Seen

    @property
    def name(self) -> str:
        """What they are called at present."""
        return self.person.name

    @property
    def address(self) -> str:
        """Where their page is."""
        return address_of(self.name)

    @property
    def shows_games(self) -> bool:
        """Whether their games may be seen on their page."""
        return self.seen.profile and self.seen.games

    @property
    def shows_strength(self) -> bool:
        """Whether their strength may be seen on their page."""
        return self.seen.profile and self.seen.strength

    def kept_back(self) -> KeptBack:
        """Why something is not shown."""
        return KeptBack(N_("%(name)s keeps this to themselves."), name=self.name)


class ProfileVisit:
    """One request about a person; Litestar makes one for each."""

    def __init__(
        self,
        request: AnyRequest,
        about_people: NamedDependency[AboutPeople],
        person_cookie: NamedDependency[PersonCookie],
    ) -> None:
        self.request, self.about = request, about_people
        self.viewer = person_cookie.known(request)

    async def find(self, name: str) -> Found:
        """Whoever goes by a name; NotThere alike for nobody, for somebody gone, and for whoever keeps away."""
        found = await self.about.named(name, self.viewer)
        if found is None:
            raise NotThere(NOBODY)
        return Found(*found)

    async def with_games(self, name: str) -> Found:
        """The same; refused unless their games may be seen."""
        found = await self.find(name)
        if not found.shows_games:
            raise found.kept_back()
        return found
