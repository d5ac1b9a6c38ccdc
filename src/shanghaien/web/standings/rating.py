"""One game's effect on how strong its players are: rows in, rows out; the same for a new game and for all anew."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.ratings.anchors import anchor
from shanghaien.ratings.glicko import Rating, aged, periods, rated
from shanghaien.ratings.skill import ReviewedGame, skilled
from shanghaien.ratings.too_perfect import PERFECT, SMALLEST_MARGIN, WatchedChoice
from shanghaien.web.core.ids import PersonId
from shanghaien.web.standings.model import Curve, SkillSums, list_of, read_watch, written_watch
from shanghaien.web.standings.results_store import ResultRow, StandingRow, WatchRow, accounts_among, change_result
from shanghaien.web.standings.store import cleared, keep_standings, keep_watches, standing_rows, watch_rows

DAY_MS = 24 * 3600 * 1000
UNKNOWN = Rating()


def unknown(person: PersonId, name: str) -> StandingRow:
    """The standing of a person who is on a list for the first time."""
    return StandingRow(person, name, UNKNOWN.value, UNKNOWN.deviation, UNKNOWN.volatility, 0, 0)


def rating_of(row: StandingRow | None) -> Rating:
    return UNKNOWN if row is None else Rating(row.rating, row.deviation, row.volatility)


def rating_at(row: StandingRow | None, at: int) -> Rating:
    """The rating at a time: the longer ago the last game is, the less is known."""
    return UNKNOWN if row is None else aged(rating_of(row), _elapsed(row.at, at))


def skill_of(row: StandingRow | None) -> Rating:
    if row is None or row.skill is None or row.skill_deviation is None:
        return UNKNOWN
    return Rating(row.skill, row.skill_deviation)


def skill_at(row: StandingRow | None, at: int) -> Rating:
    return UNKNOWN if row is None else aged(skill_of(row), _elapsed(SkillSums.read(row.sums).at, at))


def opponent_rating(result: ResultRow, other: ResultRow | None, row: StandingRow | None) -> Rating:
    """How strong the opponent was: a bot as measured, a person by the list, one who has gone as they were then."""
    if result.level:
        return anchor(result.level)
    if other is not None and not other.person and other.rating_before is not None:
        return Rating(other.rating_before, other.deviation_before or UNKNOWN.deviation)
    return rating_at(row, result.ended)


def opponent_skill(result: ResultRow, other: ResultRow | None, row: StandingRow | None) -> Rating:
    """The same without luck."""
    if result.level:
        return anchor(result.level)
    if other is not None and not other.person and other.skill_before is not None:
        return Rating(other.skill_before, other.skill_deviation_before or UNKNOWN.deviation)
    return skill_at(row, result.ended)


def after_game(row: StandingRow | None, result: ResultRow, other: Rating) -> StandingRow:
    before = row or unknown(result.person, list_of(result.pace, result.level))
    elapsed = _elapsed(before.at, result.ended) if before.games else 0.0
    now = rated(rating_of(before), [(other, result.score / 2)], elapsed)
    at = max(before.at, result.ended)
    return replace(
        before,
        rating=now.value,
        deviation=now.deviation,
        volatility=now.volatility,
        games=before.games + 1,
        at=at,
        curve=Curve.read(before.curve).with_rating(at, now.value, now.deviation).text,
        provisional=int(now.provisional),
    )


def after_review(row: StandingRow, result: ResultRow, other: Rating) -> StandingRow:
    sums, game = SkillSums.read(row.sums), reviewed_game(result)
    elapsed = _elapsed(sums.at, result.ended) if row.reviewed else 0.0
    now = skilled(skill_of(row), other, game, elapsed)
    at = max(sums.at, result.ended)
    return replace(
        row,
        skill=now.value,
        skill_deviation=now.deviation,
        reviewed=row.reviewed + 1,
        sums=SkillSums(at, sums.balance.after(game)).text,
        curve=Curve.read(row.curve).with_skill(at, now.value, now.deviation).text,
    )


def reviewed_game(result: ResultRow) -> ReviewedGame:
    """The game as skill takes it: with hints the play was not the person's own, so the result alone counts."""
    exact = not result.hinted
    return ReviewedGame(result.score / 2, result.luck or 0.0, result.loss or 0.0, result.decisions or 0, exact)


def watched(row: WatchRow | None, result: ResultRow) -> WatchRow:
    perfect, hard = result.perfect or 0, result.hard or 0
    choices = [WatchedChoice(0.0, SMALLEST_MARGIN)] * perfect
    choices += [WatchedChoice(2 * PERFECT, SMALLEST_MARGIN)] * (hard - perfect)
    watch = read_watch(row.sums if row else "").after(choices)
    return WatchRow(result.person, written_watch(watch), watch.most)


def _elapsed(since: int, at: int) -> float:
    return periods((at - since) / DAY_MS)


# Some people's standings, taken out of the database, changed, and put back together.

Key = tuple[PersonId, str]


@dataclass(slots=True)
class StandingsUnitOfWork:
    """Standings by person and list, and watches by person; what was changed is put back by `close`."""

    edition: int
    standings: dict[Key, StandingRow]
    watches: dict[PersonId, WatchRow]
    changed: dict[Key, StandingRow] = field(default_factory=dict)
    watched: dict[PersonId, WatchRow] = field(default_factory=dict)

    def page(self) -> "StandingsUnitOfWork":
        """A copy of how it stands."""
        return StandingsUnitOfWork(self.edition, dict(self.standings), dict(self.watches))

    def standing(self, result: ResultRow | None) -> StandingRow | None:
        """The standing of a result's person by its list; None if they are not on it."""
        return None if result is None else self.standings.get((result.person, list_of(result.pace, result.level)))

    def known(self, result: ResultRow) -> StandingRow:
        return self.standing(result) or unknown(result.person, list_of(result.pace, result.level))

    def keep(self, row: StandingRow) -> None:
        self.standings[row.person, row.list] = self.changed[row.person, row.list] = row

    def watch(self, row: WatchRow) -> None:
        self.watches[row.person] = self.watched[row.person] = row

    async def close(self, connection: AsyncConnection) -> None:
        await keep_standings(connection, self.edition, self.changed.values())
        await keep_watches(connection, self.edition, self.watched.values())


async def open_book(
    connection: AsyncConnection, edition: int, people: Collection[PersonId], *, watches: bool = False
) -> StandingsUnitOfWork:
    """The standings of these people by all lists, and their watches if they are wanted."""
    rows = await standing_rows(connection, edition, people)
    found = await watch_rows(connection, edition, people) if watches else []
    return StandingsUnitOfWork(
        edition, {(row.person, row.list): row for row in rows}, {row.person: row for row in found}
    )


# Working out the standings of games that end or are reviewed, in the transaction that knows of them.

RatingValues = dict[str, float]
"""Columns of a row and their new values."""
Sides = Iterable[tuple[ResultRow, ResultRow | None]]


async def rate(connection: AsyncConnection, edition: int, rows: Sequence[ResultRow], *, noted: bool = True) -> None:
    """Let rated games count, in this order; `rows` has all rows of each, and ratings are noted in them."""
    people = await accounts_among(connection, {row.person for row in rows})
    book = await open_book(connection, edition, people)
    for game in _games(rows, people):
        before = book.page()
        for row, other in _sides(game):
            values = _rate(book, before, row, other)
            await _note(connection, row, values if noted else {})
    await book.close(connection)


def _rate(
    book: StandingsUnitOfWork, before: StandingsUnitOfWork, row: ResultRow, other: ResultRow | None
) -> RatingValues:
    own = before.standing(row)
    was = rating_at(own, row.ended)
    now = after_game(own, row, opponent_rating(row, other, before.standing(other)))
    book.keep(now)
    values = {"rating_before": was.value, "deviation_before": was.deviation}
    return values | {"rating_after": now.rating, "deviation_after": now.deviation}


async def measure(connection: AsyncConnection, edition: int, rows: Sequence[ResultRow], *, noted: bool = True) -> None:
    """Let reviews of rated games count, in this order; `rows` and what is noted as in `rate`."""
    people = await accounts_among(connection, {row.person for row in rows})
    book = await open_book(connection, edition, people, watches=True)
    places = await cleared(connection, people)
    for game in _games(rows, people):
        before = book.page()
        for row, other in _sides(game):
            values = _measure(book, before, row, other)
            if not row.hinted and (row.reviewed or 0) > places.get(row.person, 0):
                book.watch(watched(before.watches.get(row.person), row))
            await _note(connection, row, values if noted else {})
    await book.close(connection)


def _measure(
    book: StandingsUnitOfWork, before: StandingsUnitOfWork, row: ResultRow, other: ResultRow | None
) -> RatingValues:
    own = before.known(row)
    was = skill_at(own, row.ended)
    book.keep(after_review(own, row, opponent_skill(row, other, before.standing(other))))
    return {"skill_before": was.value, "skill_deviation_before": was.deviation}


async def _note(connection: AsyncConnection, row: ResultRow, values: RatingValues) -> None:
    if any(getattr(row, key) != value for key, value in values.items()):
        await change_result(connection, row, values)


def _games(rows: Sequence[ResultRow], people: frozenset[PersonId]) -> Iterable[list[ResultRow]]:
    """The rows by game; people who have gone are blank in them."""
    there = (row if row.person in people else replace(row, person=PersonId("")) for row in rows)
    return (list(game) for _, game in groupby(there, key=lambda row: row.game))


def _sides(game: Sequence[ResultRow]) -> Sides:
    """Each person's row with that of the opponent, if it is a person too."""
    return [(row, next((other for other in game if other.seat != row.seat), None)) for row in game if row.person]
