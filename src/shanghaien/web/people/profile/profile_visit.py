"""A request about a person: who is meant, who looks, what they may see, and filters of the list of games."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from urllib.parse import quote, urlencode

from litestar.di import NamedDependency

from shanghaien.rules import N_
from shanghaien.web.core.errors import NotFoundError
from shanghaien.web.core.i18n import gettext
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.parts import Parts
from shanghaien.web.people.profile.service import KeptBack, ProfileService
from shanghaien.web.people.store import PersonRow
from shanghaien.web.people.visibility import VisibleParts
from shanghaien.web.site.forms import AnyRequest
from shanghaien.web.site.page_panels import ProfilePanels
from shanghaien.web.standings.result_lists import WantedResults
from shanghaien.web.standings.standing_words import SETUPS, outcome, pace_word, setup_words
from shanghaien.web.tables.words.players import RANKS, rank


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


class ProfileVisit:
    """A request about a person; Litestar makes one for each request."""

    def __init__(self, request: AnyRequest, parts: NamedDependency[Parts]) -> None:
        self.request, self.about, self._panels = request, parts[ProfileService], parts[ProfilePanels]
        self.viewer = request.user.person

    async def panels(self, found: Found) -> dict[str, object]:
        """What other features show on the page of another person; nothing to a viewer without an account."""
        if found.seen.own or self.request.user.account is None:
            return {"panels": []}
        return {"name": found.name, **(await self._panels.context(self.request, self.viewer))}

    async def find(self, name: str) -> Found:
        """NotFoundError alike for unknown names, deleted accounts, and people who are blocked either way."""
        found = await self.about.visibility.named(name, self.viewer)
        if found is None:
            raise NotFoundError(N_("There is no account with this name."))
        return Found(*found)

    async def with_games(self, name: str) -> Found:
        """The same; refused unless the person shows their games."""
        found = await self.find(name)
        if not found.shows_games:
            raise found.kept_back()
        return found


SCORES = {"won": 2, "drawn": 1, "lost": 0}
PACES = {"live": "live", "days": "days", "none": ""}
LONGEST = 40

Choices = list[tuple[str, str]]
"""What can be chosen: values of the form and their words."""


@dataclass(frozen=True, slots=True)
class Filters:
    """The filters in the address of the list; empty is everything, and invalid values are ignored."""

    opponent: str = ""
    level: str = ""
    setup: str = ""
    pace: str = ""
    result: str = ""

    @classmethod
    def read(cls, query: Mapping[str, str]) -> "Filters":
        def known(name: str, values: Mapping[str, object]) -> str:
            value = query.get(name, "")
            return value if value in values else ""

        opponent = " ".join(query.get("opponent", "")[:LONGEST].split())
        level = "" if opponent else known("level", RANKS)
        return cls(opponent, level, known("setup", SETUPS), known("pace", PACES), known("result", SCORES))

    def wanted(self, opponent: PersonId | None) -> WantedResults:
        """The filters with ids in place of names."""
        pace = PACES[self.pace] if self.pace else None
        return WantedResults(opponent, self.level, self.setup, pace, SCORES[self.result] if self.result else None)

    @property
    def any(self) -> bool:
        return self != Filters()

    def query(self, before: str = "") -> str:
        """The query string of these filters, for a later page."""
        values = asdict(self) | {"before": before}
        return "?" + urlencode({name: value for name, value in values.items() if value})


def choices() -> dict[str, Choices]:
    return {
        "level": [("", gettext("Anybody")), *((level, rank(level)) for level in RANKS)],
        "setup": [("", gettext("Any set-up")), *((setup, setup_words(setup)) for setup in SETUPS)],
        "pace": [("", gettext("Any pace")), *((key, pace_word(pace)) for key, pace in PACES.items())],
        "result": [("", gettext("Any result")), *((key, outcome(score)) for key, score in SCORES.items())],
    }
