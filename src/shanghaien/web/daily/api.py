"""The deal of a day for programs: what was promised, one's own try, and the table for whoever may see it."""

from typing import Annotated

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery
from msgspec import Meta, Struct

from shanghaien.rules import outcome_text
from shanghaien.web.core.clock import now
from shanghaien.web.core.ids import PersonId
from shanghaien.web.daily.day_table import DayPlace, losses_of
from shanghaien.web.daily.service import DailyService
from shanghaien.web.daily.store import DayRow, TryRow
from shanghaien.web.tables.api.schemas import problems
from shanghaien.web.tables.dice.daily_dice import dice_of_day, opens

SCALE = 10
"""Losses are stored in tenths of a point of 100."""
Person = NamedDependency[PersonId]
Days = NamedDependency[DailyService]


class OwnTryShape(Struct):
    """Your try at a day."""

    game: str
    ranked: Annotated[bool, Meta(description="Whether it was begun on the day itself, and finished in time.")]
    over: bool
    loss: Annotated[
        float | None,
        Meta(description="Percentage points of winning chance that mistakes cost; null before the review."),
    ]
    rounds: Annotated[list[float], Meta(description="The same for each round.")]
    points: Annotated[list[int] | None, Meta(description="Yours and the Boatswain's.")]
    rank: int | None
    streak: Annotated[int, Meta(description="Days in a row that it ends.")]


class DayShape(Struct):
    """The deal of a day."""

    day: Annotated[str, Meta(description="As in 2026-11-17, by the calendar of Greenwich.")]
    number: int
    commitment: str
    sealed: Annotated[int, Meta(description="When the seed was promised, in milliseconds since 1970 (UTC).")]
    opens: Annotated[int, Meta(description="When the seed and everybody's games are open.")]
    seed: Annotated[str | None, Meta(description="In hexadecimal digits; null before the day is open.")]
    row: Annotated[list[str], Meta(description="The first six cards.")]
    played: Annotated[int, Meta(description="How many have a place in the table.")]
    yours: OwnTryShape | None


class DayPlaceShape(Struct):
    """One row of the table of a day."""

    rank: int
    name: Annotated[str | None, Meta(description="Null for guests, and for whoever keeps theirs to themselves.")]
    guest: bool
    yours: bool
    loss: float
    rounds: list[float]
    points: list[int]
    game: str


class DayTableShape(Struct):
    """A page of the table of a day."""

    rows: list[DayPlaceShape]
    next: Annotated[str, Meta(description="Give it as `after` for the next page; empty on the last.")]


@get("/day", summary="The deal of today", responses=problems(503))
async def today(days: Days, person: Person) -> DayShape:
    """What was promised about today's deal, and your own try; it is begun on the page `/day`."""
    return await _shape(days, await days.day(days.today), person)


@get("/days/{day:str}", summary="The deal of a day", responses=problems(404))
async def one_day(days: Days, person: Person, day: FromPath[str]) -> DayShape:
    """The same of a day before, with its seed once it is open."""
    return await _shape(days, await days.day(day), person)


@get("/days/{day:str}/table", summary="The table of a day", responses=problems(403, 404))
async def day_table(days: Days, person: Person, day: FromPath[str], after: FromQuery[str] = "") -> DayTableShape:
    """Everybody's places, page by page; of a day that is not open only for whoever has played it."""
    row = await days.day(day)
    places, following = await days.page(row.day, person, after)
    return DayTableShape([_place(place) for place in places], following)


async def _shape(days: DailyService, row: DayRow, person: PersonId) -> DayShape:
    own, opened = await days.own(row.day, person), opens(row.day)
    cards = [outcome_text(card) for card in dice_of_day(row.day, row.seed).first_row]
    seed = row.seed.hex() if now() >= opened else None
    yours = None if own is None else _own(own, await days.rank(own))
    return DayShape(row.day, row.number, row.commitment, row.sealed, opened, seed, cards, row.played, yours)


def _own(own: TryRow, rank: int | None) -> OwnTryShape:
    points = None if own.points is None or own.points_against is None else [own.points, own.points_against]
    loss = None if own.loss is None else own.loss / SCALE
    rounds = [each / SCALE for each in losses_of(own.rounds)]
    return OwnTryShape(own.game, own.ranked, own.over, loss, rounds, points, rank, own.streak)


def _place(place: DayPlace) -> DayPlaceShape:
    rounds, loss = [each / SCALE for each in place.losses], place.loss / SCALE
    guest, name = place.called == "guest", place.name or None
    return DayPlaceShape(place.rank, name, guest, place.mine, loss, rounds, list(place.points), place.game)


ROUTES = [today, one_day, day_table]
