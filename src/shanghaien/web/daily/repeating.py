"""When a mistake is repeated: at growing intervals, by how well it was remembered (FSRS)."""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from fsrs import Card, Rating, Scheduler, State

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
    """A mistake that was never repeated; it is due at once."""
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
