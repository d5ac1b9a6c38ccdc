"""Reviews in the database: while one is asked for it is a job, and once it is made a row of its own."""

import json
from dataclasses import dataclass

from sqlalchemy import and_, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.ai.review.json_form import from_dict
from shanghaien.ai.review.model import GameReview
from shanghaien.rules import Record, to_json
from shanghaien.web.core.clock import now
from shanghaien.web.core.database.dialects import insert_into
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.schema import jobs
from shanghaien.web.core.jobs import JobRow, schedule, schedule_once, unschedule
from shanghaien.web.reviews.schema import reviews
from shanghaien.web.tables.model import Table
from shanghaien.web.tables.records import record_of

REVIEW, REVIEWED = "review", "reviewed"
"""Kinds of jobs: to make a review, and to tell of one that was made. The subject is the key of the review."""
GIVEN_UP_MS = 3_600_000
"""After which one that could not be made may be asked for again: it may have been no fault of its own."""
LATE_MS = 600_000
"""A review that a person waits for has its turn within this; others come later."""
LOOKED_MS = 24 * 3600 * 1000
"""A look at a review is written down once a day: it only has to tell which are no longer needed."""


@dataclass(frozen=True, slots=True)
class ReviewState:
    """How a review stands: its text once it is there, else how much of it is made, from 0 to 1."""

    text: str | None
    progress: float = 0
    given_up: bool = False
    late: bool = False
    """Whether its turn comes after all that people wait for."""


def record_in(job: JobRow) -> str:
    return str(json.loads(job.payload)["record"])


def played(table: Table) -> str:
    """The record for a review of a game: what was played, without names and times."""
    record = record_of(table)
    return to_json(Record(record.options, record.steps, resigned=record.resigned, revision=record.revision))


class ReviewStore:
    """Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def find(self, key: str) -> ReviewState | None:
        """How the review stands; None if it may be asked for."""
        made = select(reviews.c.text, reviews.c.looked).where(reviews.c.key == key)
        waiting = select(jobs.c.progress, jobs.c.priority).where(jobs.c.kind == REVIEW, jobs.c.subject == key)
        async with self.database.connect() as connection:
            row = (await connection.execute(made)).one_or_none()
            job = None if row else (await connection.execute(waiting)).one_or_none()
        if row is None:
            return None if job is None else ReviewState(None, job.progress, late=job.priority > now() + LATE_MS)
        if row.text is None:
            return None if row.looked < now() - GIVEN_UP_MS else ReviewState(None, given_up=True)
        if row.looked < now() - LOOKED_MS:
            async with self.database.write() as connection:
                await connection.execute(update(reviews).where(reviews.c.key == key).values(looked=now()))
        return ReviewState(row.text)

    async def made(self, key: str) -> GameReview | None:
        """The review; None while there is none. ValueError or KeyError if it is damaged."""
        state = await self.find(key)
        return None if state is None or state.text is None else from_dict(json.loads(state.text))

    async def ask(self, key: str, record: str, most: int, turn: int | None = None, game: str | None = None) -> bool:
        """Have it reviewed, unless that was asked already; False if so many wait that this one was not added.

        It comes after all whose turn is at an earlier time; by default that is the time at which they were asked for.
        If the game is known, the review tells its players what they did wrong.
        """
        others = select(func.count()).where(jobs.c.kind == REVIEW, jobs.c.subject != key)
        given_up = and_(reviews.c.key == key, reviews.c.text.is_(None), reviews.c.looked < now() - GIVEN_UP_MS)
        async with self.database.write() as connection:
            if (await connection.execute(others)).scalar_one() >= most:
                return False
            await connection.execute(delete(reviews).where(given_up))
            if (await connection.execute(select(reviews.c.key).where(reviews.c.key == key))).first() is None:
                payload, turn = json.dumps({"game": game, "record": record}), now() if turn is None else turn
                await schedule_once(connection, REVIEW, key, now(), payload, turn)
            return True

    async def hasten(self, key: str) -> None:
        """A person waits for it now: let its turn come by the time at which they asked."""
        later = and_(jobs.c.kind == REVIEW, jobs.c.subject == key, jobs.c.priority > now())
        async with self.database.write() as connection:
            await connection.execute(update(jobs).where(later).values(priority=now()))

    async def forget(self, key: str) -> None:
        """Remove one that cannot be read; it is made anew when it is asked for."""
        async with self.database.write() as connection:
            await connection.execute(delete(reviews).where(reviews.c.key == key))
            await unschedule(connection, REVIEW, key)

    async def finish(self, job: JobRow, text: str | None) -> None:
        """Keep the review, or that there can be none; every process makes the same, so the first one stays."""
        async with self.database.write() as connection:
            await _keep(connection, job, text)
            await unschedule(connection, REVIEW, job.subject)
            if text is not None:
                await schedule(connection, REVIEWED, job.subject, 0)


async def _keep(connection: AsyncConnection, job: JobRow, text: str | None) -> None:
    made = {"text": text, "looked": now()}
    row = {"key": job.subject, "game": json.loads(job.payload)["game"], **made}
    kept = insert_into(connection, reviews).values(row)
    unmade = reviews.c.text.is_(None)
    await connection.execute(kept.on_conflict_do_update(index_elements=["key"], set_=made, where=unmade))
