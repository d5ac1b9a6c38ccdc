"""A request about ways in: who asks, from where, with which of them the place can help."""

from litestar.di import NamedDependency

from shanghaien.rules import N_
from shanghaien.web.http.person_cookie import PersonCookie
from shanghaien.web.http.places import place_of
from shanghaien.web.http.refusals import Refused
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.http.visitor import Account, visitor_of
from shanghaien.web.ids import PersonId
from shanghaien.web.pages.shared.arrivals import Arrivals
from shanghaien.web.people.attempts import HourlyLimit
from shanghaien.web.people.key_ring import KeyRing
from shanghaien.web.people.naming import Naming
from shanghaien.web.people.relying_party import RelyingParty
from shanghaien.web.play.tables import Tables
from shanghaien.web.settings import Settings

from .ways_here import ways_at


class SignInFirst(Refused):
    """Only somebody who is signed in can do that."""

    status = 403
    code = "sign-in-first"


class NoSuchWay(Refused):
    """The place has no such way in."""

    status = 409
    code = "no-such-way"


class KeepVisit:
    """One request about ways in, with the parts of the server that answer it; Litestar makes one for each."""

    def __init__(
        self,
        request: AnyRequest,
        key_ring: NamedDependency[KeyRing],
        arrivals: NamedDependency[Arrivals],
        naming: NamedDependency[Naming],
        person_cookie: NamedDependency[PersonCookie],
        tables: NamedDependency[Tables],
        settings: NamedDependency[Settings],
    ) -> None:
        self.request, self.settings, self.tables = request, settings, tables
        self.keys, self.arrivals, self.naming = key_ring, arrivals, naming
        self.browser: PersonId = person_cookie.welcome(request)[0]
        self.account: Account | None = visitor_of(request).account
        self.place = ways_at(request, settings)

    @property
    def party(self) -> RelyingParty:
        """For whom passkeys are made here; refused if there are none."""
        if self.place.party is None:
            raise NoSuchWay(N_("Passkeys do not work at this address. Use another way."))
        return self.place.party

    @property
    def owner(self) -> Account:
        """Whoever is signed in; refused for guests."""
        if self.account is None:
            raise SignInFirst(N_("Sign in first."))
        return self.account

    async def try_once(self, kind: str, most: int, *others: HourlyLimit) -> None:
        """Count a try for the address from which it comes, and at whatever else it is aimed."""
        await self.keys.attempts.check(HourlyLimit(f"{kind} from", place_of(self.request), most), *others)
