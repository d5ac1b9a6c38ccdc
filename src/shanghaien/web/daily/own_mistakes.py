"""One's own mistakes as puzzles: taken from each reviewed game of a person, and kept to be repeated."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from fsrs import Card, Rating, Scheduler, State

from shanghaien.ai.puzzles import Puzzle, from_values, to_values
from shanghaien.ai.review.model import BELOW, GameReview, Grade, ReviewEntry, ReviewKind
from shanghaien.rules import N_, Record, Seat
from shanghaien.web.core.clock import now
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.errors import NotFoundError
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.daily.mistake_store import MistakeCounts, MistakeRow, MistakeStore
from shanghaien.web.reviews.store import ReviewStore
from shanghaien.web.tables.errors import NoSuchGame
from shanghaien.web.tables.open_games import GameWriter
from shanghaien.web.tables.records import record_of

# When a mistake is repeated: at growing intervals, by how well it was remembered (FSRS).

SOON = timedelta(minutes=10)
"""After which one that was not known comes again."""
SITS_DAYS = 60.0
"""With a memory that holds so many days a mistake sits: it comes again only now and then."""
SCHEDULER = Scheduler(learning_steps=(SOON,), relearning_steps=(SOON,), enable_fuzzing=False, maximum_interval=365)


class Repeated(NamedTuple):
    """How a mistake stands after an answer."""

    card: str
    due: int
    sits: bool


def new_card(at: int) -> str:
    return Card(card_id=at, due=_moment(at)).to_json()


def repeated(card: str, wrong: int, at: int, *, shown: bool) -> Repeated:
    """What an attempt with so many wrong answers comes to; `shown` if the solution was asked for."""
    before = Card.from_json(card)
    after, _ = SCHEDULER.review_card(before, rating(before, wrong, shown=shown), review_datetime=_moment(at))
    sits = after.state == State.Review and (after.stability or 0.0) >= SITS_DAYS
    return Repeated(after.to_json(), int(after.due.timestamp() * 1000), sits)


def rating(card: Card, wrong: int, *, shown: bool) -> Rating:
    """Right at once is good, and easy the very first time; right at the second try is hard; all else is to come again."""
    if shown or wrong > 1:
        return Rating.Again
    if wrong:
        return Rating.Hard
    return Rating.Easy if card.last_review is None else Rating.Good


def _moment(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)


ENOUGH = BELOW[Grade.INACCURACY]
"""From this loss on a choice is a mistake: three hundredths of the chance of winning."""
CLEAR = BELOW[Grade.FINE]
"""By so much the best choice has to be better than the next one: else there would be nothing to remember."""
MOST_OF_A_GAME = 3
"""Of one game the worst mistakes are repeated; more would only discourage."""


class MistakeCollector:
    """Makes puzzles of what people did wrong in their own games."""

    def __init__(self, games: GameWriter) -> None:
        self._games = games
        self._reviews = ReviewStore(games.database)
        self._store = MistakeStore(games.database)

    async def reviewed(self, key: str) -> None:
        """A review is there: keep the mistakes in it. Called twice, nothing is kept twice."""
        games = await self._store.games_of(key)
        account = await self._reviews.made(key) if games else None
        if account is None:
            return
        for game in games:
            await self._keep(game, account)

    async def _keep(self, game: GameId, account: GameReview) -> None:
        try:
            record = record_of((await self._games.current(game)).table())
        except NoSuchGame:
            return
        people = await self._games.store.people_of(game)
        for person in {person for _, person in people}:
            seats = {seat for seat, other in people if other == person}
            if len(seats) == 1:  # a person with both seats also plays for another one beside them
                await self._store.add(person, list(_rows(person, game, seats.pop(), record, account)))


def _rows(person: PersonId, game: GameId, seat: Seat, record: Record, account: GameReview) -> Iterator[MistakeRow]:
    for entry in worst(account, seat):
        puzzle = Puzzle(Record(record.options, record.steps[: entry.number - 1]), entry.choices, 0.0)
        text = json.dumps(to_values(puzzle), separators=(",", ":"))
        made = now()
        yield MistakeRow(person, game, entry.number, text, entry.text, new_card(made), made, made)


def worst(account: GameReview, seat: Seat) -> list[ReviewEntry]:
    """The choices of a seat that gave most away, where one choice was clearly best."""
    wrong = [entry for entry in account.entries if entry.seat == seat and entry.loss >= ENOUGH and _is_clear(entry)]
    return sorted(wrong, key=lambda entry: -entry.loss)[:MOST_OF_A_GAME]


def _is_clear(entry: ReviewEntry) -> bool:
    if entry.kind is not ReviewKind.DECISION or len(entry.choices) < 2:
        return False
    best, second = entry.choices[:2]
    return abs(best.value - second.value) >= CLEAR


# One's own mistakes, for pages: the next one to repeat, what an answer comes to, and how many there are.

NO_COUNTS = MistakeCounts(0, 0, 0)
LAST_STEP = 99_999
"""No game has a step with a higher number; no database is asked for one that it cannot hold."""


@dataclass(frozen=True, slots=True)
class OwnMistake:
    """A mistake as a puzzle."""

    row: MistakeRow
    puzzle: Puzzle

    @property
    def address(self) -> str:
        return f"/mistakes/{self.row.game}/{self.row.step}"


class MistakeService:
    """Answers for one person, who sees nothing but their own mistakes."""

    def __init__(self, database: Database) -> None:
        self._store = MistakeStore(database)

    async def counts(self, person: PersonId | None) -> MistakeCounts:
        return NO_COUNTS if person is None else await self._store.counts(person, now())

    async def next_due(self, person: PersonId | None) -> OwnMistake | None:
        row = None if person is None else await self._store.next_due(person, now())
        return None if row is None else _read(row)

    async def next_time(self, person: PersonId | None) -> int | None:
        return None if person is None else await self._store.next_time(person, now())

    async def of(self, person: PersonId | None, game: GameId, step: int) -> OwnMistake:
        """One of the person's own; NotFoundError if it is not."""
        found = await self.known(person, game, step)
        if found is None:
            raise NotFoundError(N_("This mistake is not yours."))
        return found

    async def known(self, person: PersonId | None, game: str, step: int) -> OwnMistake | None:
        """One of the person's own; None if it is not."""
        if person is None or not 0 <= step <= LAST_STEP:
            return None
        row = await self._store.of(person, GameId(game), step)
        return None if row is None else _read(row)

    async def answered(self, mistake: OwnMistake, wrong: int, *, shown: bool) -> Repeated | None:
        """Note an attempt with so many wrong answers; None if it is not due, so that it was only for practice."""
        row, at = mistake.row, now()
        if row.due > at:
            return None
        after = repeated(row.card, wrong, at, shown=shown)
        return after if await self._store.repeat(row, after.card, after.due, sits=after.sits) else None

    async def drop(self, person: PersonId, game: GameId, step: int) -> None:
        if 0 <= step <= LAST_STEP:
            await self._store.drop(person, game, step)


def _read(row: MistakeRow) -> OwnMistake:
    return OwnMistake(row, from_values(json.loads(row.puzzle)))
