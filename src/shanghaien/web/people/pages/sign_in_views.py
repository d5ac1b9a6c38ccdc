"""The pages about accounts and credentials: making an account, signing in, one's credentials, new codes."""

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
from shanghaien.web.core.parts import Parts
from shanghaien.web.core.settings import Settings
from shanghaien.web.core.visitor import Account
from shanghaien.web.people.account_names import AccountNaming, Inside
from shanghaien.web.people.accounts import Accounts, Browser, nothing_else
from shanghaien.web.people.attempts import HourlyLimit
from shanghaien.web.people.credential_store import PasskeyRow
from shanghaien.web.people.credentials import CredentialServices
from shanghaien.web.people.names import check_name
from shanghaien.web.people.pages.remembered_name import remembered_name
from shanghaien.web.people.sessions import Sessions, device_label
from shanghaien.web.people.tokens import Tokens
from shanghaien.web.people.webauthn import NoParty, RelyingParty, relying_party
from shanghaien.web.site.forms import AnyRequest, address_for_links, place_of
from shanghaien.web.site.preferences import kept_cookies, preferences_of
from shanghaien.web.site.problems import status_of
from shanghaien.web.site.sessions import CsrfTokens, GuestCookie, SessionCookie
from shanghaien.web.site.templates import confirmation, site_of
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.store.lists import count_games


class Arrivals:
    """Signs people in and out in a browser, by its cookies."""

    def __init__(self, accounts: Accounts, sessions: Sessions, guests: GuestCookie, cookie: SessionCookie) -> None:
        self._accounts, self._sessions = accounts, sessions
        self._guests, self._cookie = guests, cookie

    async def make_account(
        self, request: AnyRequest, person: PersonId, name: str, inside: Inside = nothing_else
    ) -> list[Cookie]:
        """A new account with this id, signed in, with the games of the browser's guest.

        `inside` runs in the same transaction and stores the first credential. NameTaken or BadName if the name is refused.
        """
        shown = await self._accounts.make_account(person, name, self._browser(request), inside, i18n.gettext)
        return [self._cookie.cookie(shown), *self._guests.gone(request)]

    async def sign_in(self, request: AnyRequest, person: PersonId) -> list[Cookie]:
        """Sign in; another person who was signed in here is signed out."""
        shown = await self._accounts.sign_in(person, self._browser(request))
        return [self._cookie.cookie(shown), *self._guests.gone(request)]

    def _browser(self, request: AnyRequest) -> Browser:
        visitor, label = request.user, device_label(request.headers.get("user-agent", ""))
        if visitor.account is not None:
            return Browser(None, visitor.session, label)
        return Browser(self._guests.guest(request), "", label, kept_cookies(request))

    async def leave(self, request: AnyRequest) -> list[Cookie]:
        """Sign out; the browser gets a new guest."""
        visitor = request.user
        if visitor.account is not None:
            await self._sessions.end(visitor.account.id, visitor.session)
        return [self._cookie.gone(), self._guests.fresh()]


@dataclass(frozen=True, slots=True)
class AvailableCredentials:
    """Which credentials work at this address."""

    party: RelyingParty | None
    elsewhere: str
    """Where passkeys work, if they do not work here."""
    mail: bool
    """Whether the host has set up mail."""

    @property
    def origin(self) -> str:
        """The origin that a page must have for passkeys; its script compares that with its own."""
        return self.party.origin if self.party else ""


def ways_at(request: AnyRequest, settings: Settings) -> AvailableCredentials:
    found, mail = relying_party(address_for_links(request, settings.public_url)), bool(settings.smtp)
    if isinstance(found, NoParty):
        return AvailableCredentials(None, found.elsewhere, mail)
    return AvailableCredentials(found, "", mail)


class NoSuchWay(DomainError):
    """This site has no such credential."""

    code = "no-such-way"


class KeepVisit:
    """A request about credentials and the parts that answer it; Litestar makes one for each request."""

    def __init__(self, request: AnyRequest, parts: NamedDependency[Parts]) -> None:
        self.request, self.settings, self.tables = request, parts.settings, parts[Tables]
        self.keys, self.arrivals, self.naming = parts[CredentialServices], parts[Arrivals], parts[AccountNaming]
        self.browser: PersonId = parts[GuestCookie].welcome(request)[0]
        self.account: Account | None = request.user.account
        self.place = ways_at(request, parts.settings)
        self._tokens = parts[Tokens]

    @property
    def party(self) -> RelyingParty:
        """NoSuchWay if passkeys do not work at this address."""
        if self.place.party is None:
            raise NoSuchWay(N_("Passkeys do not work at this address. Use another way."))
        return self.place.party

    @property
    def owner(self) -> Account:
        """SignInFirst for guests."""
        if self.account is None:
            raise SignInFirst(N_("Sign in first."))
        return self.account

    async def free_name(self, typed: str) -> str:
        """The name in a form; refused if it is not allowed, or taken."""
        name = check_name(typed)
        if not await self.naming.is_free(name):
            raise await self.naming.taken(name, gettext)
        return name

    async def tokens_that_end(self) -> int:
        """How many tokens the guest of this browser has, which end when they make an account or sign in."""
        return 0 if self.account else len(await self._tokens.of(self.browser))

    async def try_once(self, kind: str, most: int, *others: HourlyLimit) -> None:
        """Count one attempt for the client's address and for the other limits."""
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
"""Confirmations by the word in the address."""


async def keep_page(visit: KeepVisit, refusal: DomainError | None = None, name: str = "") -> Template:
    values = {
        "games": await count_games(visit.keys.database, visit.browser),
        "tokens": await visit.tokens_that_end(),
        "name": name or remembered_name(visit.request),
        "told": confirmation(visit.request, TOLD),
    }
    return _page(visit, "people/sign_in/keep.html", refusal, **values)


async def sign_in_page(visit: KeepVisit, refusal: DomainError | None = None, name: str = "") -> Template:
    values = {"tokens": await visit.tokens_that_end(), "told": confirmation(visit.request, TOLD), "name": name}
    return _page(visit, "people/sign_in/sign_in.html", refusal, **values)


async def keys_page(visit: KeepVisit, refusal: DomainError | None = None) -> Template:
    keys, person, zone = visit.keys, visit.owner.id, preferences_of(visit.request).zone
    ways = await keys.ways.of(person)
    values = {
        "account": visit.owner.name,
        "passkeys": [_shown(row, zone) for row in await keys.passkeys.of(person)],
        "address": await keys.mailboxes.of(person),
        "codes": ways.codes,
        "spare_passkey": ways.without_passkey(mail=visit.place.mail),
        "spare_mailbox": ways.without_mailbox,
        "told": confirmation(visit.request, TOLD),
    }
    return _page(visit, "people/sign_in/keys.html", refusal, **values)


def codes_page(visit: KeepVisit, codes: list[str], owner: Account) -> Template:
    """New recovery codes, shown once; the owner may have been signed in by this very request."""
    page = _page(visit, "people/sign_in/codes.html", None, codes=codes, name=owner.name)
    token = CsrfTokens(visit.tables.signer).make(owner.id)
    page.context["site"] = replace(page.context["site"], csrf=token, account=owner.name, offer=False)
    return page


def _page(visit: KeepVisit, template: str, refusal: DomainError | None, **values: object) -> Template:
    site = site_of(visit.request, refusal.said(gettext) if refusal else "")
    headers = {"Retry-After": str(refusal.retry_after)} if refusal and refusal.retry_after else {}
    context = {"site": site, "place": visit.place, **values}
    return Template(template, context=context, status_code=status_of(refusal), headers=headers)


def _shown(row: PasskeyRow, zone: str) -> dict[str, str]:
    used = day_of(row.used, zone) if row.used > row.created else ""
    return {"id": row.hash, "label": row.label, "made": day_of(row.created, zone), "used": used}
