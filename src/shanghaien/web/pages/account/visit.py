"""A request about one's own account: only somebody who is signed in gets there."""

from litestar.di import NamedDependency
from litestar.response import Template

from shanghaien.rules import N_
from shanghaien.web.http.i18n import gettext
from shanghaien.web.http.preferences import preferences_of
from shanghaien.web.http.refusals import Refused
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.http.site import site_of
from shanghaien.web.http.visitor import Account, visitor_of
from shanghaien.web.pages.shared.arrivals import Arrivals
from shanghaien.web.people.departures import Departures
from shanghaien.web.people.naming import Naming
from shanghaien.web.people.sessions import Sessions

from .model import device, used_words

TOLD = {
    "named": N_("Saved. New games are played under this name."),
    "out": N_("Signed out there."),
    "others": N_("Signed out everywhere else."),
}
"""What is told after something was pressed, by the word in the address."""


class NoAccount(Refused):
    """Only somebody who is signed in has an account."""

    status = 403


class AccountVisit:
    """One request about an account, with the parts of the server that answer it; Litestar makes one for each."""

    def __init__(
        self,
        request: AnyRequest,
        sessions: NamedDependency[Sessions],
        naming: NamedDependency[Naming],
        arrivals: NamedDependency[Arrivals],
        departures: NamedDependency[Departures],
    ) -> None:
        self.request, self.sessions, self.naming = request, sessions, naming
        self.arrivals, self.departures = arrivals, departures
        self._visitor = visitor_of(request)

    @property
    def is_guest(self) -> bool:
        """Whether nobody is signed in."""
        return self._visitor.account is None

    @property
    def owner(self) -> Account:
        """Whose account it is; refused if nobody is signed in."""
        if self._visitor.account is None:
            raise NoAccount(N_("You are not signed in. Sign in, and try again."))
        return self._visitor.account

    @property
    def session(self) -> str:
        """The session from which the request comes."""
        return self._visitor.session

    async def page(self, refusal: Refused | None = None, typed: str = "") -> Template:
        """The page, with the reason why the last thing that was asked for did not happen."""
        rows, zone = await self.sessions.of(self.owner.id), preferences_of(self.request).zone
        devices = [
            device(row.hash, row.label, used_words(row.seen, zone), here=row.hash == self.session) for row in rows
        ]
        word = self.request.query_params.get("told", "")
        context = {
            "site": site_of(self.request, refusal.said(gettext) if refusal else ""),
            "name": self.owner.name,
            "administers": self.owner.administers,
            "moderates": self.owner.moderates,
            "typed": typed or self.owner.name,
            "devices": sorted(devices, key=lambda shown: not shown.here),
            "told": gettext(TOLD[word]) if word in TOLD else "",
        }
        return Template("account/account.html", context=context, status_code=refusal.status if refusal else 200)
