"""People for programs: what is public of them, and their games page by page, as their page shows it."""

from typing import Annotated
from urllib.parse import quote

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, Parameter

from shanghaien.rules import N_
from shanghaien.web.http.refusals import NotThere, Unreadable
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.ids import PersonId
from shanghaien.web.people.about_people import AboutPeople, KeptBack
from shanghaien.web.people.opponents import OtherSide, other_sides
from shanghaien.web.people.seeing import Seen
from shanghaien.web.people.told_rows import HabitRow, ListedResult, PersonRow, ResultPlace, StrengthRow

from .people_shapes import HabitShape, PersonShape, PlayedShape, StrengthShape
from .problems import problems

ON_A_PAGE = 50
RESULTS = ("lost", "drawn", "won")


@get("/people/{name:str}", summary="Look at a person", responses=problems(404))
async def look_at(
    about_people: NamedDependency[AboutPeople], person: NamedDependency[PersonId], name: FromPath[str]
) -> PersonShape:
    """Somebody who keeps their games: how strong they are and what they give away, as far as you may see it."""
    found, seen = await _found(about_people, name, person)
    strong = seen.profile and seen.strength
    return PersonShape(
        found.name,
        found.created if seen.profile else None,
        [_strength(row) for row in await about_people.strengths.of(found.id)] if strong else None,
        [_habit(row) for row in await about_people.strengths.habits(found.id)] if strong else None,
        f"/api/v1/people/{quote(found.name, safe='')}/games" if seen.profile and seen.games else None,
    )


@get("/people/{name:str}/games", summary="List a person's games", responses=problems(403, 404))
async def games_of(
    request: AnyRequest,
    about_people: NamedDependency[AboutPeople],
    person: NamedDependency[PersonId],
    name: FromPath[str],
    before: FromQuery[Annotated[str, Parameter(description="A page that another one names in its `Link`.")]] = "",
) -> Response[list[PlayedShape]]:
    """Their finished games, the latest first, 50 a page. `Link` names the next page."""
    found, seen = await _found(about_people, name, person)
    if not (seen.profile and seen.games):
        raise KeptBack(N_("%(name)s keeps this to themselves."), name=found.name)
    place = ResultPlace.read(before)
    if before and place is None:
        raise Unreadable(N_("There is no such page of these games; begin with the first."))
    page = await about_people.results.page(found.id, ON_A_PAGE, after=place)
    sides = await other_sides(about_people, page.rows, person, own=seen.own)
    listed = [_result(row, side) for row in page.rows if (side := sides[row.opponent]) is not None]
    more = {"Link": f'<{request.url.path}?before={page.next}>; rel="next"'} if page.next else {}
    return Response(listed, headers=more)


async def _found(about: AboutPeople, name: str, viewer: PersonId) -> tuple[PersonRow, Seen]:
    found = await about.named(name, viewer)
    if found is None:
        raise NotThere(N_("Nobody of this name keeps games here."))
    return found


def _strength(row: StrengthRow) -> StrengthShape:
    return StrengthShape(
        row.list, row.rating, row.deviation, row.games, row.at, row.skill, row.skill_deviation, row.reviewed
    )


def _habit(row: HabitRow) -> HabitShape:
    return HabitShape(*row)


def _result(row: ListedResult, side: OtherSide) -> PlayedShape:
    return PlayedShape(
        row.game if side.named else None,
        side.account or None,
        row.level,
        row.ended,
        row.setup,
        row.pace,
        RESULTS[row.score],
        row.points,
        row.points_against,
        not row.unrated,
        row.luck,
        row.loss,
    )


PEOPLE_ROUTES = [look_at, games_of]
