"""The page about oneself, and everything that can be done there."""

from dataclasses import dataclass

from litestar import get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath
from litestar.response import Redirect, Stream, Template
from litestar.router import Router

from shanghaien.rules import N_
from shanghaien.web.core.clock import now
from shanghaien.web.core.errors import BadRequestError, DomainError, SignInFirst
from shanghaien.web.core.formats import DAY, HOUR, day_of
from shanghaien.web.core.i18n import gettext, ngettext
from shanghaien.web.core.visitor import Account, visitor_of
from shanghaien.web.people.account_names import AccountNaming
from shanghaien.web.people.accounts import AccountDeletion
from shanghaien.web.people.names import normalised_name
from shanghaien.web.people.pages.archive import archive
from shanghaien.web.people.pages.sign_in_views import Arrivals
from shanghaien.web.people.person_data import PersonExport
from shanghaien.web.people.sessions import Sessions, device_name, is_small
from shanghaien.web.site.forms import AnyRequest, read_fields
from shanghaien.web.site.preferences import preferences_of
from shanghaien.web.site.problems import status_of
from shanghaien.web.site.templates import site_of
from shanghaien.web.tables.service import Tables

# What the page about oneself shows.

JUST_NOW = 2 * HOUR
"""When a device was last used is known to the hour."""


@dataclass(frozen=True, slots=True)
class Device:
    """A browser in which somebody is signed in, as they see it."""

    id: str
    name: str
    used: str
    picture: str
    here: bool


def device(session: str, label: str, used: str, *, here: bool) -> Device:
    """A session as a device; the one from which the page is looked at is told apart."""
    picture = "h-phone" if is_small(label) else "h-laptop"
    return Device(session, device_name(label), gettext("here now") if here else used, picture, here)


def used_words(seen: int, zone: str) -> str:
    """When a device was last used, as exactly as it is known."""
    ago = now() - seen
    if ago < JUST_NOW:
        return gettext("used just now")
    if ago < DAY:
        return gettext("used today")
    if ago < 31 * DAY:
        days = ago // DAY
        return ngettext("used %(num)d day ago", "used %(num)d days ago", days) % {"num": days}
    return gettext("used on %(day)s") % {"day": day_of(seen, zone)}


# A request about one's own account: only somebody who is signed in gets there.

TOLD = {
    "named": N_("Saved. New games are played under this name."),
    "out": N_("Signed out there."),
    "others": N_("Signed out everywhere else."),
}
"""What is told after something was pressed, by the word in the address."""


class AccountVisit:
    """One request about an account, with the parts of the server that answer it; Litestar makes one for each."""

    def __init__(
        self,
        request: AnyRequest,
        sessions: NamedDependency[Sessions],
        naming: NamedDependency[AccountNaming],
        arrivals: NamedDependency[Arrivals],
        departures: NamedDependency[AccountDeletion],
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
            raise SignInFirst(N_("You are not signed in. Sign in, and try again."))
        return self._visitor.account

    @property
    def session(self) -> str:
        """The session from which the request comes."""
        return self._visitor.session

    async def page(self, refusal: DomainError | None = None, typed: str = "") -> Template:
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
        return Template("people/account/account.html", context=context, status_code=status_of(refusal))


Visit = NamedDependency[AccountVisit]
LONGEST_TYPED = 80


@get("/")
async def account_page(visit: Visit) -> Template | Redirect:
    """One's name, devices, and what can be taken along; a guest has nothing of the kind yet."""
    return Redirect("/keep", status_code=303) if visit.is_guest else await visit.page()


@post("/name")
async def rename(visit: Visit) -> Template | Redirect:
    """Go by another name: `name`."""
    fields = await read_fields(visit.request)
    typed = fields.text("name", "", LONGEST_TYPED)
    try:
        await visit.naming.rename(visit.owner.id, typed, gettext)
    except DomainError as refusal:
        return await visit.page(refusal, typed)
    visit.sessions.forget(visit.owner.id)
    return Redirect("/account?told=named", status_code=303)


@post("/devices/{session:str}/sign-out")
async def sign_out_there(visit: Visit, session: FromPath[str]) -> Redirect:
    """Sign out on one device; on this one it is as pressing that button."""
    if session == visit.session:
        return await _sign_out(visit)
    await visit.sessions.end(visit.owner.id, session)
    return Redirect("/account?told=out", status_code=303)


@post("/devices/sign-out-others")
async def sign_out_others(visit: Visit) -> Redirect:
    """Sign out everywhere but here."""
    await visit.sessions.end_all(visit.owner.id, visit.session)
    return Redirect("/account?told=others", status_code=303)


@post("/sign-out")
async def sign_out(visit: Visit) -> Redirect:
    """Sign out in this browser."""
    return await _sign_out(visit)


@get("/export")
async def export(
    visit: Visit, person_export: NamedDependency[PersonExport], tables: NamedDependency[Tables]
) -> Stream | Redirect:
    """Everything that is known of oneself, in one archive."""
    if visit.is_guest:
        return Redirect("/keep", status_code=303)
    headers = {"Content-Disposition": 'attachment; filename="shanghaien.zip"', "Cache-Control": "no-store"}
    return Stream(archive(visit.owner.id, person_export, tables), media_type="application/zip", headers=headers)


@post("/delete")
async def delete(visit: Visit) -> Template | Redirect:
    """Leave for good: `name`, typed once more."""
    fields = await read_fields(visit.request)
    typed = fields.text("name", "", LONGEST_TYPED)
    if normalised_name(typed) != normalised_name(visit.owner.name):
        return await visit.page(BadRequestError(N_("Nothing was deleted: type your name as it stands on this page.")))
    await visit.departures.leave(visit.owner.id)
    return await _sign_out(visit)


async def _sign_out(visit: AccountVisit) -> Redirect:
    return Redirect("/", status_code=303, cookies=await visit.arrivals.leave(visit.request))


ROUTES = [
    Router(
        "/account",
        route_handlers=[account_page, rename, sign_out_there, sign_out_others, sign_out, export, delete],
        dependencies={"visit": Provide(AccountVisit, sync_to_thread=False)},
    )
]
