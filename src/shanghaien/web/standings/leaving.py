"""What becomes of a person's results and standings when they leave, and how strong they were, for games to be rated yet."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Table, exists, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.ratings.glicko import Rating
from shanghaien.rules import Seat
from shanghaien.web.core.clock import now
from shanghaien.web.core.database.dialects import insert_into
from shanghaien.web.core.database.person_rows import PersonRows, batches, blank, rename, stay
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.standings.model import Habit, LastRating, list_of
from shanghaien.web.standings.rating import rating_at, skill_at
from shanghaien.web.standings.results_store import StandingRow, barred_among
from shanghaien.web.standings.schema import clearings, habits, last_ratings, results, standings, unratings, watches
from shanghaien.web.standings.store import edition_now, standings_query
from shanghaien.web.tables.clocks import Pace
from shanghaien.web.tables.model import Mode
from shanghaien.web.tables.store.schema import games, seated


async def keep_last_ratings(connection: AsyncConnection, table: Table, person: PersonId) -> None:
    """Note how strong a person who leaves is, at each of their rated games that is not in the log of results yet.

    Nothing is noted of a person whose games do not count: then these do not either.
    """
    moment = now()
    if await barred_among(connection, [person], moment):
        return
    mine = await _standings(connection, person)
    rows = [_values(game, seat, mine.get(name), moment) for game, seat, name in await _unlogged(connection, person)]
    for some in batches(rows):
        await connection.execute(insert_into(connection, table).on_conflict_do_nothing(), some)


async def last_ratings_at(connection: AsyncConnection, game: GameId) -> dict[Seat, LastRating]:
    """How strong those were who left a game before it was in the log, by their seats."""
    found = await connection.execute(select(last_ratings).where(last_ratings.c.game == game))
    return {
        row.seat: LastRating(Rating(row.rating, row.deviation), Rating(row.skill, row.skill_deviation)) for row in found
    }


async def _standings(connection: AsyncConnection, person: PersonId) -> dict[str, StandingRow]:
    query = standings_query().where(standings.c.edition == edition_now(), standings.c.person == person)
    rows = [StandingRow(*row) for row in await connection.execute(query)]
    return {row.list: row for row in rows}


async def _unlogged(connection: AsyncConnection, person: PersonId) -> Sequence[tuple[GameId, Seat, str]]:
    """The person's rated games against people that are not in the log, their seats there, and for which list they count."""
    known = exists().where(results.c.game == games.c.id)
    query = select(games.c.id, seated.c.seat, games.c.pace).join(seated, seated.c.game == games.c.id)
    wanted = query.where(seated.c.person == person, games.c.rated == 1, games.c.mode == Mode.INVITE, ~known)
    rows = await connection.execute(wanted.where(games.c.pace.is_not(None)))
    return [(GameId(row.id), row.seat, list_of(str(Pace.read(row.pace).kind), "")) for row in rows]


def _values(game: GameId, seat: Seat, row: StandingRow | None, at: int) -> dict[str, Any]:
    rating, skill = rating_at(row, at), skill_at(row, at)
    return {
        "game": game,
        "seat": seat,
        "rating": rating.value,
        "deviation": rating.deviation,
        "skill": skill.value,
        "skill_deviation": skill.deviation,
        "at": at,
    }


_both = (results.c.person, results.c.opponent)
PERSON_ROWS = [
    # First, while their standings are still there.
    PersonRows(last_ratings, stay, keep_last_ratings),
    # What a guest played counts as the account's now; it was not rated, and stays so. Opponents keep their results.
    PersonRows(
        results,
        rename(*_both),
        blank(*_both),
        "results",
        ("game", "ended", "setup", "pace", "score", "unrated", "luck", "loss"),
    ),
    PersonRows(
        standings,
        stay,
        name="standings",
        columns=("list", "rating", "deviation", "games", "skill", "skill_deviation"),
        only=lambda: standings.c.edition == edition_now(),
    ),
    PersonRows(unratings, stay, name="unrated", columns=("since",)),
    PersonRows(habits, stay, name="habits", columns=("habit", *Habit._fields)),
    PersonRows(watches, stay),
    PersonRows(clearings, stay),
]
