"""The addresses about people: a person's page, their games, two people over the years, records to take along."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from litestar import get
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Stream, Template
from litestar.router import Router
from litestar.types import ControllerRouterHandler

from shanghaien.ratings.anchors import ANCHORS
from shanghaien.rules import N_
from shanghaien.web.bots.quotas import Quotas, Work
from shanghaien.web.core.errors import BadRequestError, NotFoundError
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.parts import Parts
from shanghaien.web.people.account_names import AccountNames
from shanghaien.web.people.pages.archive import PAUSE, SentFile, record_text
from shanghaien.web.people.person_data import PersonExport
from shanghaien.web.people.profile.charts import SMALL, WIDE
from shanghaien.web.people.profile.opponent_views import GameLine, Lines, Versus, against
from shanghaien.web.people.profile.privacy_routes import PRIVACY_ROUTES
from shanghaien.web.people.profile.profile_visit import Filters, Found, ProfileVisit, choices
from shanghaien.web.people.profile.service import ProfileService
from shanghaien.web.people.profile.views import profile_page
from shanghaien.web.people.store import PeopleStore
from shanghaien.web.people.visibility import Visibility
from shanghaien.web.site.forms import AnyRequest, place_of
from shanghaien.web.site.problems import status_of
from shanghaien.web.site.templates import site_of
from shanghaien.web.standings.result_lists import (
    LOOKED_AT,
    ResultLists,
    ResultPage,
    ResultPlace,
    StrengthStore,
    WantedResults,
)
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.words.drawings import character
from shanghaien.web.tables.words.players import RANKS, rank


@get("/bots/{level:str}", sync_to_thread=False)
def bot_page(request: AnyRequest, level: FromPath[str]) -> Template:
    if level not in RANKS:
        raise NotFoundError(N_("There is no such bot."))
    mates = [_bot(each) for each in RANKS]
    return Template("people.profile/bot.html", context={"site": site_of(request), "bot": _bot(level), "mates": mates})


def _bot(level: str) -> dict[str, Any]:
    strength = round(ANCHORS[level]) if level in ANCHORS else None
    return {"level": level, "name": rank(level), "character": character(level), "strength": strength}


ON_A_PAGE = 20
Visit = NamedDependency[ProfileVisit]
Name = FromPath[str]


@get("/{name:str}/games")
async def games_of(visit: Visit, name: Name, before: FromQuery[str] = "") -> Template:
    """A page of the list; combined filters read a limited number of games and offer to look further back."""
    found = await visit.with_games(name)
    filters = Filters.read(visit.request.query_params)
    opponent = await _opponent(visit, found, filters.opponent) if filters.opponent else None
    lines, page = await _lines(visit, found, filters.wanted(opponent), before)
    context = {
        "site": site_of(visit.request),
        "person": found,
        "games": lines,
        "filters": filters,
        "choices": choices(),
        "before": before,
        "next": filters.query(str(page.next)) if page.next else "",
        "full": len(page.rows) == ON_A_PAGE,
    }
    return Template("people.profile/games.html", context=context)


@get("/{name:str}/versus/{other:str}")
async def two_people(visit: Visit, name: Name, other: Name, before: FromQuery[str] = "") -> Template:
    """Open to those who may see both lists, and to the two people themselves."""
    found, opponent = await visit.find(name), await visit.find(other)
    for one, them in ((found, opponent), (opponent, found)):
        if not one.shows_games and not them.seen.own:
            raise one.kept_back()
    if found.person.id == opponent.person.id:
        raise NotFoundError(N_("Nobody plays against themselves."))
    latest = await visit.about.results.latest(found.person.id, opponent.person.id)
    rows, whole = [row for row in latest if not row.called_off], len(latest) < LOOKED_AT
    lines, page = await _lines(visit, found, WantedResults(opponent.person.id), before)
    context = {
        "site": site_of(visit.request),
        "person": found,
        "other": opponent,
        "versus": Versus((found.name, opponent.name), rows, whole) if rows else None,
        "sizes": (WIDE._replace(left=60, right=10), SMALL._replace(left=52, right=8)),
        "games": lines,
        "before": before,
        "next": f"?before={page.next}" if page.next else "",
    }
    return Template("people.profile/versus.html", context=context)


async def _opponent(visit: ProfileVisit, found: Found, name: str) -> PersonId:
    """The person whom a filter names; refused if the viewer may not learn of games with them."""
    opponent = await visit.find(name)
    if not opponent.seen.games and not found.seen.own:
        raise opponent.kept_back()
    return opponent.person.id


async def _lines(
    visit: ProfileVisit, found: Found, wanted: WantedResults, before: str
) -> tuple[list[GameLine], ResultPage]:
    place = ResultPlace.read(before)
    if before and place is None:
        raise BadRequestError(N_("There is no such page of these games; begin with the first."))
    page = await visit.about.results.page(found.person.id, ON_A_PAGE, wanted, place)
    return await Lines(visit.about, found, visit.viewer).of(page.rows), page


AT_ONCE, MOST = 50, 1000
"""Games that are looked up together, and games in an archive: the latest ones."""


async def records(lines: Lines, own: PersonExport, tables: Tables) -> AsyncIterator[bytes]:
    """Every game that the viewer could open from the list, the latest first."""
    sent = SentFile()
    with ZipFile(sent, "w", ZIP_DEFLATED) as zipped:
        async for line in _games(lines):
            async with own.one_at_a_time:
                record = await record_text(line.game, tables, lines.viewer)
                await asyncio.sleep(PAUSE)
            if record:
                zipped.writestr(f"{line.game}.json", record)
                yield sent.take()
    yield sent.take()


async def _games(lines: Lines) -> AsyncIterator[GameLine]:
    """Read page by page while the archive is sent, since what may be seen can change meanwhile."""
    place: ResultPlace | None = None
    for _ in range(MOST // AT_ONCE):
        page = await lines.about.results.page(lines.found.person.id, AT_ONCE, after=place)
        for line in await lines.of(page.rows):
            if line.game:
                yield line
        if page.next is None:
            return
        place = page.next


@get("/{name:str}")
async def person_page(visit: Visit, name: Name) -> Template | Redirect:
    """A private page says so and nothing else."""
    found = await visit.find(name)
    if found.name != name:
        return Redirect(found.address, status_code=303)
    if not found.seen.profile:
        context = {"site": site_of(visit.request), "name": found.name, **(await visit.panels(found))}
        return Template("people.profile/hidden.html", context=context, status_code=status_of(found.kept_back()))
    profile = await profile_page(visit.about, found, visit.viewer, visit.request.query_params.get("list", ""))
    context = {"site": site_of(visit.request), "profile": profile, **(await visit.panels(found))}
    return Template("people.profile/page.html", context=context)


@get("/{name:str}/records.zip")
async def records_of(
    visit: Visit,
    name: Name,
    person_export: NamedDependency[PersonExport],
    tables: NamedDependency[Tables],
    quotas: NamedDependency[Quotas],
) -> Stream:
    found = await visit.with_games(name)
    quotas.ask(Work.RECORDS, visit.viewer, place_of(visit.request))
    made = records(Lines(visit.about, found, visit.viewer), person_export, tables)
    headers = {"Content-Disposition": 'attachment; filename="records.zip"', "Cache-Control": "no-store"}
    return Stream(made, media_type="application/zip", headers=headers)


@get("/{name:str}/versus")
async def all_opponents(visit: Visit, name: Name) -> Template:
    found = await visit.with_games(name)
    rows = await visit.about.results.latest(found.person.id)
    lines = Lines(visit.about, found, visit.viewer)
    opponents = against(lines, rows, await lines.opponents(rows))
    context = {"site": site_of(visit.request), "person": found, "opponents": opponents, "looked": len(rows)}
    return Template("people.profile/opponents.html", context=context)


def open_parts(parts: Parts) -> None:
    people = PeopleStore(parts.database)
    strengths = StrengthStore(parts.database)
    about = ProfileService(people, parts[Visibility], AccountNames(people), parts[ResultLists], strengths)
    parts.add(about, "about_people")


ROUTES: list[ControllerRouterHandler] = [
    Router(
        "/people",
        route_handlers=[person_page, games_of, records_of, all_opponents, two_people],
        dependencies={"visit": Provide(ProfileVisit, sync_to_thread=False)},
    ),
    bot_page,
    *PRIVACY_ROUTES,
]
