"""The addresses about people: a person's page, their games, two people over the years, records to take along."""

from litestar import get
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Stream, Template
from litestar.router import Router
from litestar.types import ControllerRouterHandler

from shanghaien.web.http.places import place_of
from shanghaien.web.http.site import site_of
from shanghaien.web.people.own_archive import OwnArchive
from shanghaien.web.play.tables import Tables
from shanghaien.web.workers.quotas import Quotas, Work

from .against import against
from .bots import bot_page
from .game_lines import Lines
from .lists import game_list, versus_page
from .model import profile_page
from .privacy import PRIVACY_ROUTES
from .records import records
from .visit import ProfileVisit

Visit = NamedDependency[ProfileVisit]
Name = FromPath[str]


@get("/{name:str}")
async def person_page(visit: Visit, name: Name) -> Template | Redirect:
    """A person's page; one that is kept back says so and nothing else."""
    found = await visit.find(name)
    if found.name != name:
        return Redirect(found.address, status_code=303)
    if not found.seen.profile:
        context = {"site": site_of(visit.request), "name": found.name}
        return Template("profile/hidden.html", context=context, status_code=403)
    profile = await profile_page(visit.about, found, visit.viewer, visit.request.query_params.get("list", ""))
    return Template("profile/page.html", context={"site": site_of(visit.request), "profile": profile})


@get("/{name:str}/games")
async def games_of(visit: Visit, name: Name, before: FromQuery[str] = "") -> Template:
    """Their games, the latest first; filtered as the address says."""
    return await game_list(visit, await visit.with_games(name), before)


@get("/{name:str}/records.zip")
async def records_of(
    visit: Visit,
    name: Name,
    own_archive: NamedDependency[OwnArchive],
    tables: NamedDependency[Tables],
    quotas: NamedDependency[Quotas],
) -> Stream:
    """The records of their latest games in one archive."""
    found = await visit.with_games(name)
    quotas.ask(Work.RECORDS, visit.viewer, place_of(visit.request))
    made = records(Lines(visit.about, found, visit.viewer), own_archive, tables)
    headers = {"Content-Disposition": 'attachment; filename="records.zip"', "Cache-Control": "no-store"}
    return Stream(made, media_type="application/zip", headers=headers)


@get("/{name:str}/versus")
async def all_opponents(visit: Visit, name: Name) -> Template:
    """Everybody they have played of late."""
    found = await visit.with_games(name)
    rows = await visit.about.results.latest(found.person.id)
    opponents = await against(Lines(visit.about, found, visit.viewer), rows)
    context = {"site": site_of(visit.request), "person": found, "opponents": opponents, "looked": len(rows)}
    return Template("profile/opponents.html", context=context)


@get("/{name:str}/versus/{other:str}")
async def two_people(visit: Visit, name: Name, other: Name, before: FromQuery[str] = "") -> Template:
    """Two people over the years."""
    return await versus_page(visit, name, other, before)


ROUTES: list[ControllerRouterHandler] = [
    Router(
        "/people",
        route_handlers=[person_page, games_of, records_of, all_opponents, two_people],
        dependencies={"visit": Provide(ProfileVisit, sync_to_thread=False)},
    ),
    bot_page,
    *PRIVACY_ROUTES,
]
