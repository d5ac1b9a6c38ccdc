"""What keeps results and standings up to date."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from itertools import groupby

from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.ai.review.model import GameReview
from shanghaien.web.core.clock import now
from shanghaien.web.core.ids import GameId
from shanghaien.web.core.jobs import JobRow, JobStore, schedule
from shanghaien.web.core.parts import Parts
from shanghaien.web.reviews.jobs import ReviewedDuty, ReviewRunner
from shanghaien.web.reviews.store import ReviewStore, played
from shanghaien.web.standings.model import Unrated, habits_of, hard_choices
from shanghaien.web.standings.rating import measure
from shanghaien.web.standings.rebuild import RERATE, Rebuild
from shanghaien.web.standings.result_log import PAST, UNREVIEWED, PastResults, ResultLog, ResultWriter, edition_in
from shanghaien.web.standings.results_store import (
    ResultRow,
    accounts_among,
    change_result,
    last_place,
    results_of,
    results_with,
    unreviewed,
)
from shanghaien.web.standings.store import add_habits
from shanghaien.web.tables.change import RESULT
from shanghaien.web.tables.errors import NoSuchGame
from shanghaien.web.tables.model import Table
from shanghaien.web.tables.open_games import GameWriter
from shanghaien.web.tables.records import key_of

SAYS_NOTHING = {Unrated.SAME, Unrated.SHARED}
"""Where it is not known who decided; any other game says something about habits, even if it is not rated."""

SAID = ("luck", "loss", "decisions", "hard", "perfect", "reviewed")


class ReviewIntake:
    """Takes reviews into the log; taking one in twice changes nothing."""

    def __init__(self, results: ResultWriter, reviews: ReviewStore) -> None:
        self._results = results
        self._reviews = reviews

    async def reviewed(self, key: str) -> None:
        """The review of this key is there: every game that it is about takes it in."""
        account = await self._account(key)
        if account is None:
            return
        async with self._results.changing() as connection:
            rows = await results_with(connection, key)
            for _, game in groupby(rows, key=lambda row: row.game):
                await _take_in(connection, account, list(game))
            await schedule(connection, UNREVIEWED, "", now())

    async def _account(self, key: str) -> GameReview | None:
        try:
            return await self._reviews.made(key)
        except (ValueError, KeyError):
            await self._reviews.forget(key)  # it is made anew when it is asked for
            return None


async def _take_in(connection: AsyncConnection, account: GameReview, game: list[ResultRow]) -> None:
    place = 1 + await last_place(connection)
    rows = [replace(_said(row, account), reviewed=place) for row in game]
    for row in rows:
        await change_result(connection, row, {name: getattr(row, name) for name in SAID})
    people = await accounts_among(connection, {row.person for row in rows})
    for row in rows:
        if row.person in people and not row.hinted and row.unrated not in SAYS_NOTHING:
            await add_habits(connection, row.person, habits_of(account, row.seat))
    if rows[0].rated:
        await measure(connection, await edition_in(connection), rows)


def _said(row: ResultRow, account: GameReview) -> ResultRow:
    totals, (hard, perfect) = account.totals[row.seat], hard_choices(account, row.seat)
    return replace(row, luck=totals.luck, loss=totals.loss, decisions=totals.decisions, hard=hard, perfect=perfect)


# Rated games are reviewed in the background: a few at a time, after those that people wait for, until none is left.

FEW = 3
"""A background review is added only if fewer reviews wait: people may be waiting for those."""
LOOKED_AT = 6
"""Games that are looked at in one go."""
BEHIND_MS = 3_600_000
"""By so much a background review comes after those that people ask for now."""
AGAIN_MS = 15_000
"""After which it is looked again whether more can be asked for; a review that was made lets it be looked at once."""


class ReviewRequests:
    """Looks for rated games without a review; what is left over is found by the next look, after a restart too."""

    def __init__(self, log: ResultLog, results: ResultWriter, intake: ReviewIntake, reviews: ReviewStore) -> None:
        self._log = log
        self._results = results
        self._intake = intake
        self._reviews = reviews
        self._jobs = JobStore(results.database)
        self.wake: Callable[[], None] = lambda: None
        """Tells a worker that a review waits."""

    async def look(self, row: JobRow) -> None:
        """Ask for as many reviews as may wait, and look again later if there are games left."""
        async with self._results.database.read() as connection:
            games = await unreviewed(connection, 0, LOOKED_AT)
        for game, _ in games:
            if not await self._ask(game):
                break
        if games:
            await self._jobs.set(UNREVIEWED, "", now() + AGAIN_MS)

    async def _ask(self, game: GameId) -> bool:
        """Ask for the review of one game; False if no more may wait."""
        try:
            table = await self._log.table(game)
        except NoSuchGame:
            await self._note(game, {"reviewed": 0})
            return True
        key = key_of(table)
        await self._note(game, {"review": key})
        state = await self._reviews.find(key)
        if state is None:
            return await self._wait(key, table)
        if state.text is not None:
            await self._intake.reviewed(key)
        elif state.given_up:
            await self._note(game, {"reviewed": 0})
        return True

    async def _wait(self, key: str, table: Table) -> bool:
        added = await self._reviews.ask(key, played(table), FEW, now() + BEHIND_MS)
        self.wake()
        return added

    async def _note(self, game: GameId, values: dict[str, str | int]) -> None:
        async with self._results.database.read() as connection:
            rows = await results_of(connection, game)
        if all(getattr(row, name) == value for row in rows for name, value in values.items()):
            return
        async with self._results.changing() as connection:
            for row in rows:
                await change_result(connection, row, values)


@dataclass(frozen=True, slots=True)
class StandingJobs:
    """All jobs about results and standings."""

    results: ResultWriter
    log: ResultLog
    intake: ReviewIntake
    requests: ReviewRequests
    rebuild: Rebuild
    past: PastResults

    def handlers(self) -> dict[str, Callable[[JobRow], Awaitable[None]]]:
        return {
            RESULT: self.log.ended,
            UNREVIEWED: self.requests.look,
            RERATE: self.rebuild.run,
            PAST: self.past.some,
        }

    async def start(self) -> None:
        await self.past.start()


def standing_jobs(games: GameWriter) -> StandingJobs:
    database = games.database
    results, reviews = ResultWriter(database), ReviewStore(database)
    log, intake = ResultLog(games, results), ReviewIntake(results, reviews)
    requests = ReviewRequests(log, results, intake, reviews)
    return StandingJobs(results, log, intake, requests, Rebuild(results), PastResults(log, database))


def open_parts(parts: Parts) -> None:
    duties = parts.add(standing_jobs(parts[GameWriter]))
    parts.add(duties.results)
    duties.requests.wake = parts[ReviewRunner].wake
    parts[ReviewedDuty].after_review.append(duties.intake.reviewed)
    parts.jobs |= duties.handlers()
    parts.starting.append(duties.start)
