"""What somebody gives away by kind of decision and by round, and how well they take hard ones, as a review tells."""

from dataclasses import dataclass

from shanghaien.ai.review.kinds import decision_kind
from shanghaien.ai.review.model import GameReview, ReviewEntry, ReviewKind
from shanghaien.ratings.too_perfect import PERFECT, WatchedChoice, margin
from shanghaien.rules import Seat


@dataclass(frozen=True, slots=True)
class Habit:
    """How many decisions there were, what they gave away, and what was at stake."""

    decisions: int = 0
    loss: float = 0.0
    stake: float = 0.0

    def after(self, entry: ReviewEntry) -> "Habit":
        """The same with one more decision."""
        return Habit(self.decisions + 1, self.loss + entry.loss, self.stake + entry.at_stake)


def decided(account: GameReview, seat: Seat) -> list[ReviewEntry]:
    """The decisions of a seat in which there was something to choose."""
    own = (entry for entry in account.entries if entry.seat == seat and entry.kind is ReviewKind.DECISION)
    return [entry for entry in own if not entry.forced]


def habits_of(account: GameReview, seat: Seat) -> dict[str, Habit]:
    """The seat's decisions by kind ("kind place") and by round ("round 3")."""
    habits: dict[str, Habit] = {}
    for entry in decided(account, seat):
        kind = decision_kind(choice.action for choice in entry.choices)
        for name in (f"kind {kind}", f"round {entry.round}"):
            habits[name] = habits.get(name, Habit()).after(entry)
    return habits


def hard_choices(account: GameReview, seat: Seat) -> tuple[int, int]:
    """How many decisions of the seat were hard, and how many of these perfect."""
    hard = [choice for choice in map(_watched, decided(account, seat)) if choice.hard]
    return len(hard), sum(choice.loss < PERFECT for choice in hard)


def _watched(entry: ReviewEntry) -> WatchedChoice:
    values = [choice.value for choice in entry.choices]
    best = max(values) if entry.seat == 0 else min(values)
    return WatchedChoice(entry.loss, margin([abs(best - value) for value in values]))
