"""What the host sees of the house: what is set up, what waits, and how many people there are."""

from collections.abc import Mapping
from dataclasses import dataclass

from litestar import get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.response import Template

from shanghaien import __version__
from shanghaien.rules import N_
from shanghaien.web.core.i18n import gettext
from shanghaien.web.core.parts import Parts
from shanghaien.web.core.settings import ConfiguredParts, Settings, set_up
from shanghaien.web.run.monitoring import STATES, QueueMonitor, gauges
from shanghaien.web.site.forms import AnyRequest
from shanghaien.web.site.templates import site_of


@dataclass(frozen=True, slots=True)
class Part:
    """Something that needs a setting: whether it is there, what it is for, and which settings it needs."""

    name: str
    about: str
    on: bool
    settings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class JobCounts:
    """Jobs of one kind, counted by their states."""

    name: str
    counts: tuple[int, ...]


NAMES = {
    "mail": (N_("Email"), N_("Links to sign in, and notices by email."), ("smtp", "mail_from", "public_url")),
    "push": (N_("Push"), N_("Notices in browsers, also while no page is open."), ("push_contact",)),
    "webhooks": (N_("Webhooks"), N_("Notices to people’s own programs."), ("webhooks",)),
    "metrics": (N_("Figures"), N_("What the server does, in numbers for Prometheus at /metrics."), ("metrics",)),
}
HEADS = dict(zip(STATES, (N_("waiting"), N_("being done"), N_("late"), N_("failed")), strict=True))


def parts(there: ConfiguredParts) -> list[Part]:
    """Everything that can be set up, in the reader's language."""
    return [
        Part(gettext(name), gettext(about), getattr(there, key), settings)
        for key, (name, about, settings) in NAMES.items()
    ]


def kinds(lengths: Mapping[tuple[str, str], int]) -> list[JobCounts]:
    names = sorted({kind for kind, _ in lengths})
    return [JobCounts(name, tuple(lengths.get((name, state), 0) for state in STATES)) for name in names]


def heads() -> list[str]:
    return [gettext(HEADS[state]) for state in STATES]


def numbers(sums: Mapping[str, int]) -> list[tuple[str, int]]:
    return [(gettext(each.label), sums[each.name]) for each in gauges()]


# The page for the host, which only administrators find.


@get("/host")
async def host_page(
    request: AnyRequest, settings: NamedDependency[Settings], monitor: NamedDependency[QueueMonitor]
) -> Template:
    """What is set up and what waits; for anybody else there is nothing at this address."""
    account = request.user.account
    if account is None or not account.administers:
        raise NotFoundException
    context = {
        "site": site_of(request),
        "parts": parts(set_up(settings)),
        "heads": heads(),
        "kinds": kinds(await monitor.jobs()),
        "numbers": numbers(await monitor.sums()),
        "version": __version__,
    }
    return Template("run/status.html", context=context)


def open_parts(parts: Parts) -> None:
    """What the host's page asks."""
    parts.add(QueueMonitor(parts.database), "monitor")


ROUTES = [host_page]
