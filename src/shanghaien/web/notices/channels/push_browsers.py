"""Browsers that people switch on for push notices: only at known push services, and no more than a few."""

from collections.abc import Collection
from dataclasses import dataclass
from urllib.parse import urlsplit

from shanghaien.rules import N_
from shanghaien.web.core.clock import now
from shanghaien.web.core.errors import DomainError, LimitReached
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.signing import new_id
from shanghaien.web.notices.channels.payload import BrowserKeys
from shanghaien.web.notices.place_store import PushRow, PushStore

LONGEST_ADDRESS, LONGEST_LABEL = 1500, 60
MOST = 5
"""Browsers of one person."""


class UnknownService(DomainError):
    """The browser's push service is not one of those to which this site sends, or what it gave cannot be read."""

    code = "push-service"


@dataclass(frozen=True, slots=True)
class PushServices:
    """The hosts to which push notices may go; one that begins with a dot stands for all below it."""

    hosts: Collection[str]
    scheme: str = "https"
    """Only tests, whose service is on this machine, take another."""

    @classmethod
    def read(cls, setting: str) -> "PushServices":
        """The services that a host has set."""
        return cls(setting.split(","))

    def known(self, endpoint: str) -> bool:
        """Whether a notice may be sent to this address, which comes from a browser and may be anything."""
        if len(endpoint) > LONGEST_ADDRESS or not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint:
            return False
        try:
            parts = urlsplit(endpoint)
            usual = self.scheme != "https" or parts.port in {None, 443}
        except ValueError:
            return False
        if "\\" in endpoint or "@" in parts.netloc or parts.scheme != self.scheme or not usual:
            return False
        return any(_stands_for(host, parts.hostname or "") for host in self.hosts)


class PushBrowsers:
    """Switches browsers on and off, and tells which a person has."""

    def __init__(self, store: PushStore, services: PushServices) -> None:
        self.store = store
        self._services = services

    async def add(
        self, person: PersonId, endpoint: str, p256dh: str, auth: str, *, label: str, language: str, session: str = ""
    ) -> PushRow:
        """Send the person's notices to this browser too, by what its `PushSubscription` says, while the session lasts."""
        if not self._services.known(endpoint):
            raise UnknownService(
                N_("This browser's push service is not known here. Choose another way to get notices.")
            )
        try:
            BrowserKeys(p256dh, auth)
        except ValueError:
            raise UnknownService(N_("This browser gave no keys for notices. Switch them off and on again.")) from None
        label, language = label[:LONGEST_LABEL], language[:5]
        row = PushRow(new_id(), person, endpoint, p256dh, auth, label, language, now(), session=session)
        if not await self.store.add(row, MOST):
            template = N_("You already get notices in %(most)s browsers. Take one off the list first.")
            raise LimitReached("too-many-browsers", template, most=MOST)
        return row


def _stands_for(known: str, host: str) -> bool:
    return host.endswith(known) if known.startswith(".") else host == known
