"""Which of somebody's games are wanted, as the address of the list says it; what makes no sense is as if it were not there."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from shanghaien.web.http.i18n import gettext
from shanghaien.web.ids import PersonId
from shanghaien.web.pages.shared.people import RANKS, rank
from shanghaien.web.people.told_rows import WantedResults
from shanghaien.web.words.results import SETUPS, outcome, pace_word, setup_words

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
