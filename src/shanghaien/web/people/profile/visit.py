"""A request about a person: who is meant, who looks, and what they may see."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from litestar.di import NamedDependency

from shanghaien.rules import N_
from shanghaien.web.core.errors import NotFoundError
from shanghaien.web.core.i18n import gettext
from shanghaien.web.core.ids import PersonId
from shanghaien.web.people.profile.service import KeptBack, ProfileService
from shanghaien.web.people.store import PersonRow
from shanghaien.web.people.visibility import VisibleParts
from shanghaien.web.site.forms import AnyRequest
from shanghaien.web.site.sessions import GuestCookie
from shanghaien.web.standings.result_lists import WantedResults
from shanghaien.web.standings.words import SETUPS, outcome, pace_word, setup_words
from shanghaien.web.tables.words.players import RANKS, rank

NOBODY = N_("Nobody of this name keeps games here.")


def address_of(name: str) -> str:
    """Where the page of whoever goes by a name is."""
    return f"/people/{quote(name, safe='')}"


@dataclass(frozen=True, slots=True)
class Found:
    """A person who was found, and what the one who looks may see of them."""

    person: PersonRow
    seen: VisibleParts

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
        about_people: NamedDependency[ProfileService],
        person_cookie: NamedDependency[GuestCookie],
    ) -> None:
        self.request, self.about = request, about_people
        self.viewer = person_cookie.known(request)

    async def find(self, name: str) -> Found:
        """Whoever goes by a name; NotThere alike for nobody, for somebody gone, and for whoever keeps away."""
        found = await self.about.named(name, self.viewer)
        if found is None:
            raise NotFoundError(NOBODY)
        return Found(*found)

    async def with_games(self, name: str) -> Found:
        """The same; refused unless their games may be seen."""
        found = await self.find(name)
        if not found.shows_games:
            raise found.kept_back()
        return found


# Which of somebody's games are wanted, as the address of the list says it; what makes no sense is as if it were not
# there.

SCORES = {"won": 2, "drawn": 1, "lost": 0}
PACES = {"live": "live", "days": "days", "none": ""}
LONGEST = 40

Choices = list[tuple[str, str]]
"""What can be chosen: values of the form and their words."""


@dataclass(frozen=True, slots=True)
class Filters:
    """What was chosen in the form; empty is everything."""

    opponent: str = ""
    level: str = ""
    setup: str = ""
    pace: str = ""
    result: str = ""

    @classmethod
    def read(cls, query: Mapping[str, str]) -> "Filters":
        """What an address says."""

        def known(name: str, values: Mapping[str, object]) -> str:
            value = query.get(name, "")
            return value if value in values else ""

        opponent = " ".join(query.get("opponent", "")[:LONGEST].split())
        level = "" if opponent else known("level", RANKS)
        return cls(opponent, level, known("setup", SETUPS), known("pace", PACES), known("result", SCORES))

    def wanted(self, opponent: PersonId | None) -> WantedResults:
        """The same for the store, which knows people by their ids."""
        pace = PACES[self.pace] if self.pace else None
        return WantedResults(opponent, self.level, self.setup, pace, SCORES[self.result] if self.result else None)

    @property
    def any(self) -> bool:
        """Whether anything was chosen."""
        return self != NO_FILTERS

    def query(self, before: str = "") -> str:
        """The query of an address with these choices, and of a later page."""
        names = ("opponent", "level", "setup", "pace", "result")
        values = {name: getattr(self, name) for name in names} | {"before": before}
        return "?" + urlencode({name: value for name, value in values.items() if value})


NO_FILTERS = Filters()


def choices() -> dict[str, Choices]:
    """What the form offers, by the names of its fields."""
    return {
        "level": [("", gettext("Anybody")), *((level, rank(level)) for level in RANKS)],
        "setup": [("", gettext("Any set-up")), *((setup, setup_words(setup)) for setup in SETUPS)],
        "pace": [("", gettext("Any pace")), *((key, pace_word(pace)) for key, pace in PACES.items())],
        "result": [("", gettext("Any result")), *((key, outcome(score)) for key, score in SCORES.items())],
    }
