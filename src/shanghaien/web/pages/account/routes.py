"""The page about oneself, and everything that can be done there."""

from litestar import get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath
from litestar.response import Redirect, Stream, Template
from litestar.router import Router

from shanghaien.rules import N_
from shanghaien.web.http.fields import read_fields
from shanghaien.web.http.i18n import gettext
from shanghaien.web.http.refusals import Refused, Unreadable
from shanghaien.web.people.name_rules import folded
from shanghaien.web.people.own_archive import OwnArchive
from shanghaien.web.play.tables import Tables

from .archive import archive
from .visit import AccountVisit

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
    except Refused as refusal:
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
    visit: Visit, own_archive: NamedDependency[OwnArchive], tables: NamedDependency[Tables]
) -> Stream | Redirect:
    """Everything that is known of oneself, in one archive."""
    if visit.is_guest:
        return Redirect("/keep", status_code=303)
    headers = {"Content-Disposition": 'attachment; filename="shanghaien.zip"', "Cache-Control": "no-store"}
    return Stream(archive(visit.owner.id, own_archive, tables), media_type="application/zip", headers=headers)


@post("/delete")
async def delete(visit: Visit) -> Template | Redirect:
    """Leave for good: `name`, typed once more."""
    fields = await read_fields(visit.request)
    typed = fields.text("name", "", LONGEST_TYPED)
    if folded(typed) != folded(visit.owner.name):
        return await visit.page(Unreadable(N_("Nothing was deleted: type your name as it stands on this page.")))
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
