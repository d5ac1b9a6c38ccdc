"""What the pages about ways in need to know of the place where they are shown: which ways there can be."""

from dataclasses import dataclass

from shanghaien.web.http.requests import AnyRequest, address_for_links
from shanghaien.web.people.relying_party import NoParty, RelyingParty, relying_party
from shanghaien.web.settings import Settings


@dataclass(frozen=True, slots=True)
class WaysHere:
    """Which ways in there can be."""

    party: RelyingParty | None
    elsewhere: str
    """Where passkeys work, if they do not work here."""
    mail: bool
    """Whether the host has set up mail."""

    @property
    def origin(self) -> str:
        """Where a page must be for passkeys to work; its script compares that with where it is."""
        return self.party.origin if self.party else ""


def ways_at(request: AnyRequest, settings: Settings) -> WaysHere:
    """The place at which a request is answered."""
    found = relying_party(address_for_links(request, settings.public_url))
    mail = bool(settings.smtp)
    return WaysHere(None, found.elsewhere, mail) if isinstance(found, NoParty) else WaysHere(found, "", mail)
