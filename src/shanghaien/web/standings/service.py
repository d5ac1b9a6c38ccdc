"""How strong people are, for pages and programs; whether a person may see it is asked elsewhere (`Visibility`)."""

from dataclasses import dataclass

from shanghaien.ratings.balance import Balance
from shanghaien.ratings.glicko import Rating
from shanghaien.rules import Seat
from shanghaien.web.core.clock import now
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.people.names import normalised_name
from shanghaien.web.people.visibility import Visibility
from shanghaien.web.standings.model import Curve, ListName, SkillSums, Unrated, list_of, why_unrated
from shanghaien.web.standings.rating import rating_at, skill_at
from shanghaien.web.standings.result_log import terms_of
from shanghaien.web.standings.results_store import ResultRow, StandingRow, results_of
from shanghaien.web.standings.schema import standings
from shanghaien.web.standings.store import (
    Key,
    best,
    edition_now,
    names_of,
    neighbours,
    row_named,
    standings_query,
)
from shanghaien.web.tables.model import Table


@dataclass(frozen=True, slots=True)
class ListedStanding:
    """How strong a person is by one list, now: the longer ago their last game is, the less is known."""

    person: PersonId
    list: ListName
    rating: Rating
    games: int
    at: int
    """When the last game that counts ended."""
    skill: Rating | None
    """The same without luck; None before the first review."""
    balance: Balance
    """What all reviewed games add up to: the mean result without luck, error per decision, luck."""
    curve: Curve

    @property
    def provisional(self) -> bool:
        return self.rating.provisional


class Standings:
    """Reads standings. Every method is one statement."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: PersonId) -> dict[ListName, ListedStanding]:
        query = standings_query().where(standings.c.edition == edition_now(), standings.c.person == person)
        rows = await self._database.fetch_all(query.order_by(standings.c.list))
        return {standing.list: standing for standing in (standing_of(StandingRow(*row)) for row in rows)}

    async def results(self, game: GameId) -> list[ResultRow]:
        """The rows of a game in the log of results; none while it is not there."""
        async with self._database.connect() as connection:
            return await results_of(connection, game)


def standing_of(row: StandingRow) -> ListedStanding:
    moment = now()
    skill = None if row.skill is None else skill_at(row, moment)
    rating, balance = rating_at(row, moment), SkillSums.read(row.sums).balance
    return ListedStanding(
        row.person, ListName(row.list), rating, row.games, row.at, skill, balance, Curve.read(row.curve)
    )


ON_A_PAGE, AROUND = 50, 4
MOST_LOOKS = 4
"""How many pages in a row are read to find people who are visible to the reader."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A person on a list."""

    name: str
    standing: ListedStanding


@dataclass(frozen=True, slots=True)
class ListPage:
    """One page of a list."""

    people: tuple[Listed, ...]
    upper: float | None
    """The rating below which it begins; None for the first page."""
    next: str = ""
    """The name after which the next page begins; empty if there is none."""
    around: tuple[Listed, ...] = ()
    """The viewer with those right above and below them."""


class ListPages:
    """Reads the lists as a person may see them."""

    def __init__(self, database: Database, seeing: Visibility) -> None:
        self._database = database
        self._seeing = seeing

    async def page(
        self, name: ListName, viewer: PersonId | None, after: str = "", *, provisional: bool = False
    ) -> ListPage:
        """The page that begins after this name, or the first; with the viewer's own place if it is certain."""
        below = await self._place(name, viewer, after) if after else None
        upper = below.rating if below else None
        near: list[StandingRow] = []
        for number in range(MOST_LOOKS):
            async with self._database.read() as connection:
                if viewer and not provisional and not number:
                    near = await neighbours(connection, name, viewer, AROUND)
                rows = await best(connection, name, ON_A_PAGE, provisional=provisional, below=below)
            shown = await self._shown([*rows, *near], viewer)
            around = tuple(shown[row.person] for row in near if row.person in shown)
            people = tuple(shown[row.person] for row in rows if row.person in shown)
            if people or len(rows) < ON_A_PAGE:
                break
            below = Key(rows[-1].rating, rows[-1].person)
        return ListPage(people, upper, people[-1].name if people and len(rows) == ON_A_PAGE else "", around)

    async def _place(self, name: ListName, viewer: PersonId | None, after: str) -> Key | None:
        async with self._database.read() as connection:
            row = await row_named(connection, name, normalised_name(after))
        if row is None or not (await self._seeing.what_is_shown(row.person, viewer)).strength:
            return None
        return Key(row.rating, row.person)

    async def _shown(self, rows: list[StandingRow], viewer: PersonId | None) -> dict[PersonId, Listed]:
        persons = list({row.person for row in rows})
        seen = await self._seeing.of_all(persons, viewer)
        async with self._database.read() as connection:
            names = await names_of(connection, persons) if persons else {}
        shown = (row for row in rows if row.person in names and seen[row.person].strength)
        return {row.person: Listed(names[row.person], standing_of(row)) for row in shown}


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a game has changed for one player."""

    seat: Seat
    list: ListName
    before: Rating
    after: Rating


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """Why a game does not count, or what it has changed, as far as the reader may see it."""

    unrated: Unrated | None
    changes: tuple[RatingChange, ...] = ()


class RatedGames:
    """Whether a game counts and what it has changed; nothing is written."""

    def __init__(self, database: Database, seeing: Visibility) -> None:
        self._database = database
        self._seeing = seeing
        self._standings = Standings(database)

    async def foreseen(self, table: Table) -> Unrated | None:
        """Why a game would not count if it ended by points now; None if it would."""
        async with self._database.read() as connection:
            return why_unrated(await terms_of(connection, table, held=False))

    async def outcome(self, table: Table, viewer: PersonId | None) -> GameOutcome | None:
        """The result of a game that is over; None while that is being worked out."""
        rows = await self._standings.results(table.id)
        if not rows:
            return None
        if not rows[0].rated:
            return GameOutcome(Unrated(rows[0].unrated))
        seen = await self._seeing.of_all([row.person for row in rows if row.person], viewer)
        changes = (_change(row) for row in rows if row.person and seen[row.person].strength)
        return GameOutcome(None, tuple(change for change in changes if change is not None))


def _change(row: ResultRow) -> RatingChange | None:
    if row.rating_before is None or row.rating_after is None:  # it counts since a moment ago
        return None
    before = Rating(row.rating_before, row.deviation_before or Rating().deviation)
    after = Rating(row.rating_after, row.deviation_after or Rating().deviation)
    return RatingChange(row.seat, list_of(row.pace, row.level), before, after)
