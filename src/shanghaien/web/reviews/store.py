"""Reviews as rows: asked for, claimed by a worker with a lease, told as far as they have come, and kept."""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.core.clock import now
from shanghaien.web.core.database import schema as database_schema
from shanghaien.web.core.database.dialects import insert_into, now_in
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.jobs import schedule

MOST_TRIES = 5
"""How often a review is begun; one that has taken its worker with it that often is given up for a while."""
PAUSES_MS = (0, 5_000, 30_000, 120_000, 600_000)
"""How long it rests after so many tries."""
GIVEN_UP_MS = 3_600_000
"""After which one that was given up may be asked for again: what took the workers may have been no fault of its own."""
REVIEWED = "reviewed"
"""What a review that has just been made is called among the things that are due; its subject is the key."""
LATE_MS = 600_000
"""Whoever waits for a review has their turn within this; what nobody waits for comes later."""
LOOKED_MS = 24 * 3600 * 1000
"""A look at a review is written down once a day: it only has to tell the ones that nobody needs."""


@dataclass(frozen=True, slots=True)
class ReviewState:
    """How a review stands: its text once it is there, else how far it has come."""

    text: str | None
    done: int = 0
    of: int = 0
    given_up: bool = False
    rested: bool = False
    """Whether it was given up so long ago that it may be tried again."""
    late: bool = False
    """Whether its turn comes after that of everybody who waits for theirs."""


@dataclass(frozen=True, slots=True)
class ReviewJob:
    """A review that a worker has claimed; `attempt` tells it from an earlier claim of the same one."""

    key: str
    record: str
    attempt: int


class ReviewStore:
    """The store of reviews. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, key: str) -> ReviewState | None:
        """How the review stands; None if nobody has asked for it."""
        reviews = database_schema.reviews.c
        columns = (reviews.text, reviews.done, reviews.of, reviews.looked, reviews.asked)
        async with self._database.connect() as connection:
            given_up, rested = _given_up(connection), _given_up(connection, GIVEN_UP_MS)
            query = select(*columns, given_up.label("given_up"), rested.label("rested")).where(reviews.key == key)
            row = (await connection.execute(query)).one_or_none()
        if row is None:
            return None
        if row.looked < now() - LOOKED_MS:
            await self._looked(key)
        late = row.asked > now() + LATE_MS
        return ReviewState(row.text, row.done, row.of, bool(row.given_up), bool(row.rested), late)

    async def ask(self, key: str, record: str, most: int, turn: int | None = None, game: str | None = None) -> bool:
        """Let it be reviewed, unless that was asked already; False if so many wait that this one was not added.

        It comes after all whose turn is at an earlier time; by default that is the time at which they were asked for.
        Of whoever sits at the game, if it is known, the review tells what they did wrong.
        """
        reviews = database_schema.reviews.c
        values = {"key": key, "record": record, "asked": now() if turn is None else turn, "looked": now(), "game": game}
        async with self._database.write() as connection:
            waiting = select(func.count()).where(reviews.text.is_(None), ~_given_up(connection), reviews.key != key)
            if (await connection.execute(waiting)).scalar_one() >= most:
                return False
            await connection.execute(
                insert_into(connection, database_schema.reviews).values(values).on_conflict_do_nothing()
            )
            return True

    async def hasten(self, key: str) -> None:
        """Somebody waits for it now: let its turn come by the time at which they asked."""
        reviews = database_schema.reviews
        async with self._database.write() as connection:
            later = and_(reviews.c.key == key, reviews.c.asked > now())
            await connection.execute(update(reviews).where(later).values(asked=now()))

    async def forget(self, key: str) -> None:
        """Remove one that cannot be read; it is made anew when it is asked for."""
        async with self._database.write() as connection:
            await connection.execute(database_schema.reviews.delete().where(database_schema.reviews.c.key == key))

    async def any_waiting(self) -> bool:
        """Whether there is one that nobody works on: a glance, where a claim would have to be written."""
        async with self._database.connect() as connection:
            found = await connection.execute(select(database_schema.reviews.c.key).where(_waiting(connection)).limit(1))
            return found.first() is not None

    async def claim(self, lease_ms: int) -> ReviewJob | None:
        """The one whose turn came first, for the lease; None if none waits."""
        reviews = database_schema.reviews
        async with self._database.write() as connection:
            oldest = select(reviews.c.key).where(_waiting(connection)).order_by(reviews.c.asked).limit(1)
            values = {"leased_until": now_in(connection) + lease_ms, "tries": reviews.c.tries + 1, "done": 0, "of": 0}
            picked = reviews.c.key.in_(oldest.with_for_update(skip_locked=True))
            claimed = update(reviews).where(picked).values(values)
            returned = claimed.returning(reviews.c.key, reviews.c.record, reviews.c.tries)
            row = (await connection.execute(returned)).one_or_none()
        return None if row is None else ReviewJob(*row)

    async def tell(self, job: ReviewJob, done: int, of: int, lease_ms: int) -> bool:
        """Tell how far it has come, and keep it for that long from now on; False if it has passed to somebody else."""
        async with self._database.write() as connection:
            values = {"done": done, "of": of, "leased_until": now_in(connection) + lease_ms}
            told = update(database_schema.reviews).where(_mine(job)).values(values)
            return (await connection.execute(told)).rowcount == 1

    async def finish(self, job: ReviewJob, text: str) -> None:
        """Keep the review; whoever made it, it is the same, so the first one stays."""
        reviews = database_schema.reviews
        unmade = and_(reviews.c.key == job.key, reviews.c.text.is_(None))
        async with self._database.write() as connection:
            await connection.execute(update(reviews).where(unmade).values(text=text, record=""))
            await schedule(connection, REVIEWED, job.key, 0)

    async def fail(self, job: ReviewJob) -> None:
        """Let it be tried again after a rest, unless it was tried often enough."""
        rest = 0 if job.attempt >= MOST_TRIES else PAUSES_MS[min(job.attempt, len(PAUSES_MS) - 1)]
        async with self._database.write() as connection:
            values = {"leased_until": now_in(connection) + rest}
            await connection.execute(update(database_schema.reviews).where(_mine(job)).values(values))

    async def give_up(self, job: ReviewJob) -> None:
        """Try it no more for a while: the next try would end as this one did."""
        async with self._database.write() as connection:
            values = {"leased_until": now_in(connection), "tries": MOST_TRIES}
            await connection.execute(update(database_schema.reviews).where(_mine(job)).values(values))

    async def hand_back(self, job: ReviewJob) -> None:
        """Let somebody else make it: this try was cut short by a stop and does not count."""
        async with self._database.write() as connection:
            values = {"leased_until": 0, "tries": database_schema.reviews.c.tries - 1}
            await connection.execute(update(database_schema.reviews).where(_mine(job)).values(values))

    async def _looked(self, key: str) -> None:
        async with self._database.write() as connection:
            await connection.execute(
                update(database_schema.reviews).where(database_schema.reviews.c.key == key).values(looked=now())
            )


def _waiting(connection: AsyncConnection) -> ColumnElement[bool]:
    reviews = database_schema.reviews.c
    return and_(reviews.text.is_(None), reviews.leased_until <= now_in(connection), reviews.tries < MOST_TRIES)


def _given_up(connection: AsyncConnection, since_ms: int = 0) -> ColumnElement[bool]:
    reviews, then = database_schema.reviews.c, now_in(connection) - since_ms
    return and_(reviews.text.is_(None), reviews.tries >= MOST_TRIES, reviews.leased_until <= then)


def _mine(job: ReviewJob) -> ColumnElement[bool]:
    reviews = database_schema.reviews.c
    return and_(reviews.key == job.key, reviews.tries == job.attempt, reviews.text.is_(None))
