"""How strong people are, for programs: what their page would show to whoever asks."""

from typing import Annotated, Literal

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath
from msgspec import Meta, Struct

from shanghaien.rules import N_
from shanghaien.web.core.errors import NotFoundError
from shanghaien.web.core.ids import PersonId
from shanghaien.web.people.visibility import Visibility
from shanghaien.web.standings.service import ListedStanding, Standings
from shanghaien.web.tables.api.schemas import problems


class StandingShape(Struct):
    """How strong somebody is by one list."""

    list: Literal["live", "days", "live-bots", "days-bots"]
    rating: float
    deviation: Annotated[float, Meta(description="The true strength lies within 1.96 times this in 95 of 100 cases.")]
    provisional: Annotated[bool, Meta(description="Whether too little is known to put them on the list.")]
    games: Annotated[int, Meta(description="How many rated games count.")]
    skill: Annotated[float | None, Meta(description="The rating with luck taken out; null before the first review.")]
    skill_deviation: float | None
    reviewed: Annotated[int, Meta(description="How many of the games have been reviewed.")]
    without_luck: Annotated[
        float | None, Meta(description="The mean result without luck; 0.5 is as good as opponents.")
    ]
    interval: Annotated[tuple[float, float] | None, Meta(description="Where that mean lies in 95 of 100 cases.")]
    error: Annotated[float | None, Meta(description="The chance of winning that one decision costs on average.")]
    luck: Annotated[float, Meta(description="All luck so far, in games.")]


class StandingsShape(Struct):
    """How strong somebody is, by each list they are on; empty where they keep it to themselves."""

    name: str
    shown: Annotated[bool, Meta(description="Whether they show you how strong they are.")]
    standings: list[StandingShape]


@get("/people/{name:str}/standings", summary="How strong somebody is", responses=problems(404))
async def standings_of(
    seeing: NamedDependency[Visibility],
    standings: NamedDependency[Standings],
    person: NamedDependency[PersonId],
    name: FromPath[str],
) -> StandingsShape:
    """Rating and skill of whoever goes by this name, as far as they show them to you."""
    found = await seeing.named(name, person)
    if found is None:
        raise NotFoundError(N_("There is no account with this name."))
    row, seen = found
    shown = seen.strength and seen.profile
    known = await standings.of(row.id) if shown else {}
    return StandingsShape(row.name, shown, [_shape(standing) for standing in known.values()])


def _shape(standing: ListedStanding) -> StandingShape:
    balance, skill = standing.balance, standing.skill
    return StandingShape(
        list=standing.list.value,
        rating=standing.rating.value,
        deviation=standing.rating.deviation,
        provisional=standing.provisional,
        games=standing.games,
        skill=None if skill is None else skill.value,
        skill_deviation=None if skill is None else skill.deviation,
        reviewed=balance.games,
        without_luck=balance.mean if balance.games else None,
        interval=balance.interval,
        error=balance.error,
        luck=balance.luck,
    )


ROUTES = [standings_of]
