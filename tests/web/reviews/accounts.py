"""A short game with an account whose values are made up, so that every number on the page is known."""

from sqlalchemy import insert

from shanghaien.ai.review.model import GameReview, ReviewEntry, ReviewKind, WeighedAction
from shanghaien.rules import First, Options, PlayedStep, Record, parse_action, parse_outcome
from shanghaien.web.core.clock import now
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.jobs import JobRow, JobStore
from shanghaien.web.reviews.schema import reviews
from shanghaien.web.reviews.store import REVIEW
from tests.web.tables.pages.positions import DEAL

TURNS = ("roll", "1-2", "place 1 left", "roll", "1-4", "place 4")
STEPS = (
    *map(parse_outcome, DEAL),
    *(parse_outcome(text) if text[0].isdigit() else parse_action(text) for text in TURNS),
)
RECORD = Record(Options(first=First.SEAT_A), STEPS)

ANNA_CHOSE = (
    WeighedAction("place 2 left", 0.50),
    WeighedAction("place 1 left", 0.45),
    WeighedAction("place 2 right", 0.40),
    WeighedAction("place 1 right", 0.30),
)
MARTA_CHOSE = (WeighedAction("place 1", 0.55), WeighedAction("place 4", 0.65))
ACCOUNT = GameReview(
    RECORD.options,
    (
        ReviewEntry(6, ReviewKind.DEAL, 1, 0, None, "", 0.50, 0.52),
        ReviewEntry(7, ReviewKind.DECISION, 1, 1, 0, "roll", 0.52, 0.52, (WeighedAction("roll", 0.52),)),
        ReviewEntry(8, ReviewKind.ROLL, 1, 1, 0, "1-2", 0.52, 0.50),
        ReviewEntry(9, ReviewKind.DECISION, 1, 1, 0, "place 1 left", 0.50, 0.45, ANNA_CHOSE),
        ReviewEntry(11, ReviewKind.ROLL, 1, 2, 1, "1-4", 0.45, 0.55),
        ReviewEntry(12, ReviewKind.DECISION, 1, 2, 1, "place 4", 0.55, 0.65, MARTA_CHOSE),
        ReviewEntry(13, ReviewKind.RESIGNATION, 1, 3, 0, "", 0.65, 0.0),
    ),
    (7, 5),
    finished=True,
    payoff="TrainedValue",
)
"""Anna loses 5 points of 100 with her die and 65 by giving up, Marta 10 with hers; the dice gave Anna 10 in all."""


def moments() -> list[PlayedStep]:
    """Every step of the game."""
    return list(RECORD.replay())


async def keep_review(database: Database, key: str, text: str) -> None:
    """A review as if a worker had made it."""
    values = {"key": key, "looked": now(), "text": text}
    async with database.write() as connection:
        await connection.execute(insert(reviews).values(values))


async def claim_review(database: Database, lease_ms: int = 600_000) -> JobRow | None:
    """The review whose turn has come, as a worker claims it."""
    return next(iter(await JobStore(database).claim([REVIEW], 1, lease_ms)), None)
