"""What the host sees of the house: what is set up, what waits, and how many people there are."""

from collections.abc import Mapping
from dataclasses import dataclass

from shanghaien.rules import N_
from shanghaien.web.http.i18n import gettext
from shanghaien.web.set_up import SetUp
from shanghaien.web.workers.lookout import STATES


@dataclass(frozen=True, slots=True)
class Part:
    """Something that needs a setting: whether it is there, what it is for, and which settings it needs."""

    name: str
    about: str
    on: bool
    settings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DueCounts:
    """Things of one kind that are due, counted by their states."""

    name: str
    counts: tuple[int, ...]


NAMES = {
    "mail": (N_("Mail"), N_("Links to sign in, and notices by mail."), ("smtp", "mail_from", "public_url")),
    "push": (N_("Push"), N_("Notices in browsers, also while no page is open."), ("push_contact",)),
    "webhooks": (N_("Webhooks"), N_("Notices to people’s own programs."), ("webhooks",)),
    "metrics": (N_("Figures"), N_("What the server does, in numbers for Prometheus at /metrics."), ("metrics",)),
}
HEADS = dict(zip(STATES, (N_("waiting"), N_("being done"), N_("late"), N_("failed")), strict=True))
SUMS = {
    "people": N_("People who keep their games"),
    "sessions": N_("Browsers that are signed in"),
    "games_asked": N_("Games that wait for somebody"),
    "reviews_waiting": N_("Reviews that wait"),
    "reports_waiting": N_("Reports that wait for a moderator"),
}


def parts(there: SetUp) -> list[Part]:
    """Everything that can be set up, in the reader's language."""
    return [
        Part(gettext(name), gettext(about), getattr(there, key), settings)
        for key, (name, about, settings) in NAMES.items()
    ]


def kinds(lengths: Mapping[tuple[str, str], int]) -> list[DueCounts]:
    """What is due, one line for each kind."""
    names = sorted({kind for kind, _ in lengths})
    return [DueCounts(name, tuple(lengths.get((name, state), 0) for state in STATES)) for name in names]


def heads() -> list[str]:
    """What stands over the columns of the counts."""
    return [gettext(HEADS[state]) for state in STATES]


def numbers(sums: Mapping[str, int]) -> list[tuple[str, int]]:
    """How many people, browsers, games and reviews there are."""
    return [(gettext(name), sums[key]) for key, name in SUMS.items()]
