"""Whether a game counts and what it has changed, for whoever looks at its table."""

from dataclasses import dataclass

from shanghaien.ratings.glicko import Rating
from shanghaien.rules import Seat
from shanghaien.web.ids import PersonId
from shanghaien.web.people.seeing import Seeing
from shanghaien.web.play.table import Table
from shanghaien.web.store.database import Database
from shanghaien.web.store.result_rows import ResultRow

from .lists import ListName, list_of
from .reasons import Unrated, why_unrated
from .result_log import terms_of
from .standings import Standings


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a game has changed for one player."""

    seat: Seat
    list: ListName
    before: Rating
    after: Rating


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """What came of a game: why it does not count, or what it has changed, as far as the reader may see it."""

    unrated: Unrated | None
    changes: tuple[RatingChange, ...] = ()


class RatedGames:
    """Looks after the log; nothing is written."""

    def __init__(self, database: Database, seeing: Seeing) -> None:
        self._database = database
        self._seeing = seeing
        self._standings = Standings(database)

    async def foreseen(self, table: Table) -> Unrated | None:
        """Why a game would not count if it ended by points now; None if it would."""
        async with self._database.reading() as connection:
            return why_unrated(await terms_of(connection, table, held=False))

    async def outcome(self, table: Table, viewer: PersonId | None) -> GameOutcome | None:
        """What came of a game that is over; None while that is being worked out."""
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
