"""The pages about ways in as templates with their values: keeping one's games, signing in, one's keys, new codes."""

from dataclasses import dataclass, replace

from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.response import Template

from shanghaien.rules import N_
from shanghaien.web.core import i18n
from shanghaien.web.core.errors import DomainError, SignInFirst
from shanghaien.web.core.formats import day_of
from shanghaien.web.core.i18n import gettext
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.settings import Settings
from shanghaien.web.core.visitor import Account, visitor_of
from shanghaien.web.people.account_names import AccountNaming
from shanghaien.web.people.accounts import Accounts, Browser, Inside, nothing_else
from shanghaien.web.people.attempts import HourlyLimit
from shanghaien.web.people.credentials import CredentialServices
from shanghaien.web.people.pages.remembered_name import remembered_name
from shanghaien.web.people.passkeys import KeptKey
from shanghaien.web.people.sessions import Sessions, device_label
from shanghaien.web.people.webauthn import NoParty, RelyingParty, relying_party
from shanghaien.web.site.csrf import CsrfTokens
from shanghaien.web.site.forms import AnyRequest, address_for_links, place_of
from shanghaien.web.site.preferences import kept_cookies, preferences_of
from shanghaien.web.site.problems import status_of
from shanghaien.web.site.sessions import GuestCookie, SessionCookie
from shanghaien.web.site.templates import site_of
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.store.lists import count_games

# Signing in and out as pages do it: who arrives in this browser, and which cookies it gets for that.


class Arrivals:
    """Lets people in and out."""

    def __init__(self, joining: Accounts, sessions: Sessions, guests: GuestCookie, cookie: SessionCookie) -> None:
        self.joining, self._sessions = joining, sessions
        self._guests, self._cookie = guests, cookie

    async def make_account(
        self, request: AnyRequest, person: PersonId, name: str, inside: Inside = nothing_else
    ) -> list[Cookie]:
        """A new account with this id, whose games are those of the browser's guest; they are signed in then.

        `inside` is done in the same transaction: it keeps the first key. NameTaken or BadName say why not.
        """
        shown = await self.joining.make_account(person, name, _browser(request, self._guests), inside, i18n.gettext)
        return [self._cookie.cookie(shown), *self._guests.gone(request)]

    async def arrive(self, request: AnyRequest, person: PersonId) -> list[Cookie]:
        """Sign somebody in who has shown who they are. Whoever was signed in here before no longer is."""
        shown = await self.joining.arrive(person, _browser(request, self._guests))
        return [self._cookie.cookie(shown), *self._guests.gone(request)]

    async def leave(self, request: AnyRequest) -> list[Cookie]:
        """Sign out in this browser, which is a new guest's then."""
        visitor = visitor_of(request)
        if visitor.account is not None:
            await self._sessions.end(visitor.account.id, visitor.session)
        return [self._cookie.gone(), self._guests.fresh()]


def _browser(request: AnyRequest, guests: GuestCookie) -> Browser:
    visitor = visitor_of(request)
    label = device_label(request.headers.get("user-agent", ""))
    if visitor.account is not None:
        return Browser(None, visitor.session, label)
    return Browser(guests.guest(request), "", label, kept_cookies(request))


# What the pages about ways in need to know of the place where they are shown: which ways there can be.


@dataclass(frozen=True, slots=True)
class AvailableCredentials:
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


def ways_at(request: AnyRequest, settings: Settings) -> AvailableCredentials:
    """The place at which a request is answered."""
    found = relying_party(address_for_links(request, settings.public_url))
    mail = bool(settings.smtp)
    return (
        AvailableCredentials(None, found.elsewhere, mail)
        if isinstance(found, NoParty)
        else AvailableCredentials(found, "", mail)
    )


# A request about ways in: who asks, from where, with which of them the place can help.


class NoSuchWay(DomainError):
    """The place has no such way in."""

    code = "no-such-way"


class KeepVisit:
    """One request about ways in, with the parts of the server that answer it; Litestar makes one for each."""

    def __init__(
        self,
        request: AnyRequest,
        key_ring: NamedDependency[CredentialServices],
        arrivals: NamedDependency[Arrivals],
        naming: NamedDependency[AccountNaming],
        person_cookie: NamedDependency[GuestCookie],
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


TOLD = {
    "sent": N_("If the address is right, a link is on its way. It works once, for 15 minutes, in this browser."),
    "kept": N_("Done. Your games are yours on every device now."),
    "passkey": N_("The passkey was added."),
    "renamed": N_("Saved."),
    "removed": N_("Removed."),
    "mail": N_("The address is confirmed."),
    "code": N_("You signed in with a recovery code, which is used up now. Make a passkey for next time."),
}
"""What is told after something was pressed, by the word in the address."""


@dataclass(frozen=True, slots=True)
class ShownKey:
    """A passkey as its owner sees it."""

    id: str
    label: str
    made: str
    used: str


async def keep_page(visit: KeepVisit, refusal: DomainError | None = None, name: str = "") -> Template:
    """What one gains by a name, and how one comes back."""
    games = await count_games(visit.keys.database, visit.browser)
    values = {"games": games, "name": name or remembered_name(visit.request), "told": _told(visit)}
    return _page(visit, "people/sign_in/keep.html", refusal, **values)


def sign_in_page(visit: KeepVisit, refusal: DomainError | None = None, name: str = "") -> Template:
    """The ways in."""
    return _page(visit, "people/sign_in/sign_in.html", refusal, told=_told(visit), name=name)


async def keys_page(visit: KeepVisit, refusal: DomainError | None = None) -> Template:
    """The ways in of whoever is signed in."""
    keys, person, zone = visit.keys, visit.owner.id, preferences_of(visit.request).zone
    ways = await keys.ways.of(person)
    values = {
        "account": visit.owner.name,
        "passkeys": [_shown(row, zone) for row in await keys.passkeys.of(person)],
        "address": await keys.mailboxes.of(person),
        "codes": ways.codes,
        "spare_passkey": ways.without_passkey(mail=visit.place.mail),
        "spare_mailbox": ways.without_mailbox,
        "told": _told(visit),
    }
    return _page(visit, "people/sign_in/keys.html", refusal, **values)


def codes_page(visit: KeepVisit, codes: list[str], owner: Account) -> Template:
    """New recovery codes, shown this once; the forms of the page are their owner's, who may be signed in just now."""
    page = _page(visit, "people/sign_in/codes.html", None, codes=codes, name=owner.name)
    token = CsrfTokens(visit.tables.signer).make(owner.id)
    page.context["site"] = replace(page.context["site"], csrf=token, account=owner.name, offer=False)
    return page


def _page(visit: KeepVisit, template: str, refusal: DomainError | None, **values: object) -> Template:
    site = site_of(visit.request, refusal.said(gettext) if refusal else "")
    headers = {"Retry-After": str(refusal.retry_after)} if refusal and refusal.retry_after else {}
    context = {"site": site, "place": visit.place, **values}
    return Template(template, context=context, status_code=status_of(refusal), headers=headers)


def _told(visit: KeepVisit) -> str:
    word = visit.request.query_params.get("told", "")
    return gettext(TOLD[word]) if word in TOLD else ""


def _shown(row: KeptKey, zone: str) -> ShownKey:
    used = day_of(row.used, zone) if row.used > row.created else ""
    return ShownKey(row.id, row.label, day_of(row.created, zone), used)
