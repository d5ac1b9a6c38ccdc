"""People for programs: what is public of them, and their games page by page, as their page shows it."""

from typing import Annotated

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, Parameter
from msgspec import Meta, Struct, convert

from shanghaien.web.core.ids import PersonId
from shanghaien.web.people.profile.service import OtherSide, ProfileService, other_sides
from shanghaien.web.site.forms import AnyRequest
from shanghaien.web.standings.result_lists import ListedResult
from shanghaien.web.tables.api.schemas import problems


class StrengthShape(Struct):
    """How strong somebody is by one list."""

    list: Annotated[str, Meta(description="`live` or `days` against people, `live-bots` or `days-bots` against bots.")]
    rating: float
    deviation: Annotated[float, Meta(description="How uncertain the rating was after the last game that counts.")]
    games: int
    at: Annotated[int, Meta(description="When that game ended, in milliseconds since 1970 (UTC).")]
    skill: Annotated[float | None, Meta(description="The rating with luck taken out; null before the first review.")]
    skill_deviation: float | None
    reviewed: int


class HabitShape(Struct):
    """What somebody gives away in one kind of decision, or in one round."""

    habit: Annotated[str, Meta(description="As `kind place` or `round 3`.")]
    decisions: int
    loss: Annotated[float, Meta(description="All that decisions cost, in chances of winning.")]
    stake: Annotated[float, Meta(description="All that decisions could have cost.")]


class PersonShape(Struct):
    """Somebody with an account. What they keep to themselves is null."""

    name: str
    created: int | None
    strength: list[StrengthShape] | None
    habits: list[HabitShape] | None
    games: Annotated[str | None, Meta(description="Where the list of their games is.")]


class PlayedShape(Struct):
    """How a game ended for somebody."""

    game: Annotated[str | None, Meta(description="Null where the other player keeps their games to themselves.")]
    opponent: Annotated[str | None, Meta(description="The name of an account; null for everybody else.")]
    level: Annotated[str, Meta(description="The level of a bot; empty for people.")]
    ended: int
    setup: str
    pace: str
    result: Annotated[str, Meta(description="`won`, `drawn` or `lost`.")]
    points: int
    points_against: int
    rated: bool
    luck: float | None
    loss: float | None


ON_A_PAGE = 50
RESULTS = ("lost", "drawn", "won")


@get("/people/{name:str}", summary="Look at a person", responses=problems(404))
async def look_at(
    about_people: NamedDependency[ProfileService], person: NamedDependency[PersonId], name: FromPath[str]
) -> PersonShape:
    """Somebody with an account: how strong they are and what their mistakes cost, as far as you may see it."""
    found, strengths = await about_people.find(name, person), about_people.strengths
    number, strong = found.person.id, found.shows_strength
    return PersonShape(
        found.name,
        found.person.created if found.seen.profile else None,
        [convert(row._asdict(), StrengthShape) for row in await strengths.of(number)] if strong else None,
        [HabitShape(*row) for row in await strengths.habits(number)] if strong else None,
        f"/api/v1{found.address}/games" if found.shows_games else None,
    )


@get("/people/{name:str}/games", summary="List a person's games", responses=problems(403, 404))
async def games_of(
    request: AnyRequest,
    about_people: NamedDependency[ProfileService],
    person: NamedDependency[PersonId],
    name: FromPath[str],
    before: FromQuery[Annotated[str, Parameter(description="A page that another one names in its `Link`.")]] = "",
) -> Response[list[PlayedShape]]:
    """Their finished games, the latest first, 50 a page. `Link` names the next page."""
    found = await about_people.with_games(name, person)
    page = await about_people.page(found.person.id, ON_A_PAGE, before)
    sides = await other_sides(about_people, page.rows, person, own=found.seen.own)
    listed = [_result(row, side) for row in page.rows if (side := sides[row.opponent]) is not None]
    more = {"Link": f'<{request.url.path}?before={page.next}>; rel="next"'} if page.next else {}
    return Response(listed, headers=more)


def _result(row: ListedResult, side: OtherSide) -> PlayedShape:
    known = {"game": row.game if side.named else None, "opponent": side.account or None}
    said = {"result": RESULTS[row.score], "rated": not row.unrated}
    return convert(row._asdict() | known | said, PlayedShape)


ROUTES = [look_at, games_of]
