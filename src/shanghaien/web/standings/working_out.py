"""Working out the standings of games that end or are reviewed, in the transaction that knows of them."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.ids import PersonId
from shanghaien.web.store.result_rows import ResultRow, StandingRow
from shanghaien.web.store.results import accounts_among, change_result
from shanghaien.web.store.standings import keep_standing, keep_watch, standing_rows, watch_rows

from .lists import list_of
from .reckoning import after_game, after_review, opponent_rating, opponent_skill, rating_at, skill_at, unknown, watched

Rows = dict[PersonId, StandingRow]


async def rate(connection: AsyncConnection, edition: int, rows: Sequence[ResultRow], *, noted: bool = True) -> None:
    """Let games count that are rated, in this order; `rows` has all rows of each, and what comes of it is noted there."""
    for game in _games(rows):
        people = await accounts_among(connection, {row.person for row in game})
        name = list_of(game[0].pace, game[0].level)
        known = await standing_rows(connection, edition, people, name)
        for row, other in _sides(game, people):
            if row.person in people:
                told = await _rate(connection, edition, row, other, known)
                await _note(connection, row, told if noted else {})


async def _rate(
    connection: AsyncConnection, edition: int, row: ResultRow, other: ResultRow | None, known: Rows
) -> dict[str, float]:
    own = known.get(row.person)
    before = rating_at(own, row.ended)
    after = after_game(own, row, opponent_rating(row, other, known.get(other.person) if other else None))
    await keep_standing(connection, edition, after)
    told = {"rating_before": before.value, "deviation_before": before.deviation}
    return told | {"rating_after": after.rating, "deviation_after": after.deviation}


async def measure(connection: AsyncConnection, edition: int, rows: Sequence[ResultRow], *, noted: bool = True) -> None:
    """Let reviews count of games that are rated, in this order; `rows` and what is noted as in `rate`."""
    for game in _games(rows):
        people = await accounts_among(connection, {row.person for row in game})
        known = await standing_rows(connection, edition, people, list_of(game[0].pace, game[0].level))
        watches = await watch_rows(connection, edition, people)
        for row, other in _sides(game, people):
            if row.person in people:
                told = await _measure(connection, edition, row, other, known)
                await _note(connection, row, told if noted else {})
                await keep_watch(connection, edition, watched(watches.get(row.person), row))


async def _measure(
    connection: AsyncConnection, edition: int, row: ResultRow, other: ResultRow | None, known: Rows
) -> dict[str, float]:
    own = known.get(row.person) or unknown(row.person, list_of(row.pace, row.level))
    before = skill_at(own, row.ended)
    against = opponent_skill(row, other, known.get(other.person) if other else None)
    await keep_standing(connection, edition, after_review(own, row, against))
    return {"skill_before": before.value, "skill_deviation_before": before.deviation}


async def _note(connection: AsyncConnection, row: ResultRow, told: dict[str, float]) -> None:
    if any(getattr(row, key) != value for key, value in told.items()):
        await change_result(connection, row, told)


def _games(rows: Sequence[ResultRow]) -> list[list[ResultRow]]:
    return [list(game) for _, game in groupby(rows, key=lambda row: row.game)]


def _sides(game: Sequence[ResultRow], people: frozenset[PersonId]) -> list[tuple[ResultRow, ResultRow | None]]:
    """Each row with that of the opponent, if it is a person; whoever has gone is nobody."""
    there = [row if row.person in people else replace(row, person=PersonId("")) for row in game]
    return [(row, next((other for other in there if other.seat != row.seat), None)) for row in there]
