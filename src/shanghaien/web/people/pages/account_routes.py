"""The page of one's account, and everything that can be done there."""

from dataclasses import dataclass

from litestar import get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath
from litestar.response import Redirect, Stream, Template
from litestar.router import Router

from shanghaien.rules import N_
from shanghaien.web.core.clock import now
from shanghaien.web.core.errors import BadRequestError, DomainError
from shanghaien.web.core.formats import DAY, HOUR, day_of
from shanghaien.web.core.i18n import gettext, ngettext
from shanghaien.web.core.parts import Parts
from shanghaien.web.core.visitor import Account
from shanghaien.web.people.account_names import AccountNaming
from shanghaien.web.people.accounts import AccountDeletion
from shanghaien.web.people.names import normalised_name
from shanghaien.web.people.pages.archive import archive, own_files
from shanghaien.web.people.pages.sign_in_views import Arrivals
from shanghaien.web.people.person_data import PersonExport
from shanghaien.web.people.sessions import SessionRow, Sessions, device_name
from shanghaien.web.site.forms import AnyRequest, read_fields
from shanghaien.web.site.preferences import preferences_of
from shanghaien.web.site.problems import status_of
from shanghaien.web.site.templates import confirmation, site_of
from shanghaien.web.tables.service import Tables

JUST_NOW = 2 * HOUR
"""When a device was last used is known to the hour."""


@dataclass(frozen=True, slots=True)
class Device:
    """A session in the list of devices."""

    id: str
    name: str
    used: str
    picture: str
    here: bool


def device(row: SessionRow, here: str, zone: str) -> Device:
    """`here` is the session that looks at the page."""
    picture = "h-phone" if row.label.endswith(("iPhone", "iPad", "Android")) else "h-laptop"
    used = gettext("here now") if row.hash == here else used_words(row.seen, zone)
    return Device(row.hash, device_name(row.label), used, picture, row.hash == here)


def used_words(seen: int, zone: str) -> str:
    """When a device was last used, as exactly as it is stored."""
    ago = now() - seen
    if ago < JUST_NOW:
        return gettext("used just now")
    if ago < DAY:
        return gettext("used today")
    if ago < 31 * DAY:
        days = ago // DAY
        return ngettext("used %(num)d day ago", "used %(num)d days ago", days) % {"num": days}
    return gettext("used on %(day)s") % {"day": day_of(seen, zone)}


TOLD = {
    "named": N_("Saved. New games are played under this name."),
    "out": N_("Signed out there."),
    "others": N_("Signed out everywhere else."),
}
"""Confirmations by the word in the address."""


class AccountVisit:
    """A request about an account and the parts that answer it; Litestar makes one for each request."""

    def __init__(self, request: AnyRequest, parts: NamedDependency[Parts]) -> None:
        self.request, self.sessions, self.naming = request, parts[Sessions], parts[AccountNaming]
        self.arrivals, self.account_deletion = parts[Arrivals], parts[AccountDeletion]
        self.is_guest, self.session = request.user.account is None, request.user.session

    @property
    def owner(self) -> Account:
        """SignInFirst for guests."""
        return self.request.user.require_account()

    async def page(self, refusal: DomainError | None = None, typed: str = "") -> Template:
        """The account page, with the reason if the last request was refused."""
        rows, zone = await self.sessions.of(self.owner.id), preferences_of(self.request).zone
        devices = [device(row, self.session, zone) for row in rows]
        context = {
            "site": site_of(self.request, refusal.said(gettext) if refusal else ""),
            "name": self.owner.name,
            "administers": self.owner.administers,
            "moderates": self.owner.moderates,
            "typed": typed or self.owner.name,
            "devices": sorted(devices, key=lambda shown: not shown.here),
            "told": confirmation(self.request, TOLD),
        }
        return Template("people/account/account.html", context=context, status_code=status_of(refusal))


Visit = NamedDependency[AccountVisit]
LONGEST_TYPED = 80


@get("/")
async def account_page(visit: Visit) -> Template | Redirect:
    return Redirect("/keep", status_code=303) if visit.is_guest else await visit.page()


@post("/name")
async def rename(visit: Visit) -> Template | Redirect:
    """Form: `name`."""
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
    """Sign out one device; the present one is signed out as by its own button."""
    if session == visit.session:
        return await _sign_out(visit)
    await visit.sessions.end(visit.owner.id, session)
    return Redirect("/account?told=out", status_code=303)


@post("/devices/sign-out-others")
async def sign_out_others(visit: Visit) -> Redirect:
    await visit.sessions.end_all(visit.owner.id, visit.session)
    return Redirect("/account?told=others", status_code=303)


@post("/sign-out")
async def sign_out(visit: Visit) -> Redirect:
    return await _sign_out(visit)


@get("/export")
async def export(
    visit: Visit, person_export: NamedDependency[PersonExport], tables: NamedDependency[Tables]
) -> Stream | Redirect:
    if visit.is_guest:
        return Redirect("/keep", status_code=303)
    headers = {"Content-Disposition": 'attachment; filename="shanghaien.zip"', "Cache-Control": "no-store"}
    return Stream(
        archive(own_files(visit.owner.id, person_export, tables)), media_type="application/zip", headers=headers
    )


@post("/delete")
async def delete(visit: Visit) -> Template | Redirect:
    """Delete the account; form: `name`, typed as a confirmation."""
    fields = await read_fields(visit.request)
    typed = fields.text("name", "", LONGEST_TYPED)
    if normalised_name(typed) != normalised_name(visit.owner.name):
        return await visit.page(BadRequestError(N_("Nothing was deleted: type your name as it stands on this page.")))
    await visit.account_deletion.leave(visit.owner.id)
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
