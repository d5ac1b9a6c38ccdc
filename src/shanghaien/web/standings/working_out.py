"""Working out the standings of games that end or are reviewed, in the transaction that knows of them."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.ids import PersonId
from shanghaien.web.store.result_rows import ResultRow
from shanghaien.web.store.results import accounts_among, change_result
from shanghaien.web.store.unrating import cleared

from .book import Book, open_book
from .reckoning import after_game, after_review, opponent_rating, opponent_skill, rating_at, skill_at, watched

Told = dict[str, float]
"""What is noted in a row."""
Sides = Iterable[tuple[ResultRow, ResultRow | None]]


async def rate(connection: AsyncConnection, edition: int, rows: Sequence[ResultRow], *, noted: bool = True) -> None:
    """Let games count that are rated, in this order; `rows` has all rows of each, and what comes of it is noted there."""
    people = await accounts_among(connection, {row.person for row in rows})
    book = await open_book(connection, edition, people)
    for game in _games(rows, people):
        before = book.page()
        for row, other in _sides(game):
            told = _rate(book, before, row, other)
            await _note(connection, row, told if noted else {})
    await book.close(connection)


def _rate(book: Book, before: Book, row: ResultRow, other: ResultRow | None) -> Told:
    own = before.standing(row)
    was = rating_at(own, row.ended)
    now = after_game(own, row, opponent_rating(row, other, before.standing(other)))
    book.keep(now)
    told = {"rating_before": was.value, "deviation_before": was.deviation}
    return told | {"rating_after": now.rating, "deviation_after": now.deviation}


async def measure(connection: AsyncConnection, edition: int, rows: Sequence[ResultRow], *, noted: bool = True) -> None:
    """Let reviews count of games that are rated, in this order; `rows` and what is noted as in `rate`."""
    people = await accounts_among(connection, {row.person for row in rows})
    book = await open_book(connection, edition, people, watches=True)
    places = await cleared(connection, people)
    for game in _games(rows, people):
        before = book.page()
        for row, other in _sides(game):
            told = _measure(book, before, row, other)
            if (row.reviewed or 0) > places.get(row.person, 0):
                book.watch(watched(before.watches.get(row.person), row))
            await _note(connection, row, told if noted else {})
    await book.close(connection)


def _measure(book: Book, before: Book, row: ResultRow, other: ResultRow | None) -> Told:
    own = before.known(row)
    was = skill_at(own, row.ended)
    book.keep(after_review(own, row, opponent_skill(row, other, before.standing(other))))
    return {"skill_before": was.value, "skill_deviation_before": was.deviation}


async def _note(connection: AsyncConnection, row: ResultRow, told: Told) -> None:
    if any(getattr(row, key) != value for key, value in told.items()):
        await change_result(connection, row, told)


def _games(rows: Sequence[ResultRow], people: frozenset[PersonId]) -> Iterable[list[ResultRow]]:
    """The games, one after the other; whoever has gone is nobody in them."""
    there = (row if row.person in people else replace(row, person=PersonId("")) for row in rows)
    return (list(game) for _, game in groupby(there, key=lambda row: row.game))


def _sides(game: Sequence[ResultRow]) -> Sides:
    """Each person's row with that of the opponent, if it is a person too."""
    return [(row, next((other for other in game if other.seat != row.seat), None)) for row in game if row.person]
